package dev.spine.extension.panic;

import dev.spine.extension.panic.machine.Environment;
import dev.spine.extension.panic.machine.Fault;
import dev.spine.extension.panic.machine.HostTransfer;
import dev.spine.extension.panic.machine.Region;
import dev.spine.extension.panic.machine.Sending;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;

/** A card that writes down what it is asked, has five segments of host memory, 2 to 6, and answers WAIT as often as a test says. */
public class TestCard extends Environment {
    public static final int SEGMENT_BYTES = 256;
    public static final int FLAGS = 8;
    private static final int FIRST_SEGMENT = 2;
    private static final int LAST_SEGMENT = 6;

    private final List<String> log = new ArrayList<>();
    private final Map<Integer, byte[]> segments = new HashMap<>();
    private final boolean[] flags = new boolean[FLAGS];
    private final boolean[] locks = new boolean[FLAGS];
    private final Queue<Runnable> transfers = new ArrayDeque<>();
    private int clock;
    private int waits;
    private int left;
    private Fault refused = Fault.NONE;
    private LateTransfers late;
    private boolean isWatched;
    private int ends;

    public TestCard() {
        for (int segment = FIRST_SEGMENT; segment <= LAST_SEGMENT; segment++) {
            segments.put(segment, new byte[SEGMENT_BYTES]);
        }
    }

    /** Makes it answer WAIT to each request so many times before it does it. */
    public TestCard waiting(int times) {
        waits = times;
        left = times;
        return this;
    }

    /** Gives it a DMA engine that moves each byte at any moment between the begin of its transfer and the end. */
    public TestCard late(Random random) {
        late = new LateTransfers(random);
        return this;
    }

    /**
     * Gives it a host that acts whenever a program sends or uses a flag or a lock: it looks at its segments, which the log says, and
     * changes them.
     */
    public TestCard watched() {
        isWatched = true;
        return this;
    }

    /** Time passes for transfers that are late. */
    void pass() {
        if (late != null) {
            late.pass();
        }
    }

    /** So much that they end. */
    public void endTransfers() {
        if (late != null) {
            late.end();
        }
    }

    private void actOfHost(String told) {
        if (!isWatched) {
            return;
        }
        int seen = 1;
        for (byte[] segment : segments.values()) {
            seen = 31 * seen + Arrays.hashCode(segment);
            for (int i = 0; i < segment.length; i++) {
                segment[i]++;
            }
        }
        log.add("the host sees " + Integer.toHexString(seen) + told);
    }

    /** Makes it refuse local sends. */
    public void refusing(Fault why) {
        refused = why;
    }

    public List<String> log() {
        return log;
    }

    public byte[] segment(int number) {
        return segments.get(number);
    }

    public void setLock(int number) {
        locks[number] = true;
    }

    public boolean lock(int number) {
        return locks[number];
    }

    public boolean flag(int number) {
        return flags[number];
    }

    private boolean waits() {
        pass();
        if (left > 0) {
            left--;
            return true;
        }
        left = waits;
        return false;
    }

    private static byte[] bytes(Region of) {
        byte[] bytes = new byte[of.bytes()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) of.memory().u8(of.at() + i);
        }
        return bytes;
    }

    private static String hex(Region of) {
        return HexFormat.of().formatHex(bytes(of));
    }

    @Override
    public int transmit(Sending what) {
        if (waits()) {
            return WAIT;
        }
        log.add("send " + hex(what) + " as " + what.trigger() + " to " + what.program() + " at " + Integer.toHexString(what.addressHigh())
            + ":" + Integer.toHexString(what.addressLow()));
        actOfHost("");
        return DONE;
    }

    @Override
    public int sendLocal(Sending what) {
        if (waits()) {
            return WAIT;
        }
        if (refused != Fault.NONE) {
            return refuse(refused);
        }
        log.add("local " + hex(what) + " as " + what.trigger() + " to " + what.program());
        actOfHost("");
        return DONE;
    }

    private static Fault check(byte[] segment, HostTransfer what) {
        if (segment == null) {
            return Fault.SEGMENT;
        }
        return what.offset() < 0 || what.offset() > segment.length - what.bytes() ? Fault.SEGMENT_BOUNDS : Fault.NONE;
    }

    @Override
    public int deliver(HostTransfer what) {
        if (waits()) {
            return WAIT;
        }
        byte[] segment = segments.get(what.segment());
        Fault fault = check(segment, what);
        if (fault != Fault.NONE) {
            return refuse(fault);
        }
        if (late == null) {
            ByteBuffer.wrap(segment).put(what.offset(), bytes(what));
        } else {
            late.deliver(what, segment);
        }
        log.add("deliver " + hex(what) + " to " + what.segment() + "+" + what.offset());
        return DONE;
    }

    @Override
    public int get(HostTransfer what) {
        if (waits()) {
            return WAIT;
        }
        byte[] segment = segments.get(what.segment());
        Fault fault = check(segment, what);
        if (fault != Fault.NONE) {
            return refuse(fault);
        }
        log.add("get " + what.bytes() + " from " + what.segment() + "+" + what.offset());
        if (late != null) {
            late.get(what, segment);
            return DONE;
        }
        int at = what.at();
        int from = what.offset();
        int count = what.bytes();
        var memory = what.memory();
        transfers.add(() -> {
            for (int i = 0; i < count; i++) {
                memory.put8(at + i, segment[from + i]);
            }
        });
        return DONE;
    }

    @Override
    public int transfersDone() {
        if (waits() || late != null && !late.haveEnded()) {
            return WAIT;
        }
        while (!transfers.isEmpty()) {
            transfers.remove().run();
        }
        ends++;
        return DONE;
    }

    public boolean hasTransfers() {
        return !transfers.isEmpty() || late != null && late.areUnderWay();
    }

    /** How often it said that all transfers have ended. */
    public int ends() {
        return ends;
    }

    private int access(boolean[] of, int number, Fault none, int value) {
        if (waits()) {
            return WAIT;
        }
        if (number < 0 || number >= FLAGS) {
            return refuse(none);
        }
        actOfHost((of == flags ? ", flag " : ", lock ") + number + " " + value);
        if (value >= 0) {
            of[number] = value > 0;
        }
        return value >= 0 ? DONE : of[number] ? 1 : 0;
    }

    @Override
    public int setFlag(int flag) {
        return access(flags, flag, Fault.FLAG, 1);
    }

    @Override
    public int testFlag(int flag) {
        return access(flags, flag, Fault.FLAG, -1);
    }

    @Override
    public int clearLock(int lock) {
        return access(locks, lock, Fault.LOCK, 0);
    }

    @Override
    public int testLock(int lock) {
        return access(locks, lock, Fault.LOCK, -1);
    }

    @Override
    public int clock() {
        return clock += 100;
    }

    @Override
    public void display(int value) {
        log.add("display " + value);
    }
}
