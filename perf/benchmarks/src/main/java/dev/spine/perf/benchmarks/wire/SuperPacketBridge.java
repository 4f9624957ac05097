package dev.spine.perf.benchmarks.wire;

import dev.spine.device.os.SystemCalls;
import dev.spine.device.os.TapDevice;
import dev.spine.device.os.TapSettings;
import dev.spine.device.os.TapSettings.Offload;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The least that a program can do between two TAP interfaces: whole super-packets, read from one and written to the other, in both
 * directions, without a look at them; it sleeps in poll.
 */
final class SuperPacketBridge extends Bridge {
    private static final int BYTES = (64 << 10) + 1024;
    /** So many rounds in a row must find nothing before it sleeps, as {@link dev.spine.iop.engine.live.IdlePolicy#WOKEN} has it. */
    private static final int IDLE_ROUNDS = 64;

    private final TapDevice in;
    private final TapDevice out;

    SuperPacketBridge(Spaces spaces, String letter) {
        super("super-packets read/written", letter);
        in = TapDevice.open(TapSettings.of(entry(), spaces.in("a")).with(Offload.SEGMENTS));
        boolean done = false;
        try {
            out = TapDevice.open(TapSettings.of(exit(), spaces.in("b")).with(Offload.SEGMENTS));
            done = true;
        } finally {
            if (!done) {
                in.close();
            }
        }
    }

    @Override
    void carry() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment wait = arena.allocate(2 * SystemCalls.POLL_ENTRY_BYTES, 8);
            entry(wait, 0, in);
            entry(wait, SystemCalls.POLL_ENTRY_BYTES, out);
            long packet = arena.allocate(BYTES, 64).address();
            int idle = 0;
            while (isRunning()) {
                boolean there = carryOne(in, out, packet);
                boolean back = carryOne(out, in, packet);
                if (there || back) {
                    idle = 0;
                } else if (++idle > IDLE_ROUNDS) {
                    SystemCalls.poll(wait, 2, LOOK_MS);
                }
            }
        }
    }

    private static void entry(MemorySegment wait, long at, TapDevice device) {
        wait.set(ValueLayout.JAVA_INT, at, device.descriptor());
        wait.set(ValueLayout.JAVA_SHORT, at + 4, (short) SystemCalls.POLLIN);
    }

    private static boolean carryOne(TapDevice from, TapDevice to, long packet) {
        long got = from.read(packet, BYTES);
        if (got > 0) {
            to.write(packet, got);
        }
        return got > 0;
    }

    @Override
    public void close() {
        in.close();
        out.close();
    }
}
