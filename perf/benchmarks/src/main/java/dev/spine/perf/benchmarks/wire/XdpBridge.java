package dev.spine.perf.benchmarks.wire;

import dev.spine.device.os.SystemCalls;
import dev.spine.device.os.xdp.XdpInterface;
import dev.spine.device.os.xdp.XdpSettings;
import dev.spine.device.os.xdp.XdpSettings.Mode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;

/** XDP sockets on two virtual interfaces in R; each packet is copied from the memory of one to that of the other. */
final class XdpBridge extends Bridge {
    private final XdpInterface in;
    private final XdpInterface out;

    XdpBridge(Spaces spaces, Mode mode) {
        super("XDP socket, " + mode.name().toLowerCase(Locale.ROOT), mode == Mode.GENERIC ? "x" : "y");
        String near = entry().charAt(0) + "0";
        String far = entry().charAt(0) + "1";
        spaces.pair("a", entry(), "r", near);
        spaces.pair("r", far, "b", exit());
        in = XdpInterface.open(new XdpSettings(near, spaces.in("r"), mode));
        out = XdpInterface.open(new XdpSettings(far, spaces.in("r"), mode));
    }

    @Override
    void carry() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment wait = arena.allocate(SystemCalls.POLL_ENTRY_BYTES, 8);
            wait.set(ValueLayout.JAVA_INT, 0, in.descriptor());
            wait.set(ValueLayout.JAVA_SHORT, 4, (short) SystemCalls.POLLIN);
            while (isRunning()) {
                int count = in.waiting();
                int taken = 0;
                while (taken < count && out.trySend(in.frames(), in.offset(taken), in.bytes(taken))) {
                    taken++;
                }
                in.taken(taken);
                if (out.flush() == 0 && count == 0) {
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
