package dev.spine.perf.benchmarks.wire;

import dev.spine.device.os.SystemCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Packet sockets on two virtual interfaces in R with rings shared with the kernel: TPACKET_V3, whose receive ring hands over blocks of
 * packets, or TPACKET_V2, packet by packet; sending by a ring of TPACKET_V2.
 *
 * <p>Source: Linux Documentation/networking/packet_mmap.rst, include/uapi/linux/if_packet.h.
 */
final class RingBridge extends Bridge {
    /** How the receive ring hands packets over. */
    enum Handing {
        /** TPACKET_V2. */
        PACKETS("packet ring V2", "v"),
        /** TPACKET_V3. */
        BLOCKS("packet ring V3", "w");

        private final String label;
        private final String letter;

        Handing(String label, String letter) {
            this.label = label;
            this.letter = letter;
        }
    }

    private static final int VERSION = 10;
    private static final int RECEIVE_RING = 5;
    private static final int SEND_RING = 13;
    private static final int V2 = 1;
    private static final int V3 = 2;
    private static final int BLOCK_BYTES = 8192;
    private static final int BLOCKS = 512;
    private static final int FRAME_BYTES = 2048;
    private static final int FRAMES = BLOCK_BYTES / FRAME_BYTES * BLOCKS;
    private static final int RETIRE_MS = 1;
    private static final int V2_HEADER = 32;
    private static final int OURS = 1;
    private static final int KERNELS = 0;

    private final Handing handing;
    private final int in;
    private final int out;
    private final MemorySegment received;
    private final MemorySegment toSend;
    private int next;
    private int slot;

    RingBridge(Spaces spaces, Handing handing) {
        super(handing.label, handing.letter);
        this.handing = handing;
        String near = handing.letter + "0";
        String far = handing.letter + "1";
        spaces.pair("a", entry(), "r", near);
        spaces.pair("r", far, "b", exit());
        in = spaces.in("r").call(() -> open(near, PacketSocket.ALL, handing == Handing.BLOCKS ? V3 : V2, RECEIVE_RING));
        out = spaces.in("r").call(() -> open(far, PacketSocket.NONE, V2, SEND_RING));
        received = Native.map("a receive ring", in, 0, (long) BLOCKS * BLOCK_BYTES);
        toSend = Native.map("a send ring", out, 0, (long) BLOCKS * BLOCK_BYTES);
    }

    private static int open(String name, int protocol, int version, int ring) {
        int socket = PacketSocket.unbound();
        try (Arena arena = Arena.ofConfined()) {
            Native.need("a version of rings", Native.option(socket, PacketSocket.LEVEL, VERSION, version));
            MemorySegment wanted = arena.allocate(version == V3 ? 28 : 16, 8);
            wanted.set(ValueLayout.JAVA_INT, 0, BLOCK_BYTES);
            wanted.set(ValueLayout.JAVA_INT, 4, BLOCKS);
            wanted.set(ValueLayout.JAVA_INT, 8, FRAME_BYTES);
            wanted.set(ValueLayout.JAVA_INT, 12, FRAMES);
            if (version == V3) {
                wanted.set(ValueLayout.JAVA_INT, 16, RETIRE_MS);
            }
            Native.need("a ring of packets", Native.option(socket, PacketSocket.LEVEL, ring, wanted));
        }
        PacketSocket.bind(socket, PacketSocket.index(name), protocol);
        return socket;
    }

    @Override
    void carry() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment wait = arena.allocate(SystemCalls.POLL_ENTRY_BYTES, 8);
            wait.set(ValueLayout.JAVA_INT, 0, in);
            wait.set(ValueLayout.JAVA_SHORT, 4, (short) SystemCalls.POLLIN);
            while (isRunning()) {
                int count = handing == Handing.BLOCKS ? block() : packets();
                if (count > 0) {
                    Native.kick(out);
                } else {
                    SystemCalls.poll(wait, 1, LOOK_MS);
                }
            }
        }
    }

    private int packets() {
        int count = 0;
        while (count < 64) {
            long at = (long) next * FRAME_BYTES;
            if ((Native.ordered(received, at) & OURS) == 0) {
                break;
            }
            int bytes = received.get(ValueLayout.JAVA_INT, at + 8);
            send(at + received.get(ValueLayout.JAVA_SHORT, at + 12), bytes);
            Native.publish(received, at, KERNELS);
            next = (next + 1) % FRAMES;
            count++;
        }
        return count;
    }

    private int block() {
        long block = (long) next * BLOCK_BYTES;
        if ((Native.ordered(received, block + 8) & OURS) == 0) {
            return 0;
        }
        int count = received.get(ValueLayout.JAVA_INT, block + 12);
        long at = block + received.get(ValueLayout.JAVA_INT, block + 16);
        for (int i = 0; i < count; i++) {
            send(at + received.get(ValueLayout.JAVA_SHORT, at + 24), received.get(ValueLayout.JAVA_INT, at + 12));
            at += received.get(ValueLayout.JAVA_INT, at);
        }
        Native.publish(received, block + 8, KERNELS);
        next = (next + 1) % BLOCKS;
        return count;
    }

    private void send(long from, int bytes) {
        long at = (long) slot * FRAME_BYTES;
        while (Native.ordered(toSend, at) != KERNELS && isRunning()) {
            Native.kick(out);
        }
        MemorySegment.copy(received, from, toSend, at + V2_HEADER, bytes);
        toSend.set(ValueLayout.JAVA_INT, at + 4, bytes);
        Native.publish(toSend, at, OURS);
        slot = (slot + 1) % FRAMES;
    }

    @Override
    public void close() {
        Native.unmap(received);
        Native.unmap(toSend);
        SystemCalls.close(in);
        SystemCalls.close(out);
    }
}
