package dev.spine.extension.ardma.host.model;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.ardma.routine.Area;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** An area that lets a run wait at random, and fails the test when bytes are touched that it did not say are here. */
final class WaitingArea extends Area {
    private final ModelArea area;
    private final @Nullable Buffer memory;
    private final Random random;
    /** The last two ranges that are here: an operation may have two in one area. */
    private final long[] from = new long[2];
    private final long[] to = new long[2];
    private int latest;
    private boolean closed;
    private long touched;
    private long changes;
    /** Up to which change a flush waits that has begun, -1 when none does. */
    private long flushing = -1;

    /**
     * Bytes for one run.
     *
     * @param area they are these
     * @param memory a buffer that has them; null when they are asked for one by one
     * @param random says when a run waits
     */
    WaitingArea(ModelArea area, @Nullable Buffer memory, Random random) {
        this.area = area;
        this.memory = memory;
        this.random = random;
        this.closed = area.state() == ModelArea.State.CLOSED;
    }

    /** From now on no byte may be touched. */
    void close() {
        closed = true;
    }

    /** How many bytes were read and written since it was asked last. */
    long touched() {
        long before = touched;
        touched = 0;
        return before;
    }

    @Override
    public long length() {
        return closed ? 0 : area.bytes().length;
    }

    @Override
    public boolean isWritable() {
        return area.writable();
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public int here(long offset, long bytes) {
        if (closed || bytes < 1 || !area.holds(offset, bytes)) {
            throw new AssertionError("asked for " + bytes + " bytes at " + offset + " of " + length());
        }
        if (area.state() == ModelArea.State.BROKEN) {
            return -1;
        }
        int count = switch (random.nextInt(6)) {
            case 0 -> 0;
            case 1, 2 -> bytes <= Long.BYTES ? (int) bytes : 1 + random.nextInt((int) bytes);
            default -> (int) bytes;
        };
        if (count > 0) {
            latest = 1 - latest;
            from[latest] = offset;
            to[latest] = offset + count;
        }
        return count;
    }

    @Override
    public long changes() {
        return changes;
    }

    @Override
    public int flushed(long lastChange) {
        if (closed || !area.writable() || flushing >= 0 && flushing != lastChange || flushing < 0 && lastChange != changes) {
            throw new AssertionError("flushed up to " + lastChange + " of " + changes + ", before up to " + flushing);
        }
        if (area.state() == ModelArea.State.BROKEN) {
            return -1;
        }
        boolean waits = random.nextInt(2) == 0;
        flushing = waits ? lastChange : -1;
        return waits ? 0 : 1;
    }

    @Override
    public @Nullable Buffer memory() {
        return memory;
    }

    @Override
    public int place(long offset) {
        touch(offset);
        return (int) offset;
    }

    @Override
    public void change(int place) {
        write(place);
    }

    private void touch(long offset) {
        boolean isHere = offset >= from[0] && offset < to[0] || offset >= from[1] && offset < to[1];
        if (closed || !isHere) {
            throw new AssertionError("byte " + offset + " is not here");
        }
        touched++;
    }

    @Override
    public int get8(long offset) {
        touch(offset);
        return area.bytes()[(int) offset] & 0xFF;
    }

    private void write(long offset) {
        touch(offset);
        if (!area.writable()) {
            throw new AssertionError("a write to what can only be read");
        }
        changes++;
    }

    @Override
    public void put8(long offset, int value) {
        write(offset);
        area.bytes()[(int) offset] = (byte) value;
    }
}
