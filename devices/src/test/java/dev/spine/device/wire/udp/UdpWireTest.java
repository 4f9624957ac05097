package dev.spine.device.wire.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.HandAgent;
import dev.spine.device.wire.Frames;
import dev.spine.device.wire.WireContract;
import dev.spine.device.wire.WireCounters;
import dev.spine.device.wire.WirePort;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.wire.InternetChecksum;
import dev.spine.iop.packet.wire.MacAddress;
import dev.spine.iop.packet.wire.UdpHeaders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class UdpWireTest extends WireContract {
    private static final long DEVICE_ADDRESS = 0x0200_0000_0202L;
    private static final ValueLayout.OfShort U16 = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    private final HandAgent device = HandAgent.live("iop1");
    private final UdpWire wire;
    private final DatagramSocket program;
    private int next;

    UdpWireTest() throws IOException {
        wire = new UdpWire("udp0", new InetSocketAddress(LOOPBACK, 0), DEVICE_ADDRESS, BUFFERS, WirePort.ETHERNET_PACKET_BYTES);
        program = new DatagramSocket(new InetSocketAddress(LOOPBACK, 0));
    }

    @BeforeEach
    void attach() {
        port().attach(device);
    }

    @AfterEach
    void close() {
        program.close();
        wire.close();
    }

    @Override
    protected WirePort port() {
        return wire.ports().getFirst();
    }

    @Override
    protected HandAgent device() {
        return device;
    }

    @Override
    protected void offer(int count) {
        for (int i = 0; i < count; i++) {
            // The bytes of a test frame from its number on, so that frame and datagram look alike.
            byte[] frame = Frames.frame(0, 0, next++, 100).toArray(ValueLayout.JAVA_BYTE);
            send(Arrays.copyOfRange(frame, UdpHeaders.BYTES, frame.length));
        }
    }

    private void send(byte[] payload) {
        long takenBefore = handled();
        long countedBefore = counted();
        try {
            program.send(new DatagramPacket(payload, payload.length, wire.localAddress()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // One datagram at a time: what is tested is the wire, not the socket buffer of this machine.
        while (handled() == takenBefore || counted() == countedBefore) {
            Thread.onSpinWait();
        }
    }

    /**
     * Datagrams that can be taken now, or were dropped: what a test waits for is the frame itself. A read of the list's size is what makes
     * the other thread's counts visible.
     */
    private long handled() {
        int waiting = port().arrivals().size();
        return waiting + port().received().drops();
    }

    /** Datagrams that are counted, which happens after they can be taken. */
    private long counted() {
        return port().arrivals().size() < 0 ? 0 : port().received().frames() + port().received().drops();
    }

    private Packet arrival() {
        Packet packet = port().arrivals().poll();
        assertNotNull(packet);
        return packet;
    }

    @Test
    void aDatagramBecomesAWholeFrame() {
        send(new byte[] {1, 2, 3});

        Packet packet = arrival();
        MemorySegment frame = packet.memory().asSlice(packet.offset(), packet.length());
        assertEquals(UdpHeaders.BYTES + 3, packet.length());
        assertEquals(DEVICE_ADDRESS, MacAddress.destination(frame, 0));
        assertEquals("02:00:7f:00:00:01", MacAddress.format(MacAddress.source(frame, 0)));
        assertEquals(0x0800, frame.get(U16, 12));
        assertEquals(0x4500, frame.get(U16, 14));
        assertEquals(20 + 8 + 3, frame.get(U16, 16));
        assertEquals(0, InternetChecksum.of(frame, 14, 20), "a header with its checksum sums to nothing");
        assertEquals(0x7F000001, frame.get(ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN), 26));
        assertEquals(program.getLocalPort(), frame.get(U16, 34) & 0xFFFF);
        assertEquals(wire.localAddress().getPort(), frame.get(U16, 36) & 0xFFFF);
        assertEquals(8 + 3, frame.get(U16, 38));
        assertEquals(UdpHeaders.BYTES, UdpHeaders.payloadOffset(frame, 0, packet.length()));
        assertEquals(3, frame.get(ValueLayout.JAVA_BYTE, 44));
    }

    @Test
    void aFrameThatIsCountedCanBeTaken() throws IOException {
        for (int i = 1; i <= 2000; i++) {
            program.send(new DatagramPacket(new byte[] {1, 2, 3}, 3, wire.localAddress()));
            while (counted() < i) {
                Thread.onSpinWait();
            }
            arrival().release(device);
        }
        assertEquals(0, port().received().drops());
    }

    @Test
    void datagramsUpToTheLargestFramePassAndOneByteMoreIsCounted() {
        int limit = WirePort.ETHERNET_PACKET_BYTES - UdpHeaders.BYTES;
        send(new byte[limit - 1]);
        send(new byte[limit]);
        send(new byte[limit + 1]);
        send(new byte[0]);

        assertEquals(WirePort.ETHERNET_PACKET_BYTES - 1, arrival().length());
        assertEquals(WirePort.ETHERNET_PACKET_BYTES, arrival().length());
        assertEquals(UdpHeaders.BYTES, arrival().length());
        assertEquals(1, port().received().get(WireCounters.Counter.BAD_LENGTH));
    }

    @Test
    void whatAGateHoldsBackReachesNobodyAndCostsNoBuffer() throws IOException {
        AtomicInteger seen = new AtomicInteger();
        wire.gate((memory, offset, length) -> {
            seen.incrementAndGet();
            return memory.get(ValueLayout.JAVA_BYTE, offset + UdpHeaders.BYTES) == 2;
        });
        for (int i = 0; i < BUFFERS + 1; i++) {
            program.send(new DatagramPacket(new byte[] {1}, 1, wire.localAddress()));
        }
        send(new byte[] {2});
        wire.gate(PacketGate.OPEN);
        send(new byte[] {3});

        assertEquals(BUFFERS + 2, seen.get());
        Packet first = arrival();
        assertEquals(2, first.memory().get(ValueLayout.JAVA_BYTE, first.offset() + UdpHeaders.BYTES));
        Packet second = arrival();
        assertEquals(3, second.memory().get(ValueLayout.JAVA_BYTE, second.offset() + UdpHeaders.BYTES));
        assertEquals(0, port().received().drops());
    }

    @Test
    void theSizeOfTheSocketsBufferCanBeToldAsLongAsItIsOpen() {
        assertTrue(wire.socketBufferBytes() > 0);
        wire.close();
        assertThrows(UncheckedIOException.class, wire::socketBufferBytes);
    }

    @Test
    void whatTheDeviceSendsLeavesAsADatagram() throws IOException {
        MemorySegment frame = Arena.ofAuto().allocate(100);
        UdpHeaders.write(frame, 0, DEVICE_ADDRESS, 2, 0x7F000001, 9, 0x7F000001, program.getLocalPort(), 1 << 16, 5);
        MemorySegment.copy(new byte[] {9, 8, 7, 6, 5}, 0, frame, ValueLayout.JAVA_BYTE, UdpHeaders.BYTES, 5);

        // Bytes after the datagram are padding and do not travel.
        assertTrue(port().trySend(device, frame, 0, 60));
        DatagramPacket datagram = new DatagramPacket(new byte[100], 100);
        program.receive(datagram);
        assertEquals(5, datagram.getLength());
        assertEquals(9, datagram.getData()[0]);
        assertEquals(wire.localAddress().getPort(), datagram.getPort());
        assertEquals(1, port().sent().frames());
    }

    @Test
    void framesThatAreNoWholeUdpDatagramAreCounted() {
        MemorySegment good = Arena.ofAuto().allocate(64);
        UdpHeaders.write(good, 0, DEVICE_ADDRESS, 2, 0x7F000001, 9, 0x7F000001, program.getLocalPort(), 1 << 16, 5);
        int[] halves = {12, 14, 16, 20, 22, 38};
        for (int at : halves) {
            MemorySegment bad = Arena.ofAuto().allocate(64);
            bad.copyFrom(good);
            bad.set(U16, at, (short) 0xFFFF);
            assertTrue(port().trySend(device, bad, 0, 60));
        }
        assertTrue(port().trySend(device, good, 0, UdpHeaders.BYTES - 1));
        assertEquals(halves.length + 1, port().sent().get(WireCounters.Counter.UNSUPPORTED));
        assertEquals(0, port().sent().frames());
    }

    @Test
    void aDestinationThatTheSystemRefusesIsCounted() {
        MemorySegment frame = Arena.ofAuto().allocate(64);
        UdpHeaders.write(frame, 0, DEVICE_ADDRESS, 2, 0x7F000001, 9, 0x7F000001, 0, 1 << 16, 5);
        assertTrue(port().trySend(device, frame, 0, 60));
        assertEquals(1, port().sent().get(WireCounters.Counter.SYSTEM_REFUSED));
    }

    @Test
    void theModelledEngineIsRefusedWithARemedy() {
        String message = assertThrows(IllegalArgumentException.class, () -> port().attach(HandAgent.modelled("iop1"))).getMessage();
        assertTrue(message != null && message.contains("udp0") && message.contains("live engine"), message);
    }

    @Test
    void anAddressInUseIsAnError() {
        assertThrows(IOException.class, () -> new UdpWire("udp1", wire.localAddress(), DEVICE_ADDRESS, BUFFERS, 1514).close());
    }
}
