package dev.spine.device.wire.xdp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Namespaces;
import dev.spine.clients.Program;
import dev.spine.device.HandAgent;
import dev.spine.device.os.InterfaceControl;
import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.SystemCallException;
import dev.spine.device.os.xdp.XdpInterface;
import dev.spine.device.os.xdp.XdpSettings;
import dev.spine.device.os.xdp.XdpSettings.Mode;
import dev.spine.device.wire.Frames;
import dev.spine.device.wire.LinkSignal;
import dev.spine.device.wire.LinkState;
import dev.spine.device.wire.WireContract;
import dev.spine.device.wire.WireCounters.Counter;
import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.tap.PacketSocket;
import dev.spine.iop.packet.Packet;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The wire is at "card", one end of a virtual pair; Linux sends and receives at "outside", the other. */
@Timeout(60)
class XdpWireTest extends WireContract {
    private static final int FRAME_BYTES = 100;
    private static final long LIMIT_NS = 20_000_000_000L;
    private static final long LOOK_NS = 20_000_000;

    @TempDir
    private Path directory = Path.of("");
    private Namespaces spaces;
    private String spaceName;
    private NetworkNamespace space;
    private XdpInterface device;
    private XdpWire wire;
    private PacketSocket socket;
    private final HandAgent agent = HandAgent.live("wire");
    private final HandAgent iop = HandAgent.live("iop1");
    private int offered;

    @BeforeEach
    void open() throws IOException {
        spaces = new Namespaces(directory);
        spaceName = spaces.make("xdp");
        spaces.run(spaceName, "sysctl", "-qw", "net.ipv6.conf.all.disable_ipv6=1", "net.ipv6.conf.default.disable_ipv6=1").succeeded();
        pair("card", "outside", "1500");
        space = NetworkNamespace.of(spaceName);
        make(Mode.AUTO);
        awaitLink(LinkState.UP, "card");
        LinkSignal signal = port().linkSignals().poll();
        if (signal != null) {
            signal.received();
        }
    }

    /** Linux takes its time to notice what becomes of a link; a wire that begins before that begins with its link down. */
    private void awaitLink(LinkState state, String end) {
        long begin = System.nanoTime();
        while (port().link() != state) {
            assertTrue(System.nanoTime() - begin < LIMIT_NS, () -> end + " is not " + state);
            look();
        }
    }

    private void pair(String one, String other, String mtu) throws IOException {
        spaces.ip(spaceName, "link add name " + one + " mtu " + mtu + " numtxqueues 1 numrxqueues 1 type veth peer name " + other
            + " mtu " + mtu + " numtxqueues 1 numrxqueues 1");
        spaces.ip(spaceName, "link set dev " + one + " up");
        spaces.ip(spaceName, "link set dev " + other + " up");
    }

    private void make(Mode mode) {
        device = XdpInterface.open(new XdpSettings("card", space, mode));
        wire = new XdpWire(agent, "wire", device, 1500, BUFFERS);
        wire.ports().getFirst().attach(iop);
        socket = new PacketSocket(space, index("outside"));
    }

    private int index(String name) {
        return space.call(() -> {
            InterfaceControl control = new InterfaceControl(name);
            int index = control.index();
            control.close();
            return index;
        });
    }

    @AfterEach
    void close() {
        if (wire != null) {
            socket.close();
            wire.close();
        }
        spaces.close();
    }

    @Override
    protected WirePort port() {
        return wire.ports().getFirst();
    }

    @Override
    protected HandAgent device() {
        return iop;
    }

    /** What finds no buffer stays in the memory shared with the kernel. */
    @Override
    protected boolean isClosedLoop() {
        return true;
    }

    @Override
    protected void offer(int count) {
        for (int i = 0; i < count; i++) {
            assertTrue(socket.send(Frames.frame(1, 0x0200_0000_0001L, offered++, FRAME_BYTES)));
        }
        // The kernel may take its time: until everything is here or waits.
        do {
            work();
        } while (port().received().frames() + port().received().drops() + device.waiting() < offered);
    }

    private void work() {
        int work = 1;
        while (work > 0) {
            work = wire.doWork(64);
        }
    }

    private void look() {
        agent.advance(LOOK_NS);
        wire.doWork(1);
    }

    private MemorySegment received() {
        MemorySegment got = Arena.ofAuto().allocate(4000);
        long bytes = -1;
        while (bytes < 0) {
            wire.doWork(64);
            bytes = socket.receive(got);
        }
        return got.asSlice(0, bytes);
    }

    @ParameterizedTest
    @EnumSource
    void framesGoBothWaysInEveryMode(Mode mode) {
        socket.close();
        wire.close();
        make(mode);
        offer(1);
        assertNotNull(port().arrivals().poll());

        assertTrue(port().trySend(iop, Frames.frame(1, 2, 7, FRAME_BYTES), 0, FRAME_BYTES));

        MemorySegment got = received();
        // Its own frames come back to a socket for all protocols; the wire's is the last.
        while (Frames.number(got, 0) != 7) {
            got = received();
        }
        assertEquals(FRAME_BYTES, got.byteSize());
        assertTrue(Frames.isIntact(got, 0, FRAME_BYTES));
        assertEquals(1, port().sent().frames());
    }

    @Test
    void moreFramesThanTheRingHoldsAreSentInOrder() {
        MemorySegment got = Arena.ofAuto().allocate(4000);
        int next = 0;
        for (int i = 0; i < 5000; i++) {
            MemorySegment frame = Frames.frame(1, 2, i, FRAME_BYTES);
            while (!port().trySend(iop, frame, 0, FRAME_BYTES)) {
                wire.doWork(64);
            }
            while (socket.receive(got) > 0) {
                assertEquals(next++, Frames.number(got, 0));
            }
        }
        while (next < 5000) {
            assertEquals(next++, Frames.number(received(), 0));
        }
        assertEquals(5000, port().sent().frames());
        assertEquals(0, wire.system().badPlaces());
    }

    @Test
    void aFrameInAnArrayIsSentLikeAnother() {
        byte[] bytes = Frames.frame(1, 2, 8, FRAME_BYTES).toArray(ValueLayout.JAVA_BYTE);

        assertTrue(port().trySend(iop, MemorySegment.ofArray(bytes), 0, FRAME_BYTES));

        assertTrue(Frames.isIntact(received(), 0, FRAME_BYTES));
    }

    @Test
    void whatWaitsArrivesWhenBuffersReturn() {
        offer(3 * BUFFERS);
        int arrived = 0;
        for (int round = 0; round < 3; round++) {
            for (Packet packet = port().arrivals().poll(); packet != null; packet = port().arrivals().poll()) {
                assertEquals(arrived++, Frames.number(packet.memory(), packet.offset()));
                packet.release(iop);
            }
            work();
        }
        assertEquals(3 * BUFFERS, arrived);
    }

    @Test
    void whatTheSharedMemoryCannotHoldIsCountedByTheSystem() {
        for (int i = 0; i < 4000; i++) {
            socket.send(Frames.frame(1, 0x0200_0000_0001L, i, FRAME_BYTES));
        }
        while (device.waiting() < 1000) {
            work();
        }
        work();

        assertEquals(BUFFERS, port().received().frames());
        assertTrue(wire.system().noFrame() + wire.system().dropped() + wire.system().ringFull() > 0, () -> wire.system().toString());
    }

    @Test
    void theLinkGoesWithTheInterfaceAndWithItsOtherEnd() throws IOException {
        look();
        assertEquals(LinkState.UP, port().link());
        for (String end : new String[] {"card", "outside"}) {
            spaces.ip(spaceName, "link set dev " + end + " down");
            awaitLink(LinkState.DOWN, end);
            assertTrue(port().trySend(iop, Frames.frame(1, 2, 0, FRAME_BYTES), 0, FRAME_BYTES));
            spaces.ip(spaceName, "link set dev " + end + " up");
            awaitLink(LinkState.UP, end);
        }
        assertEquals(2, port().sent().get(Counter.LINK_DOWN));
        socket.close();
        socket = new PacketSocket(space, index("outside"));
        offer(1);
        assertNotNull(port().arrivals().poll());
        assertTrue(port().trySend(iop, Frames.frame(1, 2, 9, FRAME_BYTES), 0, FRAME_BYTES));
    }

    @Test
    void anInterfaceThatSomebodyDeletesTakesTheLinkDownForGood() throws IOException {
        spaces.ip(spaceName, "link del card");
        assertTrue(port().trySend(iop, Frames.frame(1, 2, 0, FRAME_BYTES), 0, FRAME_BYTES));
        work();
        look();

        assertEquals(LinkState.DOWN, port().link());
        assertTrue(wire.isGone());
        assertNotNull(port().linkSignals().poll());
        assertEquals(0, wire.doWork(64));
        assertTrue(port().trySend(iop, Frames.frame(1, 2, 0, FRAME_BYTES), 0, FRAME_BYTES));
        assertEquals(1, port().sent().get(Counter.LINK_DOWN));
    }

    @Test
    void closingGivesTheInterfaceBackToTheSystem() throws IOException {
        assertTrue(spaces.ip(spaceName, "link show card").contains("xdp"));

        wire.close();
        wire.close();

        assertFalse(spaces.ip(spaceName, "link show card").contains("xdp"));
        assertTrue(port().trySend(iop, Frames.frame(1, 2, 0, FRAME_BYTES), 0, FRAME_BYTES));
        assertEquals(0, wire.doWork(64));
        assertEquals(0, wire.system().dropped());
    }

    @Test
    void aNamespaceThatLosesItsNameGoesOnWithTheWire() throws IOException {
        Program.run(directory, "ip", "netns", "del", spaceName).succeeded();
        offer(1);
        look();

        assertEquals(LinkState.UP, port().link());
        assertNotNull(port().arrivals().poll());
    }

    private String refusal(String name) {
        XdpSettings settings = new XdpSettings(name, space, Mode.AUTO);
        String message = String.valueOf(assertThrows(SystemCallException.class, () -> XdpInterface.open(settings)).getMessage());
        assertEquals(1, message.lines().count(), message);
        return message;
    }

    @Test
    void whatCannotBeTakenIsRefusedInOneLine() throws IOException {
        assertTrue(refusal("none").startsWith("there is no interface 'none' in network namespace '"));
        assertTrue(refusal("card").startsWith("interface 'card': "), () -> refusal("card"));
        pair("large", "larger", "9000");
        assertTrue(refusal("large").startsWith("interface 'large' has an MTU of 9000, and packets taken by XDP have up to 3822"));
        spaces.ip(spaceName, "link add name many numtxqueues 2 numrxqueues 2 type veth peer name more");
        assertTrue(refusal("many").startsWith("interface 'many' has 2 receive queues, of which one would be taken"));
        assertThrows(IllegalArgumentException.class, () -> new XdpSettings("a b", space, Mode.AUTO));
        // A driver refuses what it could not serve: a pair whose other end sends what does not fit a page.
        spaces.ip(spaceName, "link add name few numtxqueues 1 numrxqueues 1 type veth peer name lots mtu 9000");
        XdpSettings few = new XdpSettings("few", space, Mode.NATIVE);
        assertTrue(String.valueOf(assertThrows(SystemCallException.class, () -> XdpInterface.open(few)).getMessage())
            .startsWith("the driver of interface 'few' does not take XDP programs, or not as it is set ("));
        XdpInterface.open(new XdpSettings("few", space, Mode.AUTO)).close();
        // Nothing of a refused interface is left behind: it can be taken once it fits.
        spaces.ip(spaceName, "link set dev large mtu 3822");
        try (XdpInterface large = XdpInterface.open(new XdpSettings("large", space, Mode.GENERIC))) {
            assertEquals(3840, large.maxPacketBytes());
        }
    }

    @Test
    void theModelledEngineRefusesTheWire() {
        assertThrows(IllegalArgumentException.class, () -> new XdpWire(HandAgent.modelled("m"), "wire", device, 1500, 1));
        assertThrows(IllegalArgumentException.class, () -> port().attach(HandAgent.modelled("m")));
    }
}
