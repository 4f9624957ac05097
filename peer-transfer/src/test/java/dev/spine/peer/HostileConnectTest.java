package dev.spine.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.message.exec.ConnSetupReply;
import dev.spine.i2o.message.exec.ExecConnSetup;
import dev.spine.i2o.message.exec.ExecIopConnect;
import dev.spine.i2o.message.exec.IopConnectReply;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.iop.kernel.AliasEntry;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.MessageRoute;
import dev.spine.peer.PeerConnection.State;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * An IOP whose peer lies. The peer is a real one, connected, whose queue pair and whose knowledge of the directory the test then uses for
 * messages that no honest transport sends.
 */
class HostileConnectTest {
    private static final long MS = 1_000_000L;

    private final ModelledEngine engine = TestNode.modelled(1);
    private final TestNode node = new TestNode(engine);
    private final TestIop liar = node.add(PeerSettings.STANDARD);
    private final TestIop victim = node.add(PeerSettings.STANDARD);
    private final EchoModule own = new EchoModule();
    private final EchoModule target = new EchoModule();
    private final int ownTid = liar.install(own);
    private final int targetTid = victim.install(target);
    private final List<MessageFrame> answers = new ArrayList<>();

    /** The connection of the two executives, as the liar keeps it. */
    private AliasEntry executives;
    private PeerConnection connection;
    private MessageRoute queuePair;

    @BeforeEach
    void connect() {
        node.start();
        connection = liar.call(() -> liar.transport.open(ownTid, victim.iopId, targetTid));
        pass();
        assertEquals(State.OPEN, connection.state());
        executives = liar.kernel.directory().connections().stream().filter(row -> row.localTid() == Tid.EXECUTIVE).findFirst()
            .orElseThrow();
        QueuePair requests = Objects.requireNonNull(executives.requestQueuePair());
        queuePair = new MessageRoute(liar.kernel.agent(), liar.kernel.dma(), victim.busAgent, requests, executives.aliasOfLocal(),
            Tid.EXECUTIVE);
    }

    private void pass() {
        engine.advanceTo(engine.nowNs() + 5 * MS);
    }

    /** Posts a request with the given initiator and target. */
    private void post(Request request, int initiator, int targetAddress, int sizeWords) {
        liar.run(() -> {
            MessageFrame frame = Objects.requireNonNull(queuePair.open());
            request.emit(frame, new Header(targetAddress, initiator, 0xABC, 0xDEF));
            frame.resize(sizeWords);
            queuePair.post();
        });
        pass();
    }

    private void post(Request request, int initiator, int targetAddress) {
        post(request, initiator, targetAddress, request.sizeWords());
    }

    /** Parks a queue pair of the liar under an alias, polled by the test instead of the liar's kernel. */
    private QueuePair park(int alias, QueuePair.Kind kind) {
        return liar.call(() -> {
            QueuePair parked = liar.unit.openQueuePair("victim", kind, 2);
            node.directory.park(liar.busAgent, alias, parked);
            return parked;
        });
    }

    /** The next reply on a parked queue pair. */
    private MessageFrame answerOn(QueuePair parked) {
        return liar.call(() -> {
            var frame = Objects.requireNonNull(parked.poll(), "no answer");
            MessageFrame copy = new MessageFrame();
            copy.wrap(MemorySegment.ofArray(new byte[frame.slotBytes()]), 0, frame.slotBytes());
            assertTrue(copy.tryCopyFrom(frame.memory(), frame.offset(), frame.slotBytes()));
            parked.free(liar.kernel.agent(), frame);
            answers.add(copy);
            return copy;
        });
    }

    private int rows() {
        return victim.kernel.directory().connections().size();
    }

    private long counted(Counter counter) {
        return victim.kernel.counters().get(counter);
    }

    private ExecIopConnect goodConnect(int alias) {
        return new ExecIopConnect(0, node.frameBytes / 4, alias, liar.iopId, 0);
    }

    private void assertStillWorks() {
        assertEquals(State.OPEN, connection.state());
        own.replies.clear();
        liar.run(() -> own.send(Objects.requireNonNull(connection.route()), 1, 1));
        pass();
        assertEquals(1, own.replies.size());
        assertEquals(List.of(), node.frameLosses());
    }

    // --- IopConnect

    @Test
    void iopConnectWithAnAliasThatNothingIsParkedUnderIsCountedAndDropped() {
        post(goodConnect(0x9AB), Tid.EXECUTIVE, Tid.EXECUTIVE);
        assertEquals(1, counted(Counter.CONNECTS_REFUSED));
        assertEquals(2, rows());
        assertStillWorks();
    }

    @Test
    void iopConnectThatNamesAnAliasTwiceIsAnsweredTheSame() {
        int alias = executives.alias();
        post(goodConnect(alias), Tid.EXECUTIVE, Tid.EXECUTIVE);
        assertEquals(2, rows());
        assertStillWorks();
    }

    @Test
    void aSecondConnectionOfTheExecutivesIsRefused() {
        QueuePair parked = park(0x900, QueuePair.Kind.REPLY);
        post(goodConnect(0x900), Tid.EXECUTIVE, Tid.EXECUTIVE);
        MessageFrame reply = answerOn(parked);
        assertEquals(RequestStatus.ERROR_NO_DATA_TRANSFER, reply.requestStatus());
        assertEquals(DetailedStatus.DEVICE_BUSY, reply.detailedStatus());
        assertEquals(0x900, reply.target(), "the answer carries the TIDs of its receiver");
        assertEquals(2, rows());
        assertEquals(1, node.directory.parkedQueuePairs(), "the offer was given back");
        node.directory.withdraw(liar.busAgent, 0x900);
        assertStillWorks();
    }

    @Test
    void impossibleIopConnectsAreRefused() {
        QueuePair parked = park(0x901, QueuePair.Kind.REPLY);
        int words = node.frameBytes / 4;
        List<ExecIopConnect> lies = List.of(
            new ExecIopConnect(0, words, 0x901, liar.iopId + 50, 0),
            new ExecIopConnect(0, words, 0x901, victim.iopId, 0),
            new ExecIopConnect(0, words, 0x901, 0, 0),
            new ExecIopConnect(0, words + 1, 0x901, liar.iopId, 0),
            new ExecIopConnect(0, 0, 0x901, liar.iopId, 0),
            new ExecIopConnect(0, 0xFFFF, 0x901, liar.iopId, 0),
            new ExecIopConnect(7, words, 0x901, liar.iopId, 0));
        for (ExecIopConnect lie : lies) {
            post(lie, Tid.EXECUTIVE, Tid.EXECUTIVE);
            MessageFrame reply = answerOn(parked);
            assertEquals(DetailedStatus.INVALID_PARAMETER, reply.detailedStatus(), lie.toString());
            assertEquals(Tid.NONE, IopConnectReply.ALIAS.get(reply));
        }
        post(goodConnect(0x901), Tid.EXECUTIVE, Tid.EXECUTIVE, 6);
        assertEquals(DetailedStatus.MESSAGE_TOO_SMALL, answerOn(parked).detailedStatus());
        assertEquals(2, rows());
        node.directory.withdraw(liar.busAgent, 0x901);
        assertStillWorks();
    }

    @Test
    void iopConnectOfTheHostIsRefused() {
        HostStub host = new HostStub(victim);
        victim.run(() -> host.post(goodConnect(0x9AB), Tid.EXECUTIVE, 3));
        pass();
        MessageFrame reply = victim.call(host::poll);
        assertEquals(RequestStatus.TRANSACTION_ERROR, reply.requestStatus());
        assertEquals(DetailedStatus.INVALID_INITIATOR_ADDRESS, reply.detailedStatus());
    }

    // --- ConnSetup

    private MessageFrame setup(ExecConnSetup request, int sizeWords) {
        own.replies.clear();
        List<MessageFrame> seen = new ArrayList<>();
        // The reply goes to the liar's own executive, which did not ask: it is counted there, and read from the frame that it came in.
        long before = liar.kernel.counters().get(Counter.STRAY_REPLIES);
        post(request, executives.aliasOfLocal(), Tid.EXECUTIVE, sizeWords);
        assertEquals(before + 1, liar.kernel.counters().get(Counter.STRAY_REPLIES), "one answer");
        QueuePair replies = liar.unit.queuePairs().stream()
            .filter(candidate -> candidate.kind() == QueuePair.Kind.REPLY && candidate.frameCount() == 2).findFirst().orElseThrow();
        for (int address = 0x1000; address < node.windowBytes; address += 64) {
            var frame = replies.frameAt(address);
            if (frame != null) {
                MessageFrame view = new MessageFrame();
                view.wrap(frame.memory(), frame.offset(), frame.slotBytes());
                if (view.function() == Function.EXEC_CONN_SETUP && view.transactionContext() == 0xDEF
                    && view.initiatorContext() == 0xABC) {
                    seen.add(view);
                }
            }
        }
        return seen.getFirst();
    }

    private ExecConnSetup setupOf(int wanted, int initiator, int flags, int alias, int messageClass) {
        return new ExecConnSetup(wanted, initiator, flags, alias, 0, 0, messageClass);
    }

    private void assertSetupRefused(int detail, ExecConnSetup request) {
        assertSetupRefused(detail, request, request.sizeWords());
    }

    private void assertSetupRefused(int detail, ExecConnSetup request, int sizeWords) {
        MessageFrame reply = setup(request, sizeWords);
        assertEquals(RequestStatus.TRANSACTION_ERROR, reply.requestStatus(), request.toString());
        assertEquals(detail, reply.detailedStatus(), request.toString());
        assertTrue((reply.flags() & MessageFlags.REPLY) != 0);
        // The next answer may use the same frame: forget this one.
        reply.contexts(0, 0);
        assertEquals(2, rows());
    }

    @Test
    void impossibleConnSetupsAreRefusedAndKeepNothing() {
        QueuePair parked = park(0x910, QueuePair.Kind.REPLY);
        int any = ClassId.MATCH_ALL;
        assertSetupRefused(DetailedStatus.INVALID_TARGET_ADDRESS, setupOf(0x700, ownTid, 0, 0x910, any));
        assertSetupRefused(DetailedStatus.INVALID_TARGET_ADDRESS, setupOf(Tid.EXECUTIVE, ownTid, 0, 0x910, any));
        assertSetupRefused(DetailedStatus.INVALID_TARGET_ADDRESS, setupOf(Tid.NONE, ownTid, 0, 0x910, any));
        assertSetupRefused(DetailedStatus.INVALID_INITIATOR_ADDRESS, setupOf(targetTid, Tid.EXECUTIVE, 0, 0x910, any));
        assertSetupRefused(DetailedStatus.INVALID_INITIATOR_ADDRESS, setupOf(targetTid, Tid.HOST, 0, 0x910, any));
        assertSetupRefused(DetailedStatus.INVALID_INITIATOR_ADDRESS, setupOf(targetTid, Tid.NONE, 0, 0x910, any));
        assertSetupRefused(DetailedStatus.UNSUPPORTED_FUNCTION, setupOf(targetTid, ownTid, 1, 0x910, any));
        assertSetupRefused(DetailedStatus.INVALID_PARAMETER, setupOf(targetTid, ownTid, 0, 0x911, any));
        assertSetupRefused(DetailedStatus.INVALID_PARAMETER, setupOf(targetTid, ownTid, 0, 0x910, DeviceClass.LAN));
        assertSetupRefused(DetailedStatus.MESSAGE_TOO_SMALL, setupOf(targetTid, ownTid, 0, 0x910, any), 7);
        AliasEntry known = liar.kernel.directory().connections().stream().filter(row -> row.localTid() == ownTid).findFirst().orElseThrow();
        assertSetupRefused(DetailedStatus.INVALID_PARAMETER, setupOf(targetTid, ownTid + 1, 0, known.alias(), any));
        assertEquals(1, node.directory.parkedQueuePairs());
        assertEquals(0, parked.ownedByTarget());
        node.directory.withdraw(liar.busAgent, 0x910);
        assertStillWorks();
    }

    @Test
    void aQueuePairForRequestsIsNoQueuePairForReplies() {
        park(0x912, QueuePair.Kind.REQUEST);
        assertSetupRefused(DetailedStatus.INVALID_PARAMETER, setupOf(targetTid, ownTid, 0, 0x912, ClassId.MATCH_ALL));
        assertStillWorks();
    }

    @Test
    void connSetupForAnAliasThatIsConnectedAlreadyIsAnsweredTheSame() {
        AliasEntry known = liar.kernel.directory().connections().stream().filter(row -> row.localTid() == ownTid).findFirst().orElseThrow();
        MessageFrame reply = setup(setupOf(targetTid, ownTid, 0, known.alias(), ClassId.MATCH_ALL), 8);
        assertEquals(RequestStatus.SUCCESS, reply.requestStatus());
        assertEquals(known.aliasOfLocal(), ConnSetupReply.INITIATOR_ALIAS.get(reply));
        assertEquals(2, rows());
        assertStillWorks();
    }

    // --- requests outside a connection

    @Test
    void requestsWithMadeUpInitiatorsOrTargetsAreDroppedAndCounted() {
        AliasEntry known = liar.kernel.directory().connections().stream().filter(row -> row.localTid() == ownTid).findFirst().orElseThrow();
        ExecConnSetup any = setupOf(0, 0, 0, 0, 0);
        int[][] pairs = {{Tid.HOST, targetTid}, {Tid.EXECUTIVE, targetTid}, {targetTid, targetTid}, {0x999, targetTid},
            {Tid.NONE, targetTid}, {known.aliasOfLocal(), targetTid + 1}, {known.aliasOfLocal(), Tid.EXECUTIVE},
            {executives.aliasOfLocal(), targetTid},
            {known.aliasOfLocal(), known.aliasOfLocal()}};
        for (int[] pair : pairs) {
            post(any, pair[0], pair[1]);
        }
        assertEquals(pairs.length, counted(Counter.UNCONNECTED_REQUESTS));
        assertEquals(0, target.requests.size());
        assertStillWorks();
    }

    @Test
    void repliesThatNobodyAskedForAreCountedAndReachNobody() {
        AliasEntry known = liar.kernel.directory().connections().stream().filter(row -> row.localTid() == ownTid).findFirst().orElseThrow();
        int[][] pairs = {{targetTid, Tid.EXECUTIVE}, {targetTid, targetTid}, {targetTid, 0x999}, {targetTid, Tid.HOST},
            {targetTid, executives.aliasOfLocal()}, {Tid.EXECUTIVE, known.aliasOfLocal()}, {0x998, known.aliasOfLocal()}};
        for (int[] pair : pairs) {
            liar.run(() -> {
                MessageFrame frame = Objects.requireNonNull(queuePair.open());
                frame.header(16, MessageFlags.FINAL_REPLY, 0, FloodModule.FUNCTION, pair[0], pair[1]);
                queuePair.post();
            });
            pass();
        }
        assertEquals(pairs.length, counted(Counter.STRAY_REPLIES));
        assertEquals(0, target.replies.size());
        assertStillWorks();
    }

    @Test
    void aPeerCannotCommandTheExecutive() {
        for (int function : new int[] {Function.EXEC_IOP_RESET, Function.EXEC_IOP_CLEAR, Function.EXEC_SYS_TAB_SET,
            Function.EXEC_SYS_QUIESCE, Function.EXEC_OUTBOUND_INIT, Function.EXEC_STATUS_GET, 0x42}) {
            long before = counted(Counter.UNKNOWN_FUNCTIONS);
            liar.run(() -> {
                MessageFrame frame = Objects.requireNonNull(queuePair.open());
                frame.header(16, 0, 0, function, executives.aliasOfLocal(), Tid.EXECUTIVE);
                queuePair.post();
            });
            pass();
            assertEquals(before + 1, counted(Counter.UNKNOWN_FUNCTIONS));
        }
        assertStillWorks();
    }

    @Test
    void framesOfAnyContentDoNoHarm() {
        SplittableRandom random = new SplittableRandom(Long.getLong("spine.seed", 1));
        for (int i = 0; i < 20_000; i++) {
            liar.run(() -> {
                MessageFrame frame = queuePair.open();
                if (frame == null) {
                    return;
                }
                for (int word = 0; word < node.frameBytes / 4; word++) {
                    frame.setWord(word, random.nextInt());
                }
                if (random.nextInt(4) > 0) {
                    int function = random.nextBoolean() ? Function.EXEC_IOP_CONNECT : Function.EXEC_CONN_SETUP;
                    frame.header(3 + random.nextInt(29), random.nextInt(8) == 0 ? 0x80 : 0, 0, function,
                        random.nextBoolean() ? executives.aliasOfLocal() : random.nextInt(0x1000), Tid.EXECUTIVE);
                }
                queuePair.post();
            });
            if (i % 8 == 7) {
                engine.advanceTo(engine.nowNs() + MS / 4);
            }
        }
        pass();
        assertEquals(2, rows(), "nothing random was connected");
        assertNotNull(connection.route());
        assertStillWorks();
    }
}
