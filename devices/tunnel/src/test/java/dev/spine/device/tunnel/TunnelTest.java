package dev.spine.device.tunnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.HandAgent;
import dev.spine.device.wire.Frames;
import dev.spine.device.wire.LinkSignal;
import dev.spine.device.wire.LinkState;
import dev.spine.device.wire.WireCounters.Counter;
import dev.spine.device.wire.WirePort;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.wire.MacAddress;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tunnels between tunnels: a star of ends that are joined by the one that listens. */
@Timeout(60)
class TunnelTest {
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
    private static final int BUFFERS = 64;
    private static final long A = 0x0200_0000_000AL;
    private static final long B = 0x0200_0000_000BL;
    private static final long C = 0x0200_0000_000CL;

    private final WirePlace place = place();
    private final List<AutoCloseable> open = new ArrayList<>();

    /** {@return where the wires have their connections} */
    WirePlace place() {
        return new WirePlace.OwnThreads();
    }

    /** One end, and the device there. */
    private record End(TunnelWire wire, HandAgent device) {
        WirePort port() {
            return wire.ports().getFirst();
        }

        void send(long to, long from, int number) {
            MemorySegment frame = Frames.frame(to, from, number, 100);
            await(() -> port().trySend(device, frame, 0, 100));
        }

        int receive() {
            Packet[] found = new Packet[1];
            await(() -> (found[0] = port().arrivals().poll()) != null);
            int number = Frames.number(found[0].memory(), found[0].offset());
            assertTrue(Frames.isIntact(found[0].memory(), found[0].offset(), found[0].length()));
            found[0].release(device);
            return number;
        }

        void awaitSignal() {
            LinkSignal[] found = new LinkSignal[1];
            await(() -> (found[0] = port().linkSignals().poll()) != null);
            found[0].received();
        }

        void awaitLink(LinkState state) {
            await(() -> port().link() == state);
        }
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    private <T extends AutoCloseable> T opened(T resource) {
        open.add(resource);
        return resource;
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
        place.close();
    }

    private End end(String name, TunnelEnd end) throws IOException {
        return end(name, end, TunnelLimits.STANDARD);
    }

    private End end(String name, TunnelEnd end, TunnelLimits limits) throws IOException {
        HandAgent device = HandAgent.live(name);
        TunnelWire wire = opened(place.wire(name, end, TunnelSecurity.PLAIN, BUFFERS, limits));
        wire.ports().getFirst().attach(device);
        return new End(wire, device);
    }

    private End listen() throws IOException {
        return end("hub", new TunnelEnd.Listen(new InetSocketAddress(LOOPBACK, 0)));
    }

    private End listen(TunnelLimits limits) throws IOException {
        return end("hub", new TunnelEnd.Listen(new InetSocketAddress(LOOPBACK, 0)), limits);
    }

    private End connect(String name, End to) throws IOException {
        End made = end(name, new TunnelEnd.Connect("127.0.0.1", to.wire.address().getPort()));
        made.awaitLink(LinkState.UP);
        to.awaitLink(LinkState.UP);
        return made;
    }

    @Test
    void framesGoBothWays() throws IOException {
        End hub = listen();
        End end = connect("end", hub);

        end.send(A, B, 7);
        assertEquals(7, hub.receive());
        hub.send(B, A, 8);
        assertEquals(8, end.receive());
    }

    @Test
    void whoListensIsTheSwitchOfAll() throws IOException {
        End hub = listen();
        End first = connect("first", hub);
        End second = connect("second", hub);
        hub.send(MacAddress.BROADCAST, A, 0);
        assertEquals(0, first.receive() + second.receive());
        first.send(A, B, 1);
        second.send(A, C, 2);
        assertEquals(3, hub.receive() + hub.receive());

        first.send(MacAddress.BROADCAST, B, 3);
        assertEquals(3, hub.receive());
        assertEquals(3, second.receive());
        second.send(B, C, 4);
        second.send(A, C, 5);
        assertEquals(5, hub.receive(), "a frame for another end came to the hub's own device");
        assertEquals(4, first.receive());
        hub.send(C, A, 6);
        assertEquals(6, second.receive());
        hub.send(B, A, 7);
        assertEquals(7, first.receive());
        assertNull(second.port().arrivals().poll());
    }

    @Test
    void anEndThatDiesIsLinkDownAndComesBack() throws IOException {
        ServerSocket place = opened(new ServerSocket(0, 1, LOOPBACK));
        End end = end("end", new TunnelEnd.Connect("127.0.0.1", place.getLocalPort()));
        Socket first = opened(place.accept());
        end.awaitLink(LinkState.UP);
        end.awaitSignal();

        first.close();
        end.awaitLink(LinkState.DOWN);
        end.send(A, B, 1);
        assertEquals(1, end.port().sent().get(Counter.LINK_DOWN));
        end.awaitSignal();

        FarEnd second = opened(new FarEnd(place.accept()));
        end.awaitLink(LinkState.UP);
        end.send(A, B, 2);
        assertEquals(2, Frames.number(second.receive(), 0));
    }

    @Test
    void aConnectedEndHoldsItsDeviceBackAndLosesNothing() throws IOException {
        ServerSocket place = opened(new ServerSocket(0, 1, LOOPBACK));
        End end = end("end", new TunnelEnd.Connect("127.0.0.1", place.getLocalPort()));
        FarEnd far = opened(new FarEnd(place.accept()));
        end.awaitLink(LinkState.UP);
        MemorySegment frame = Frames.frame(A, B, 0, WirePort.ETHERNET_PACKET_BYTES);

        // Nobody reads: sooner or later the wire takes no more.
        int sent = 0;
        long refusals = 0;
        while (refusals < 100_000) {
            frame.set(ValueLayout.JAVA_INT_UNALIGNED, 42, sent);
            if (end.port().trySend(end.device, frame, 0, WirePort.ETHERNET_PACKET_BYTES)) {
                sent++;
                refusals = 0;
            } else {
                refusals++;
            }
        }
        for (int i = 0; i < sent; i++) {
            assertEquals(i, Frames.number(far.receive(), 0));
        }
        assertEquals(0, end.port().sent().drops() + end.wire.forwarded().drops());
    }

    @Test
    void oneEndThatDoesNotReadHoldsUpNoOther() throws IOException {
        End hub = listen();
        FarEnd slow = opened(FarEnd.of(hub.wire));
        hub.awaitLink(LinkState.UP);
        FarEnd quick = opened(FarEnd.of(hub.wire));
        slow.send(Frames.frame(A, B, 1, 100));
        quick.send(Frames.frame(A, C, 2, 100));
        assertEquals(3, hub.receive() + hub.receive());

        MemorySegment frame = Frames.frame(B, A, 0, WirePort.ETHERNET_PACKET_BYTES);
        await(() -> {
            hub.port().trySend(hub.device, frame, 0, WirePort.ETHERNET_PACKET_BYTES);
            return hub.wire.forwarded().get(Counter.QUEUE_FULL) > 0;
        });
        hub.send(C, A, 9);
        int number;
        do {
            number = Frames.number(quick.receive(), 0);
        } while (number != 9);
    }

    @Test
    void framesToAllStayInTheirOrderWhenOneEndStopsReading() throws IOException {
        End hub = listen();
        FarEnd slow = opened(FarEnd.of(hub.wire));
        slow.send(Frames.frame(A, B, 1, 100));
        assertEquals(1, hub.receive());
        FarEnd quick = opened(FarEnd.of(hub.wire));
        quick.send(Frames.frame(A, C, 2, 100));
        assertEquals(2, hub.receive());

        MemorySegment frame = Frames.frame(MacAddress.BROADCAST, A, 0, WirePort.ETHERNET_PACKET_BYTES);
        int sent = 0;
        while (hub.wire.forwarded().get(Counter.QUEUE_FULL) == 0) {
            for (int i = 0; i < BUFFERS / 2; i++) {
                frame.set(ValueLayout.JAVA_INT_UNALIGNED, 42, sent++);
                await(() -> hub.port().trySend(hub.device, frame, 0, WirePort.ETHERNET_PACKET_BYTES));
            }
            for (int i = sent - BUFFERS / 2; i < sent; i++) {
                assertEquals(i, Frames.number(quick.receive(), 0));
            }
        }
    }

    @Test
    void whoSpeaksOfNoFramesIsCutOff() throws IOException {
        End hub = listen();
        for (int length : new int[] {-1, Framing.MAX_BYTES + 1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            FarEnd odd = opened(FarEnd.of(hub.wire));
            odd.sendRaw(ByteBuffer.allocate(64).putInt(length).array());
            assertNull(odd.receive());
        }
        FarEnd slow = opened(FarEnd.of(hub.wire));
        MemorySegment frame = Frames.frame(A, B, 3, 100);
        byte[] whole = ByteBuffer.allocate(104).putInt(100).put(frame.asByteBuffer()).array();
        for (byte each : whole) {
            slow.sendRaw(new byte[] {each});
        }
        assertEquals(3, hub.receive());
    }

    @Test
    void framesComeWholeHoweverTheyAreCut() throws IOException {
        long seed = Long.getLong("spine.seed", System.nanoTime());
        Random random = new Random(seed);
        End hub = listen();
        FarEnd far = opened(FarEnd.of(hub.wire));
        for (int round = 0; round < 50; round++) {
            ByteBuffer all = ByteBuffer.allocate(BUFFERS / 2 * (4 + WirePort.ETHERNET_PACKET_BYTES));
            for (int i = 0; i < BUFFERS / 2; i++) {
                int bytes = 60 + random.nextInt(WirePort.ETHERNET_PACKET_BYTES - 59);
                all.putInt(bytes).put(Frames.frame(A, B, i, bytes).asByteBuffer());
            }
            for (int at = 0; at < all.position();) {
                int piece = Math.min(1 + random.nextInt(random.nextBoolean() ? 8 : 4_000), all.position() - at);
                far.sendRaw(Arrays.copyOfRange(all.array(), at, at + piece));
                at += piece;
            }
            for (int i = 0; i < BUFFERS / 2; i++) {
                assertEquals(i, hub.receive(), () -> "run again with -Dspine.seed=" + seed);
            }
        }
    }

    @Test
    void framesOfImpossibleLengthFromOutsideAreCounted() throws IOException {
        End hub = listen();
        FarEnd far = opened(FarEnd.of(hub.wire));
        for (int length : new int[] {1, 13, WirePort.ETHERNET_PACKET_BYTES + 1, Framing.MAX_BYTES}) {
            far.sendRaw(ByteBuffer.allocate(4 + length).putInt(length).array());
        }
        far.send(Frames.frame(A, B, 4, 100));
        assertEquals(4, hub.receive());
        assertEquals(4, hub.port().received().get(Counter.BAD_LENGTH));
    }

    @Test
    void whoAcceptsAndClosesIsAskedMoreAndMoreRarely() throws IOException {
        ServerSocket place = opened(new ServerSocket(0, 1, LOOPBACK));
        End end = end("end", new TunnelEnd.Connect("127.0.0.1", place.getLocalPort()),
            new TunnelLimits(4, 1 << 20, 1 << 20, 1, 16, 2_000, 5));
        for (int i = 0; i < 8; i++) {
            place.accept().close();
        }
        FarEnd far = opened(new FarEnd(place.accept()));
        end.awaitLink(LinkState.UP);
        assertEquals(16, end.wire.retryMs());

        far.send(Frames.frame(A, B, 1, 100));
        assertEquals(1, end.receive());
        assertEquals(1, end.wire.retryMs(), "a frame has come");
    }

    @Test
    void anEndThatFallsSilentIsDeadIfItHasToldThatItIsAlive() throws IOException {
        End hub = listen(new TunnelLimits(4, 1 << 20, 1 << 20, 1, 16, 10, 5));
        FarEnd machine = opened(FarEnd.of(hub.wire));
        hub.awaitLink(LinkState.UP);
        FarEnd dead = opened(FarEnd.of(hub.wire));
        dead.tell();
        assertNull(dead.receive(), "its connection ends");
        machine.send(Frames.frame(A, B, 1, 100));
        assertEquals(1, hub.receive(), "one that never tells may be silent");
    }

    @Test
    void endsThatHaveNothingToSendStayConnected() throws IOException {
        TunnelLimits quick = new TunnelLimits(4, 1 << 20, 1 << 20, 1, 16, 5, 200);
        End hub = listen(quick);
        End idle = end("end", new TunnelEnd.Connect("127.0.0.1", hub.wire.address().getPort()), quick);
        idle.awaitLink(LinkState.UP);
        idle.awaitSignal();
        FarEnd watch = opened(FarEnd.of(hub.wire));
        for (int i = 0; i < 250; i++) {
            watch.awaitTold();
        }
        assertEquals(LinkState.UP, idle.port().link());
        assertNull(idle.port().linkSignals().poll(), "the link was down meanwhile");
    }

    @Test
    void whatWaitsForManyEndsIsBounded() throws IOException {
        int all = 256 << 10;
        int ends = 8;
        End hub = listen(new TunnelLimits(ends, 1 << 20, all, 1, 16, 2_000, 5));
        for (int i = 0; i < ends; i++) {
            FarEnd slow = opened(FarEnd.of(hub.wire));
            slow.send(Frames.frame(A, B + i, i, 100));
            assertEquals(i, hub.receive());
        }
        MemorySegment frame = Frames.frame(MacAddress.BROADCAST, A, 0, WirePort.ETHERNET_PACKET_BYTES);
        // The systems' own buffers fill first, and not all at once: each end has dropped when many times as many were.
        await(() -> {
            hub.port().trySend(hub.device, frame, 0, WirePort.ETHERNET_PACKET_BYTES);
            return hub.wire.forwarded().get(Counter.QUEUE_FULL) > 1_000L * ends;
        });
        long waiting = hub.wire.waitingBytes();
        assertTrue(waiting > all / 2 && waiting <= all + ends * (WirePort.ETHERNET_PACKET_BYTES + 200), () -> waiting + " bytes wait");
    }

    @Test
    void aPlaceThatIsTakenIsAnError() throws IOException {
        End hub = listen();
        assertThrows(IOException.class, () -> new TunnelWire("other", new TunnelEnd.Listen(hub.wire.address()), TunnelSecurity.PLAIN, 8,
            WirePort.ETHERNET_PACKET_BYTES));
    }

    @Test
    void aTunnelDoesNotWorkInVirtualTime() throws IOException {
        TunnelWire wire = opened(new TunnelWire("hub", new TunnelEnd.Listen(new InetSocketAddress(LOOPBACK, 0)), TunnelSecurity.PLAIN, 8,
            WirePort.ETHERNET_PACKET_BYTES));
        assertThrows(IllegalArgumentException.class, () -> wire.ports().getFirst().attach(HandAgent.modelled("iop1")));
    }
}
