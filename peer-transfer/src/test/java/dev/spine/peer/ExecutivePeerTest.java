package dev.spine.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.ClaimType;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.message.exec.ExecCommand;
import dev.spine.i2o.message.exec.ExecIopReset;
import dev.spine.i2o.message.exec.ExecOutboundInit;
import dev.spine.i2o.message.exec.ExecPathTraffic;
import dev.spine.i2o.message.exec.ExecSysTabSet;
import dev.spine.i2o.param.DdmGroups;
import dev.spine.i2o.param.DdmType;
import dev.spine.i2o.param.OperationList;
import dev.spine.i2o.param.ParameterAccess;
import dev.spine.i2o.param.ParameterRow;
import dev.spine.i2o.param.ParameterSet;
import dev.spine.i2o.param.ResultList;
import dev.spine.i2o.sgl.SglElement;
import dev.spine.i2o.table.SystemTable;
import dev.spine.iop.Iop;
import dev.spine.iop.IopBuilder;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.MessageRoute;
import dev.spine.peer.PeerConnection.State;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Peers under real executives, which a host boots by messages. */
class ExecutivePeerTest {
    private static final long MS = 1_000_000L;

    private final ModelledEngine engine = TestNode.modelled(1);
    private final Bus bus = new Bus(3);
    private final PeerDirectory directory = new PeerDirectory(3);
    private final Region hostMemory = bus.allocate("host memory", BusAgent.host(), Access.READ_WRITE, 4096);
    private final Peer left = new Peer(1);
    private final Peer right = new Peer(2);

    /** One IOP with a transport and an echo. */
    private final class Peer {
        final EchoModule echo = new EchoModule();
        final Iop iop;
        final PeerTransport transport;
        final HostStub host;
        final int echoTid;
        final int iopId;

        Peer(int number) {
            iopId = number + 1;
            String name = "iop" + number;
            iop = engine.add("node0/" + name, TestNode.processor(33_000_000), new IopBuilder(name, bus, new BusAgent(number, name))::build);
            PeerPort port = directory.enter(iop.function().inboundPortAddress(), iop.kernel().busAgent());
            transport = new PeerTransport(directory, port, PeerSettings.STANDARD);
            iop.install(transport);
            echoTid = iop.install(echo);
            host = new HostStub(iop.function().link(), iop.kernel().agent());
        }

        void post(Request request) {
            run(() -> host.post(request, Tid.EXECUTIVE, 1));
            pass();
        }

        void ask(Request request) {
            post(request);
            MessageFrame reply = Objects.requireNonNull(engine.tasks(iop).call(host::poll), "no reply to " + request);
            assertEquals(0, reply.requestStatus(), request + ": " + reply);
        }

        void run(Runnable action) {
            engine.tasks(iop).run(action);
        }

        /** From RESET to READY. */
        void configure(SystemTable table) {
            post(new ExecOutboundInit(4096, 0x80, 128, List.of(SglElement.Simple.into((int) hostMemory.base(), 4))));
            run(host::giveFrames);
            byte[] bytes = new byte[table.sizeBytes()];
            table.emit(hostMemory.memory(), 64);
            ask(ExecSysTabSet.withoutPrivateSpace(iopId, 7, (int) hostMemory.base() + 64, bytes.length));
        }

        SystemTable.Entry entry() {
            return new SystemTable.Entry(0, iopId, 0, 1, IopState.READY.code(), 0, iop.kernel().directory().unit().frameBytes() / 4, 0, 0,
                iop.function().inboundPortAddress());
        }

        PeerConnection open(Peer other) {
            PeerConnection connection =
                Objects.requireNonNull(engine.tasks(iop).call(() -> transport.open(echoTid, other.iopId, other.echoTid)));
            pass();
            return connection;
        }
    }

    private void pass() {
        engine.advanceTo(engine.nowNs() + 5 * MS);
    }

    private SystemTable table() {
        return new SystemTable(1, List.of(left.entry(), right.entry()));
    }

    @BeforeEach
    void boot() {
        engine.start();
        pass();
        for (Peer peer : List.of(left, right)) {
            peer.configure(table());
            peer.ask(new ExecCommand(ExecCommand.SYS_ENABLE));
            assertEquals(IopState.OPERATIONAL, peer.iop.kernel().directory().state());
        }
    }

    private void assertExchange(PeerConnection connection) {
        assertEquals(State.OPEN, connection.state(), connection.reason());
        left.echo.replies.clear();
        MessageRoute route = Objects.requireNonNull(connection.route());
        left.run(() -> assertTrue(left.echo.send(route, 5, 10)));
        pass();
        assertEquals(11, left.echo.replies.getFirst().word());
    }

    @Test
    void iopsThatAHostHasBootedConnect() {
        PeerConnection connection = left.open(right);
        assertExchange(connection);
        assertEquals(7, left.iop.kernel().directory().connections().getFirst().remoteHostUnitId());
    }

    @Test
    void aResetByTheHostLosesTheConnectionAndBootingAgainBringsItBack() {
        PeerConnection connection = left.open(right);
        right.post(new ExecIopReset((int) hostMemory.base(), 0));
        assertEquals(State.LOST, connection.state());
        assertEquals(List.of(), left.iop.kernel().directory().connections());
        assertEquals(List.of(), right.iop.kernel().directory().connections());
        pass();
        right.configure(table());
        right.ask(new ExecCommand(ExecCommand.SYS_ENABLE));
        assertExchange(left.open(right));
    }

    @Test
    void claimsOfAPeerEndWithItsConnection() {
        PeerConnection connection = left.open(right);
        MessageRoute route = Objects.requireNonNull(connection.route());
        left.run(() -> {
            MessageFrame frame = Objects.requireNonNull(route.open());
            frame.header(5, 0, 0, Function.UTIL_CLAIM, route.initiator(), route.target());
            frame.contexts(5, 5);
            frame.setWord(4, ClaimType.PRIMARY << 24);
            route.post();
        });
        pass();
        DeviceSlot slot = Objects.requireNonNull(right.iop.kernel().directory().device(right.echoTid));
        assertEquals(route.initiator(), slot.userTid());
        left.post(new ExecIopReset((int) hostMemory.base(), 0));
        pass();
        assertEquals(Tid.NONE, slot.userTid(), "nobody is left who could release it");
    }

    @Test
    void aQuiescedIopKeepsItsConnectionsAndAnswersWithStateErrors() {
        PeerConnection connection = left.open(right);
        right.ask(new ExecCommand(ExecCommand.SYS_QUIESCE));
        assertEquals(State.OPEN, connection.state());
        left.run(() -> left.echo.send(Objects.requireNonNull(connection.route()), 5, 10));
        pass();
        assertTrue((left.echo.replies.getFirst().flags() & 0x20) != 0);
        right.ask(new ExecCommand(ExecCommand.SYS_ENABLE));
        assertExchange(connection);
    }

    @Test
    void aPathResetDiscardsConnectionsBothWaysAndTheyCanBeOpenedAgain() {
        PeerConnection forth = left.open(right);
        PeerConnection back = right.open(left);
        right.run(() -> right.echo.context().hold());
        MessageRoute route = Objects.requireNonNull(forth.route());
        left.run(() -> assertTrue(left.echo.send(route, 5, 10)));
        pass();
        left.ask(new ExecPathTraffic(ExecPathTraffic.RESET, right.iopId, 7));
        assertEquals(State.LOST, forth.state());
        assertEquals(State.LOST, back.state());
        assertEquals(List.of(), left.iop.kernel().directory().connections());
        assertEquals(List.of(), right.iop.kernel().directory().connections());
        assertEquals(IopState.OPERATIONAL, left.iop.kernel().directory().state(), "the path is reset, not the IOP");

        right.run(() -> right.echo.context().resume());
        pass();
        assertEquals(List.of(), left.echo.replies, "a message of before the reset is not answered after it");
        assertExchange(left.open(right));
        assertEquals(State.OPEN, right.open(left).state());
    }

    @Test
    void aPathResetAbortsWhatTheOtherIopHasAsked() {
        PeerConnection back = right.open(left);
        left.run(() -> left.echo.context().hold());
        MessageRoute route = Objects.requireNonNull(back.route());
        right.run(() -> assertTrue(right.echo.send(route, 5, 10)));
        pass();
        long aborted = left.iop.kernel().counters().get(Counter.ABORTED_REQUESTS);
        left.ask(new ExecPathTraffic(ExecPathTraffic.RESET, right.iopId, 7));
        assertEquals(aborted + 1, left.iop.kernel().counters().get(Counter.ABORTED_REQUESTS));
        left.run(() -> left.echo.context().resume());
        pass();
        assertEquals(List.of(), left.echo.requests);
        assertEquals(State.OPEN, right.open(left).state());
    }

    @Test
    void theTransportIsAModuleOfTheClassOfModules() {
        ParameterSet set = new ParameterSet();
        left.transport.addTo(set);
        assertEquals(List.of(DdmGroups.TYPE, DdmGroups.IDENTITY), set.groups().subList(0, 2));
        OperationList operations = new OperationList().fieldGet(DdmGroups.TYPE).fieldGet(DdmGroups.IDENTITY);
        byte[] list = operations.octets().toArray();
        MemorySegment result = MemorySegment.ofArray(new byte[256]);
        int bytes = new ParameterAccess(set).get(MemorySegment.ofArray(list), 0, list.length, result, 0, 256).resultBytes();
        List<ResultList.Block> blocks = ResultList.parse(result, 0, bytes).blocks();
        assertEquals(DdmType.INTERMEDIATE, DdmGroups.TYPE.readScalar(blocks.getFirst().data()).number("DdmType"));
        ParameterRow identity = DdmGroups.IDENTITY.readScalar(blocks.get(1).data());
        assertEquals("peers", identity.text("ModuleName"));
        assertEquals("1.5", identity.text("ModuleRevLevel"));
    }
}
