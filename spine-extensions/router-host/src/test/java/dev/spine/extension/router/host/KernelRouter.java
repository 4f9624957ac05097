package dev.spine.extension.router.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Namespaces;
import dev.spine.clients.Program;
import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.SystemCalls;
import dev.spine.device.os.TapDevice;
import dev.spine.device.os.TapSettings;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The kernel as a router of the topology of {@link RouterRig}: three TAP interfaces in a namespace of its own, whose far ends are held
 * here. What is sent to it, and what it sends, are frames.
 */
final class KernelRouter implements AutoCloseable {
    private static final int PORTS = 3;
    private static final int MAX_BYTES = 1 << 16;
    private static final int MAC = 14;
    private static final int IDENTIFICATION = MAC + 4;
    /** Who sends packets of the test's own, which say that all before them have passed. */
    private static final int MARK_PROTOCOL = 253;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(20);

    private final Namespaces spaces;
    private final String space;
    private final List<TapDevice> taps = new ArrayList<>();
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory = arena.allocate(MAX_BYTES, 8);
    private int marks;

    /** A frame, and the port by which it left. */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    record Sent(int port, byte[] frame) {}

    /** Skips the test where none can be made. */
    KernelRouter(Path directory) throws IOException {
        Program.need("ip", "sysctl");
        spaces = new Namespaces(directory);
        space = spaces.make("odd");
        boolean made = false;
        try {
            open();
            made = true;
        } finally {
            if (!made) {
                close();
            }
        }
    }

    private void open() throws IOException {
        set("net.ipv4.ip_forward=1", "net.ipv6.conf.all.forwarding=1", "net.ipv4.conf.all.send_redirects=0",
            "net.ipv4.conf.default.send_redirects=0", "net.ipv4.conf.all.rp_filter=0", "net.ipv4.conf.default.rp_filter=0",
            // What is not told, or told a second later, is no part of the comparison.
            "net.ipv4.icmp_ratemask=0", "net.ipv6.icmp.ratelimit=0", "net.ipv6.icmp.ratemask=200",
            "net.ipv6.auto_flowlabels=0", "net.ipv6.conf.default.addr_gen_mode=1", "net.ipv6.conf.default.router_solicitations=0");
        for (int port = 1; port <= PORTS; port++) {
            taps.add(TapDevice.open(TapSettings.of("r" + port, NetworkNamespace.of(space)).withAddress(RouterRig.mac(port))));
            ip("addr add 10.0." + port + ".1/24 dev r" + port);
        }
        openVersion6();
    }

    /** The kernel takes everything of version 6 from an interface whose MTU is too small for it. */
    private void openVersion6() throws IOException {
        for (int port = 1; port <= PORTS; port++) {
            ip("addr replace 2001:db8:" + port + "::1/64 dev r" + port + " nodad");
        }
    }

    void set(String... settings) throws IOException {
        for (String setting : settings) {
            spaces.run(space, "sysctl", "-q", "-w", setting).succeeded();
        }
    }

    void ip(String arguments) throws IOException {
        spaces.ip(space, arguments);
    }

    void neighbour(int port, String address) throws IOException {
        long mac = RouterRig.stationMac(port);
        StringBuilder text = new StringBuilder();
        for (int shift = 40; shift >= 0; shift -= 8) {
            text.append(text.isEmpty() ? "" : ":").append(HexFormat.of().toHexDigits((byte) (mac >>> shift)));
        }
        ip("neigh replace " + address + " lladdr " + text + " dev r" + port + " nud permanent");
    }

    void mtu(int port, int bytes) throws IOException {
        ip("link set r" + port + " mtu " + bytes);
    }

    private void write(int port, byte[] frame) {
        MemorySegment.copy(frame, 0, memory, ValueLayout.JAVA_BYTE, 0, frame.length);
        long written = taps.get(port - 1).write(memory.address(), frame.length);
        // A frame without an IP header is no packet for it.
        assertTrue(written == frame.length || written == -SystemCalls.EINVAL, () -> "the kernel takes no frame: " + written);
    }

    private byte[] read(int port) {
        long bytes = taps.get(port - 1).read(memory.address(), MAX_BYTES);
        if (bytes == -SystemCalls.EAGAIN) {
            return new byte[0];
        }
        assertTrue(bytes > 0, () -> "the kernel gives no frame: " + bytes);
        return memory.asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE);
    }

    /** {@return what leaves, by port, when a frame comes in; without what the kernel asks and says to all} */
    List<Sent> route(int port, byte[] frame) {
        write(port, frame);
        marks++;
        for (int out = 1; out <= PORTS; out++) {
            byte[] mark = TestPacket.ip4(0x0A000002 | port << 8, 0x0A000002 | out << 8, 64, MARK_PROTOCOL, 0, new byte[20]);
            ByteBuffer.wrap(mark).putShort(4, (short) marks).putShort(10, (short) 0);
            ByteBuffer.wrap(mark).putShort(10, (short) ~TestPacket.sum(mark, 0, 20));
            write(port, TestPacket.frame(RouterRig.mac(port), RouterRig.stationMac(port), 0x0800, mark));
        }
        List<Sent> sent = new ArrayList<>();
        for (int out = 1; out <= PORTS; out++) {
            long begin = System.nanoTime();
            for (boolean marked = false; !marked; ) {
                byte[] next = read(out);
                if (next.length == 0) {
                    assertTrue(System.nanoTime() - begin < PATIENCE_NS, "the kernel does not forward any more");
                    LockSupport.parkNanos(10_000);
                } else if (isMark(next)) {
                    assertEquals((short) marks, ByteBuffer.wrap(next).getShort(IDENTIFICATION));
                    marked = true;
                } else if ((next[0] & 1) == 0) {
                    sent.add(new Sent(out, next));
                }
            }
        }
        return sent;
    }

    private static boolean isMark(byte[] frame) {
        return frame.length == MAC + 40 && frame[12] == 8 && frame[13] == 0 && (frame[MAC + 9] & 0xFF) == MARK_PROTOCOL
            && Arrays.equals(frame, MAC + 20, MAC + 40, new byte[20], 0, 20);
    }

    @Override
    public void close() {
        taps.forEach(TapDevice::close);
        spaces.close();
        arena.close();
    }
}
