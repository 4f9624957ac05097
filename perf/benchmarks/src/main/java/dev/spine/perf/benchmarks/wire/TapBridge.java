package dev.spine.perf.benchmarks.wire;

import dev.spine.device.os.SystemCalls;
import dev.spine.device.os.TapDevice;
import dev.spine.device.os.TapSettings;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Two TAP interfaces, one system call for each packet that is read and one for each that is written; sleeps in poll. */
final class TapBridge extends Bridge {
    private static final int BYTES = 2048;

    private final TapDevice in;
    private final TapDevice out;

    TapBridge(Spaces spaces) {
        super("TAP read/write", "t");
        in = TapDevice.open(TapSettings.of(entry(), spaces.in("a")));
        out = TapDevice.open(TapSettings.of(exit(), spaces.in("b")));
    }

    @Override
    void carry() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment wait = arena.allocate(SystemCalls.POLL_ENTRY_BYTES, 8);
            wait.set(ValueLayout.JAVA_INT, 0, in.descriptor());
            wait.set(ValueLayout.JAVA_SHORT, 4, (short) SystemCalls.POLLIN);
            long packet = arena.allocate(BYTES, 64).address();
            while (isRunning()) {
                long got = in.read(packet, BYTES);
                if (got > 0) {
                    out.write(packet, got);
                } else {
                    SystemCalls.poll(wait, 1, LOOK_MS);
                }
            }
        }
    }

    @Override
    public void close() {
        in.close();
        out.close();
    }
}
