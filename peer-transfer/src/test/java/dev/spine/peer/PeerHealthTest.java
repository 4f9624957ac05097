package dev.spine.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.FailureCode;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.EventData.ConnectionFail;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.iop.executive.EventSource;
import dev.spine.peer.PeerConnection.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What is told when another IOP does not answer, takes no messages, or is gone: transport failures to modules, events to the host. */
class PeerHealthTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long TIMEOUT = SECOND / 10;

    private final ModelledEngine engine = TestNode.modelled(1);
    private final TestNode node = new TestNode(engine);
    private final List<FaultyContext> bus = new ArrayList<>();
    private final TestIop left = node.add(new PeerSettings(1, 1, SECOND, TIMEOUT), TestNode.processor(50_000_000), this::faulty);
    private final TestIop right = node.add(new PeerSettings(1, 1, SECOND, TIMEOUT));
    private final EchoModule here = new EchoModule();
    private final EchoModule there = new EchoModule();
    private final int hereTid = left.install(here);
    private final int thereTid = right.install(there);
    private final List<Integer> notified = new ArrayList<>();
    private final List<Integer> failures = new ArrayList<>();

    private AgentContext faulty(AgentContext real) {
        FaultyContext made = new FaultyContext(real, 1, new FaultyContext.Rates(1000, 0, 0));
        bus.add(made);
        return made;
    }

    private void start() {
        here.context().publish(EventSource.class, (tid, indicator, data) -> {
            assertEquals(Tid.EXECUTIVE, tid);
            assertEquals(EventIndicator.EXEC_CONNECTION_FAIL, indicator);
            assertEquals(right.iopId, data[1]);
            notified.add(data[0]);
        });
        node.start();
    }

    private PeerConnection open() {
        PeerConnection connection = left.call(() -> left.transport.open(hereTid, right.iopId, thereTid));
        pass(2 * SECOND);
        return connection;
    }

    private void pass(long ns) {
        engine.advanceTo(engine.nowNs() + ns);
    }

    @Test
    void anIopThatDoesNotAnswerIsToldOnceAndSoIsThatItAnswersAgain() {
        start();
        for (int i = 0; i < 3; i++) {
            assertEquals(State.REFUSED, open().state());
            assertEquals(List.of(ConnectionFail.NOT_RESPONDING), notified);
        }
        bus.getFirst().heal();
        assertEquals(State.OPEN, open().state());
        assertEquals(List.of(ConnectionFail.NOT_RESPONDING, ConnectionFail.RESPONDS), notified);
    }

    private PeerOutbox outbox(PeerConnection connection, int slotBytes) {
        return new PeerOutbox(here.context(), connection, right.iopId, TIMEOUT, 4, slotBytes, (failure, message) -> {
            assertTrue(failure.isFail());
            assertEquals(right.iopId, failure.word(5) & 0xFFF);
            assertEquals(EchoModule.FUNCTION, failure.function());
            assertEquals(7, message.transactionContext());
            failures.add(failure.requestStatus());
        });
    }

    private void send(PeerOutbox outbox, int words) {
        left.run(() -> {
            MessageFrame frame = Objects.requireNonNull(outbox.open());
            frame.header(words, 0, 0, EchoModule.FUNCTION, outbox.initiator(), outbox.target());
            frame.contexts(6, 7);
            for (int word = MessageFrame.HEADER_WORDS; word < words; word++) {
                frame.setWord(word, 0);
            }
            outbox.post();
        });
    }

    private PeerConnection opened() {
        start();
        bus.getFirst().heal();
        PeerConnection connection = open();
        assertEquals(State.OPEN, connection.state());
        return connection;
    }

    @Test
    void aMessageThatFindsNoFrameInTimeIsAnsweredWithCongestion() {
        PeerOutbox outbox = outbox(opened(), 64);
        right.run(() -> there.context().hold());
        send(outbox, 5);
        send(outbox, 5);
        send(outbox, 5);
        pass(2 * TIMEOUT);
        left.run(() -> outbox.doWork(8));
        assertEquals(List.of(FailureCode.CONGESTION, FailureCode.CONGESTION), failures);
        assertEquals(List.of(ConnectionFail.NO_AVAILABLE_FRAMES), notified, "told once");

        send(outbox, 5);
        right.run(() -> there.context().resume());
        pass(TIMEOUT / 2);
        left.run(() -> outbox.doWork(8));
        pass(TIMEOUT / 2);
        assertEquals(2, there.requests.size());
        assertEquals(List.of(ConnectionFail.NO_AVAILABLE_FRAMES, ConnectionFail.RESPONDS), notified);
        assertEquals(List.of(), node.frameLosses());
    }

    @Test
    void aMessageForAnIopThatIsGoneIsARoutingFailure() {
        PeerConnection connection = opened();
        PeerOutbox outbox = outbox(connection, 64);
        right.run(() -> there.context().hold());
        send(outbox, 5);
        send(outbox, 5);
        right.run(right::reset);
        pass(TIMEOUT / 2);
        assertEquals(State.LOST, connection.state());
        left.run(() -> outbox.doWork(8));
        assertEquals(List.of(FailureCode.ROUTING_FAILURE), failures);
    }

    @Test
    void aMessageThatIsLargerThanTheOthersFramesIsAFailure() {
        PeerOutbox outbox = outbox(opened(), 2 * node.frameBytes);
        right.run(() -> there.context().hold());
        send(outbox, 5);
        send(outbox, node.frameBytes / 4 + 1);
        right.run(() -> there.context().resume());
        pass(TIMEOUT / 2);
        left.run(() -> outbox.doWork(8));
        assertEquals(List.of(FailureCode.FRAME_TOO_LARGE), failures);
        assertNotNull(outbox.open());
    }
}
