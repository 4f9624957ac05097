package dev.spine.perf.benchmarks.wire;

import dev.spine.device.os.TapDevice;
import dev.spine.device.os.TapSettings;

/**
 * Two TAP interfaces through an io_uring: one request reads packets for as long as there are buffers, and one system call submits the
 * writes of all that were read and waits for more.
 */
final class UringBridge extends Bridge {
    private static final int SIZE = 512;
    private static final long READ_MARK = 1;
    private static final long WRITE_MARK = 2;

    private final TapDevice in;
    private final TapDevice out;
    private final int[] written = new int[SIZE];

    UringBridge(Spaces spaces) {
        super("TAP io_uring", "u");
        // What the kernel does not have shows before the first block.
        new IoRing(SIZE, SIZE).close();
        in = TapDevice.open(TapSettings.of(entry(), spaces.in("a")));
        out = TapDevice.open(TapSettings.of(exit(), spaces.in("b")));
    }

    @Override
    void carry() {
        try (IoRing ring = new IoRing(SIZE, SIZE)) {
            boolean reading = false;
            while (isRunning()) {
                int count = 0;
                for (long at = ring.result(); at >= 0; at = ring.result()) {
                    int flags = ring.flags(at);
                    if (ring.mark(at) == READ_MARK) {
                        reading &= (flags & IoRing.HAS_MORE) != 0;
                        if ((flags & IoRing.HAS_BUFFER) != 0) {
                            int buffer = flags >>> 16;
                            ring.add(IoRing.WRITE, IoRing.SILENT_IF_DONE, out.descriptor(), ring.address(buffer), ring.value(at),
                                WRITE_MARK);
                            written[count++] = buffer;
                        }
                    }
                    ring.next();
                    if (count == SIZE - 1) {
                        break;
                    }
                }
                if (!reading) {
                    ring.add(IoRing.READ_MANY, IoRing.SELECT_BUFFER, in.descriptor(), 0, 0, READ_MARK);
                    reading = true;
                }
                // A TAP takes packets at once: when this returns, the writes are done.
                ring.enter(1, LOOK_MS);
                for (int i = 0; i < count; i++) {
                    ring.offer(written[i]);
                }
                ring.offered();
            }
        }
    }

    @Override
    public void close() {
        in.close();
        out.close();
    }
}
