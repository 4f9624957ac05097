package dev.spine.device.wire.tap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Namespaces;
import dev.spine.clients.Program;
import dev.spine.device.HandAgent;
import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.SystemCallException;
import dev.spine.device.os.TapDevice;
import dev.spine.device.os.TapSettings;
import dev.spine.device.wire.Frames;
import dev.spine.device.wire.LinkSignal;
import dev.spine.device.wire.LinkState;
import dev.spine.device.wire.WireContract;
import dev.spine.device.wire.WireCounters.Counter;
import dev.spine.device.wire.WirePort;
import dev.spine.iop.packet.Packet;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Timeout(60)
@Isolated("it counts the process's taps")
class TapWireTest extends WireContract {
    private static final int FRAME_BYTES = 100;
    private static final long LOOK_NS = 20_000_000;

    @TempDir
    private Path directory = Path.of("");
    private Namespaces spaces;
    private String spaceName;
    private NetworkNamespace space;
    private TapDevice tap;
    private TapWire wire;
    private PacketSocket socket;
    private final HandAgent agent = HandAgent.live("wire");
    private final HandAgent device = HandAgent.live("iop1");
    private int offered;

    @BeforeEach
    void open() throws IOException {
        spaces = new Namespaces(directory);
        spaceName = spaces.make("tap");
        silence(spaceName);
        space = NetworkNamespace.of(spaceName);
        tap = TapDevice.open(TapSettings.of("tap0", space));
        wire = new TapWire(agent, "wire", tap, BUFFERS);
        wire.ports().getFirst().attach(device);
        socket = new PacketSocket(space, tap.index());
    }

    /** Nobody in the namespace sends by himself. */
    private void silence(String name) throws IOException {
        spaces.run(name, "sysctl", "-qw", "net.ipv6.conf.all.disable_ipv6=1", "net.ipv6.conf.default.disable_ipv6=1").succeeded();
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
        return device;
    }

    /** What finds no buffer stays in the interface's own queue. */
    @Override
    protected boolean isClosedLoop() {
        return true;
    }

    @Override
    protected void offer(int count) {
        for (int i = 0; i < count; i++) {
            assertTrue(socket.send(Frames.frame(tap.hardwareAddress(), 0x0200_0000_0001L, offered++, FRAME_BYTES)));
        }
        work();
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

    private void takeSignal() {
        LinkSignal signal = port().linkSignals().poll();
        assertNotNull(signal);
        signal.received();
    }

    @Test
    void aFrameThatTheDeviceSendsIsReceivedByLinux() {
        MemorySegment frame = Frames.frame(tap.hardwareAddress(), 0x0200_0000_0001L, 7, FRAME_BYTES);

        assertTrue(port().trySend(device, frame, 0, FRAME_BYTES));

        MemorySegment got = Arena.ofAuto().allocate(2000);
        assertEquals(FRAME_BYTES, socket.receive(got));
        assertTrue(Frames.isIntact(got, 0, FRAME_BYTES));
        assertEquals(1, port().sent().frames());
        assertEquals(1, wire.system().received());
    }

    @Test
    void aFrameInAnArrayIsSentLikeAnother() {
        byte[] bytes = Frames.frame(tap.hardwareAddress(), 0x0200_0000_0001L, 8, FRAME_BYTES)
            .toArray(ValueLayout.JAVA_BYTE);

        assertTrue(port().trySend(device, MemorySegment.ofArray(bytes), 0, FRAME_BYTES));

        MemorySegment got = Arena.ofAuto().allocate(2000);
        assertEquals(FRAME_BYTES, socket.receive(got));
        assertTrue(Frames.isIntact(got, 0, FRAME_BYTES));
    }

    @Test
    void whatWaitsInTheInterfaceArrivesWhenBuffersReturn() {
        offer(3 * BUFFERS);
        int arrived = 0;
        for (int round = 0; round < 3; round++) {
            for (Packet packet = port().arrivals().poll(); packet != null; packet = port().arrivals().poll()) {
                assertEquals(arrived++, Frames.number(packet.memory(), packet.offset()));
                packet.release(device);
            }
            work();
        }
        assertEquals(3 * BUFFERS, arrived);
    }

    @Test
    void whatTheInterfaceCannotHoldIsCountedByTheSystem() throws IOException {
        spaces.ip(spaceName, "link set tap0 txqueuelen 16");
        // The length of the queue is that of the next time that it is set up.
        spaces.ip(spaceName, "link set tap0 down");
        spaces.ip(spaceName, "link set tap0 up");
        for (int i = 0; i < 4000; i++) {
            socket.send(Frames.frame(tap.hardwareAddress(), 0x0200_0000_0001L, i, FRAME_BYTES));
        }
        work();

        assertEquals(BUFFERS, port().received().frames());
        assertTrue(wire.system().sendDrops() > 0, () -> "of 4000 frames none was dropped: " + wire.system());
    }

    @Test
    void aFrameWithATagOfAVlanFits() {
        MemorySegment frame = Frames.frame(tap.hardwareAddress(), 0x0200_0000_0001L, 9, 1518);
        frame.set(ValueLayout.JAVA_SHORT_UNALIGNED, 12, (short) 0x0081);

        assertTrue(port().trySend(device, frame, 0, 1518));

        assertEquals(1518, port().maxPacketBytes());
        assertEquals(1, port().sent().frames());
    }

    @Test
    void aFrameThatIsLongerThanTheDeviceTakesIsCounted() throws IOException {
        spaces.ip(spaceName, "link set tap0 mtu 9000");

        assertTrue(socket.send(Frames.frame(tap.hardwareAddress(), 0x0200_0000_0001L, 0, 9000)));
        work();
        offered = 1;
        offer(1);

        assertEquals(1, port().received().get(Counter.BAD_LENGTH));
        Packet packet = port().arrivals().poll();
        assertNotNull(packet);
        assertEquals(1, Frames.number(packet.memory(), packet.offset()));
    }

    @Test
    void theLinkGoesWithTheStateOfTheInterface() throws IOException {
        look();
        assertEquals(LinkState.UP, port().link());

        spaces.ip(spaceName, "link set tap0 down");
        look();
        assertEquals(LinkState.DOWN, port().link());
        takeSignal();
        assertTrue(port().trySend(device, Frames.frame(1, 2, 0, FRAME_BYTES), 0, FRAME_BYTES));
        assertEquals(1, port().sent().get(Counter.LINK_DOWN));

        spaces.ip(spaceName, "link set tap0 up");
        look();
        assertEquals(LinkState.UP, port().link());
        takeSignal();
        // The old one still has to say that the interface was down.
        socket.close();
        socket = new PacketSocket(space, tap.index());
        offer(1);
        assertNotNull(port().arrivals().poll());
    }

    @Test
    void aFrameToAnInterfaceThatHasJustGoneDownIsCounted() throws IOException {
        spaces.ip(spaceName, "link set tap0 down");

        assertTrue(port().trySend(device, Frames.frame(1, 2, 0, FRAME_BYTES), 0, FRAME_BYTES));

        assertEquals(1, port().sent().get(Counter.LINK_DOWN));
    }

    @Test
    void anInterfaceThatSomebodyDeletesTakesTheLinkDownForGood() throws IOException {
        spaces.ip(spaceName, "link del tap0");
        assertTrue(port().trySend(device, Frames.frame(1, 2, 0, FRAME_BYTES), 0, FRAME_BYTES));
        look();

        assertEquals(LinkState.DOWN, port().link());
        assertTrue(wire.isGone());
        assertNotNull(port().linkSignals().poll());
        assertEquals(0, wire.doWork(64));
        assertEquals(1, port().sent().get(Counter.LINK_DOWN));
        assertEquals(0, wire.system().sent());
    }

    /** One frame each way over the interface that the wire ends in now. */
    private void passBothWays(NetworkNamespace place) {
        look();
        assertEquals(LinkState.UP, port().link());
        socket.close();
        socket = new PacketSocket(place, tap.index());
        offer(1);
        Packet packet = port().arrivals().poll();
        assertNotNull(packet);
        packet.release(device);
        long before = port().sent().frames();
        assertTrue(port().trySend(device, Frames.frame(1, 2, 0, FRAME_BYTES), 0, FRAME_BYTES));
        assertEquals(before + 1, port().sent().frames());
    }

    @Test
    void aWireLosesItsInterfaceAndGetsAnotherOneElsewhere() throws IOException {
        String otherName = spaces.make("other");
        silence(otherName);
        NetworkNamespace other = NetworkNamespace.of(otherName);
        int descriptor = tap.descriptor();
        passBothWays(space);

        wire.detach();
        look();
        assertEquals(LinkState.DOWN, port().link());
        takeSignal();
        assertFalse(tap.isAttached());
        assertFalse(wire.isGone(), "nobody has deleted it");
        assertFalse(spaces.ip(spaceName, "-br link").contains("tap0"));
        assertTrue(port().trySend(device, Frames.frame(1, 2, 0, FRAME_BYTES), 0, FRAME_BYTES));
        assertEquals(1, port().sent().get(Counter.LINK_DOWN));
        assertEquals(0, wire.doWork(64));
        wire.detach();

        wire.attach("tap7", other);
        passBothWays(other);
        takeSignal();
        assertEquals(descriptor, tap.descriptor());
        assertEquals("tap7", tap.name());
        assertTrue(spaces.ip(otherName, "-br link").contains("tap7"));
    }

    @Test
    void anInterfaceThatSomebodyHasDeletedIsReplacedByAnother() throws IOException {
        spaces.ip(spaceName, "link del tap0");
        look();
        takeSignal();
        assertTrue(wire.isGone());

        wire.attach("tap0", space);
        passBothWays(space);
        assertFalse(wire.isGone());
    }

    @Test
    void anInterfaceThatCannotBeHadLeavesTheWireAsItWas() throws IOException {
        assertTrue(assertThrows(SystemCallException.class, () -> wire.attach("tap1", space)).getMessage()
            .contains("there is an interface already, 'tap0': detach that first"));
        passBothWays(space);
        wire.detach();
        look();
        takeSignal();
        assertThrows(SystemCallException.class, () -> wire.attach("lo", space));
        assertThrows(SystemCallException.class, () -> wire.attach("tap1", NetworkNamespace.of("/etc/passwd")));
        assertFalse(tap.isAttached());
        look();
        assertEquals(LinkState.DOWN, port().link());
        wire.attach("tap1", space);
        passBothWays(space);
        wire.close();
        assertThrows(SystemCallException.class, () -> wire.attach("tap2", space));
        assertFalse(spaces.ip(spaceName, "-br link").contains("tap2"));
    }

    private static long openTaps() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(one -> {
                try {
                    return Files.readSymbolicLink(one).endsWith("tun");
                } catch (IOException e) {
                    return false;
                }
            }).count();
        }
    }

    /** Clients that attach and detach, beside the wire's thread and that of its card. */
    @Test
    void whateverManyDoAtOnceOneInterfaceIsLeftAtMost() throws IOException, InterruptedException {
        long before = openTaps();
        AtomicBoolean ended = new AtomicBoolean();
        AtomicReference<@Nullable Throwable> failed = new AtomicReference<>();
        Thread data = Thread.ofPlatform().start(() -> {
            try {
                while (!ended.get()) {
                    look();
                    wire.doWork(64);
                    port().trySend(device, Frames.frame(1, 2, 0, FRAME_BYTES), 0, FRAME_BYTES);
                    LinkSignal signal = port().linkSignals().poll();
                    if (signal != null) {
                        signal.received();
                    }
                }
            } catch (RuntimeException | Error e) {
                failed.set(e);
            }
        });
        List<Thread> clients = IntStream.range(0, 4).mapToObj(number -> Thread.ofPlatform().start(() -> {
            for (int i = 0; i < 15; i++) {
                try {
                    wire.attach("tap" + number, space);
                } catch (SystemCallException e) {
                    // Another one has been faster.
                }
                wire.detach();
            }
        })).toList();
        for (Thread client : clients) {
            client.join();
        }
        assertFalse(tap.isAttached());
        assertFalse(spaces.ip(spaceName, "-br link").contains("tap"));
        wire.attach("tap9", space);
        ended.set(true);
        data.join();
        assertNull(failed.get());
        assertEquals(before, openTaps());
        assertTrue(spaces.ip(spaceName, "-br link").contains("tap9"));
    }

    @Test
    void aWireBeginsWithoutAnInterface() {
        TapDevice later = TapDevice.open(TapSettings.of("tap5", space).withMtu(1400).with(TapSettings.Start.LATER));
        HandAgent own = HandAgent.live("later");
        try (TapWire without = new TapWire(own, "later", later, BUFFERS)) {
            without.ports().getFirst().attach(device);
            assertEquals(LinkState.DOWN, without.ports().getFirst().link());
            assertFalse(without.isGone());
            assertEquals(0, without.doWork(64));

            without.attach("tap6", space);
            own.advance(LOOK_NS);
            assertEquals(1, without.doWork(1));
            assertEquals(LinkState.UP, without.ports().getFirst().link());
            assertEquals(1400, later.mtu());
        }
    }

    @Test
    void aNamespaceThatLosesItsNameGoesOnWithTheWire() throws IOException {
        spaces.run(spaceName, "true").succeeded();
        Program.run(directory, "ip", "netns", "del", spaceName).succeeded();
        offer(1);
        look();

        assertEquals(LinkState.UP, port().link());
        assertNotNull(port().arrivals().poll());
        assertEquals(0, wire.system().sent());
    }

    @Test
    void closingRemovesTheInterfaceThatWasMade() throws IOException {
        assertTrue(tap.isMadeHere());
        assertTrue(spaces.ip(spaceName, "-br link").contains("tap0"));

        wire.close();
        wire.close();

        assertFalse(spaces.ip(spaceName, "-br link").contains("tap0"));
        assertTrue(port().trySend(device, Frames.frame(1, 2, 0, FRAME_BYTES), 0, FRAME_BYTES));
        assertEquals(0, wire.doWork(64));
    }

    @Test
    void anInterfaceThatWasThereStays() throws IOException {
        spaces.ip(spaceName, "tuntap add dev old mode tap");
        TapDevice old = TapDevice.open(TapSettings.of("old", space).withMtu(1400).withAddress(0x0253_5000_0042L));
        assertFalse(old.isMadeHere());
        assertEquals(1400, old.mtu());
        assertEquals(0x0253_5000_0042L, old.hardwareAddress());
        old.close();

        assertTrue(spaces.ip(spaceName, "-br link").contains("old"));
    }

    private String refusal(TapSettings settings) {
        return String.valueOf(assertThrows(SystemCallException.class, () -> TapDevice.open(settings)).getMessage());
    }

    @Test
    void aNameThatIsInUseIsRefusedInOneLine() {
        assertEquals("interface 'tap0' is in use by another program: choose another name", refusal(TapSettings.of("tap0", space)));
        assertTrue(refusal(TapSettings.of("lo", space)).contains("is there already and is no TAP"));
    }

    @Test
    void aNamespaceThatIsNotThereIsRefusedInOneLine() {
        SystemCallException refusal = assertThrows(SystemCallException.class, () -> NetworkNamespace.of("no-such-space"));
        assertEquals("there is no network namespace 'no-such-space': make it with 'ip netns add no-such-space'", refusal.getMessage());
        assertThrows(SystemCallException.class, () -> NetworkNamespace.of("../x"));
        assertThrows(SystemCallException.class, () -> NetworkNamespace.of(""));
        SystemCallException file =
            assertThrows(SystemCallException.class, () -> TapDevice.open(TapSettings.of("t", NetworkNamespace.of("/etc/passwd"))));
        assertTrue(String.valueOf(file.getMessage()).contains("that file is none"), file.getMessage());
    }

    @Test
    void namesThatLinuxDoesNotTakeAreWrong() {
        for (String name : new String[] {"", "a b", "x/y", ".", "..", "tap%d", "a:b", "sixteencharacter", "ü"}) {
            assertThrows(IllegalArgumentException.class, () -> TapSettings.of(name, space), name);
        }
        assertNull(TapSettings.wrongName("fifteen-letters"));
    }

    @Test
    void theModelledEngineRefusesTheWire() {
        assertThrows(IllegalArgumentException.class, () -> new TapWire(HandAgent.modelled("m"), "wire", tap, 1));
        assertThrows(IllegalArgumentException.class, () -> port().attach(HandAgent.modelled("m")));
    }
}
