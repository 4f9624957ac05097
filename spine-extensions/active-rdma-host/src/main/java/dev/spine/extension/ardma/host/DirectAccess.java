package dev.spine.extension.ardma.host;

import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.routine.Machine;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that one instruction of a run at the client touches. It names one or two ranges first. A range that it reads comes in one round
 * trip, when the first byte is wanted; what it writes leaves in one, before the next instruction that touches an area. Nothing is kept from
 * one instruction to the next, so a run sees what others write. One thread.
 */
class DirectAccess {
    private static final int RANGES = 2;

    private final DirectServer server;
    private final Range[] ranges = new Range[RANGES];
    private int named;
    private long instruction;
    private @Nullable Machine machine;

    /** A range that an instruction has named. */
    private static final class Range {
        private @Nullable DirectArea area;
        private long offset;
        private byte[] bytes = new byte[0];
        private boolean isHere;
        private int firstChanged;
        private int changedEnd;

        private void begin(DirectArea of, long at, int count) {
            area = of;
            offset = at;
            bytes = new byte[count];
            isHere = false;
            firstChanged = count;
            changedEnd = 0;
        }

        private boolean holds(DirectArea of, long at) {
            return area == of && at >= offset && at - offset < bytes.length;
        }
    }

    DirectAccess(DirectServer server) {
        this.server = server;
        Arrays.setAll(ranges, _ -> new Range());
    }

    /** A machine is about to run. */
    void begin(Machine running) {
        machine = running;
    }

    /** A range is about to be read. */
    void onRead() {
        // As often as it takes.
    }

    /** Something is about to be changed. */
    void onChange() {
        // Whatever it is.
    }

    /** An instruction is about to use a range. */
    void name(DirectArea area, long offset, int bytes) {
        long steps = machine == null ? 0 : machine.steps();
        if (steps != instruction || named == RANGES) {
            flush();
            named = 0;
            instruction = steps;
        }
        ranges[named++].begin(area, offset, bytes);
    }

    int get(DirectArea area, long offset) {
        for (int i = 0; i < named; i++) {
            Range range = ranges[i];
            if (range.holds(area, offset)) {
                if (!range.isHere) {
                    onRead();
                    range.bytes = server.read(area.remote(), range.offset, range.bytes.length);
                    range.isHere = true;
                }
                return range.bytes[(int) (offset - range.offset)] & 0xFF;
            }
        }
        throw new IllegalStateException("byte " + offset + " was not named");
    }

    /** Writes into the range that was named last; where the other one overlaps it, what is read from that is what was written. */
    void put(DirectArea area, long offset, int value) {
        onChange();
        for (int i = 0; i < named; i++) {
            Range range = ranges[i];
            if (range.holds(area, offset)) {
                int at = (int) (offset - range.offset);
                range.bytes[at] = (byte) value;
                if (i == named - 1) {
                    range.firstChanged = Math.min(range.firstChanged, at);
                    range.changedEnd = Math.max(range.changedEnd, at + 1);
                }
            }
        }
    }

    long compareAndSwap(DirectArea area, long offset, long expected, long value) {
        onChange();
        return server.compareAndSwap(area.remote(), offset, expected, value);
    }

    long fetchAndAdd(DirectArea area, long offset, long delta) {
        onChange();
        return server.fetchAndAdd(area.remote(), offset, delta);
    }

    /** Has the server make durable what was written to an area: 1, or -1 when its device has failed. */
    int flushed(DirectArea area) {
        onChange();
        flush();
        try {
            server.flush(area.remote());
            return 1;
        } catch (ArdmaException e) {
            if (e.status() == ArdmaProtocol.DEVICE) {
                return -1;
            }
            throw e;
        }
    }

    /** Writes what was changed. */
    void flush() {
        for (int i = 0; i < named; i++) {
            Range range = ranges[i];
            DirectArea area = range.area;
            if (area != null && range.firstChanged < range.changedEnd) {
                server.write(area.remote(), range.offset + range.firstChanged,
                    Arrays.copyOfRange(range.bytes, range.firstChanged, range.changedEnd));
                range.firstChanged = range.changedEnd;
            }
        }
    }
}
