package dev.spine.host.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.spine.host.driver.HostCounters.Counter;
import dev.spine.host.driver.ScriptedIop.Taken;
import dev.spine.i2o.FailureCode;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.UtilClaim;
import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.Frame;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.StepContext;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The message driver against a scripted IOP, over both front ends. Every test ends with all frames where they belong. */
@ParameterizedClass
@EnumSource
class IopDriverTest {
    private static final int FRAMES = 4;
    private static final int TID = 0x010;
    private static final int FUNCTION = 0x90;

    private final StepContext context = new StepContext("node0/host");
    private final Bus bus = new Bus(2);
    private final HostAgent host = new HostAgent(context, new DmaEngine(bus, BusAgent.host()));
    private final ScriptedIop iop = new ScriptedIop(FRAMES);
    private final HostMemory memory = new HostMemory(bus, BusAgent.host());
    private final HostInterface hostInterface;
    private final HostPort port;
    private final IopDriver driver;
    private final Recorder recorder = new Recorder();
    private int framesAwayByDesign;

    /** Remembers what became of requests. */
    private static final class Recorder implements ReplyHandler {
        final List<Integer> statuses = new ArrayList<>();
        final List<RequestFailure> failures = new ArrayList<>();

        @Override
        public void onReply(MessageFrame reply) {
            statuses.add(reply.requestStatus());
        }

        @Override
        public void onFailure(RequestFailure why) {
            failures.add(why);
        }
    }

    IopDriverTest(HostInterface hostInterface) {
        this.hostInterface = hostInterface;
        this.port = hostInterface.port(iop, memory);
        this.driver = new IopDriver(host, port);
    }

    @BeforeEach
    void giveReplyFrames() {
        Region pool = memory.allocate("reply frames", 16L * ScriptedIop.FRAME_BYTES);
        driver.giveReplyFrames(pool.memory(), pool.base(), 16);
    }

    @AfterEach
    void everyFrameIsWhereItBelongs() {
        host.doWork(100);
        int inHand = port instanceof RegisterPort registers ? registers.framesInHand() : 0;
        assertEquals(FRAMES - framesAwayByDesign, iop.inbound.freeForSender() + inHand);
        assertEquals(0, iop.outbound.ownedByTarget());
    }

    private OutgoingRequest open(ReplyHandler handler) {
        return Objects.requireNonNull(driver.open(TID, FUNCTION, 6, 0, handler), "a frame and a context are free");
    }

    private long count(Counter counter) {
        return host.counters().get(counter);
    }

    @Test
    void writesTheHeaderAndDeliversTheReply() {
        OutgoingRequest request = open(recorder);
        request.frame().setWord(4, 0xCAFE);
        request.post();

        Taken taken = iop.next();
        assertEquals(TID, taken.message().target());
        assertEquals(Tid.HOST, taken.message().initiator());
        assertEquals(FUNCTION, taken.message().function());
        assertEquals(6, taken.message().sizeWords());
        assertEquals(0, taken.message().transactionContext());
        assertEquals(0xCAFE, taken.message().word(4));
        iop.finish(taken, 0);
        host.doWork(1);

        assertEquals(List.of(0), recorder.statuses);
        assertEquals(0, driver.contextsInUse());
        assertEquals(1, count(Counter.MESSAGES_SENT));
        assertEquals(1, count(Counter.MESSAGES_RECEIVED));
    }

    @Test
    void lateReplyToATimedOutRequestNeverCompletesTheRequestThatReusedItsSlot() {
        open(recorder).post(1_000);
        Taken first = iop.next();
        context.advance(1_001);
        host.doWork(10);
        assertEquals(List.of(RequestFailure.TIMEOUT), recorder.failures);

        // Slots are reused in turn, so that the same index comes round after all others.
        Recorder second = new Recorder();
        int reused = 0;
        for (int i = 0; i < IopDriver.CONTEXTS; i++) {
            OutgoingRequest request = open(second);
            reused = request.context();
            if (i == IopDriver.CONTEXTS - 1) {
                request.post();
            } else {
                request.cancel();
            }
        }
        int stale = first.message().initiatorContext();
        assertEquals(stale & 0xFFF, reused & 0xFFF);
        assertNotEquals(stale, reused);

        iop.finish(first, 0);
        host.doWork(10);
        assertEquals(List.of(), second.statuses);
        assertEquals(1, count(Counter.LATE_REPLIES));

        iop.finish(iop.next(), 0);
        host.doWork(10);
        assertEquals(List.of(0), second.statuses);
    }

    @Test
    void requestThatIsNeverAnsweredTimesOutAtItsOwnTime() {
        open(recorder).post(2_000);
        Recorder patient = new Recorder();
        open(patient).post(5_000);
        host.doWork(10);
        assertEquals(2_000, context.wakeNs());

        context.advance(1_999);
        host.doWork(10);
        assertEquals(List.of(), recorder.failures);
        context.advance(1);
        host.doWork(10);
        assertEquals(List.of(RequestFailure.TIMEOUT), recorder.failures);
        assertEquals(List.of(), patient.failures);
        context.advance(3_000);
        host.doWork(10);
        assertEquals(List.of(RequestFailure.TIMEOUT), patient.failures);
        assertEquals(2, count(Counter.TIMEOUTS));
        framesAwayByDesign = 2;
    }

    @Test
    void transportFailureIsToldToTheHandlerAndThePreservedFrameGoesBackAsANoOperation() {
        open(recorder).post();
        Taken taken = iop.next();
        iop.refuseTransport(taken);
        host.doWork(10);

        assertEquals(List.of(RequestFailure.transport(FailureCode.INVALID_TARGET_ID)), recorder.failures);
        Taken returned = iop.next();
        assertEquals(taken.frame(), returned.frame());
        assertEquals(Function.UTIL_NOP, returned.message().function());
        assertEquals(3, returned.message().sizeWords());
        iop.free(returned);
        assertEquals(1, count(Counter.PRESERVED_RETURNED));
        assertEquals(0, driver.contextsInUse());
    }

    @Test
    void transportFailureThatNamesAFrameNobodyPreservesIsCounted() {
        open(recorder).post();
        Taken taken = iop.next();
        iop.failWith(taken.message(), 0x7777);
        iop.free(taken);
        host.doWork(10);

        assertEquals(1, recorder.failures.size());
        assertEquals(1, count(Counter.PRESERVED_UNKNOWN));
        assertTrue(iop.hasNothing());
    }

    @Test
    void opensNothingWithoutAFrameAndIsWokenWhenOneReturns() {
        List<Taken> taken = new ArrayList<>();
        for (int i = 0; i < FRAMES; i++) {
            open(recorder).post();
            taken.add(iop.next());
        }

        assertNull(driver.open(TID, FUNCTION, 6, 0, recorder));
        assertEquals(1, count(Counter.NO_FRAME));
        assertEquals(FRAMES, driver.contextsInUse());
        assertTrue(hostInterface == HostInterface.QUEUE_PAIRS ? context.isWokenBy(iop.inbound.freeList())
            : context.wakeNs() <= context.nowNs() + 100_000);

        taken.forEach(one -> iop.finish(one, 0));
        host.doWork(100);
        assertEquals(FRAMES, recorder.statuses.size());
        open(recorder).cancel();
    }

    @Test
    void opensNothingWithoutAContextAndGivesNoFrameAway() {
        for (int i = 0; i < IopDriver.CONTEXTS; i++) {
            driver.standingContext(recorder);
        }
        assertNull(driver.open(TID, FUNCTION, 6, 0, recorder));
        assertEquals(1, count(Counter.NO_CONTEXT));
        assertThrows(IllegalStateException.class, () -> driver.standingContext(recorder));
    }

    @Test
    void cancelledRequestLeavesNothingBehind() {
        for (int i = 0; i < 3 * FRAMES; i++) {
            open(recorder).cancel();
        }
        assertTrue(iop.hasNothing());
        assertEquals(0, driver.contextsInUse());
        assertEquals(List.of(), recorder.failures);
    }

    @Test
    void requestIsPostedOrCancelledOnce() {
        OutgoingRequest request = open(recorder);
        request.post();
        assertThrows(IllegalStateException.class, request::post);
        assertThrows(IllegalStateException.class, request::cancel);
        iop.finish(iop.next(), 0);
    }

    @Test
    void partialRepliesDoNotEndARequestTheLastOneDoes() {
        open(recorder).post();
        Taken taken = iop.next();
        iop.partialReply(taken.message());
        iop.partialReply(taken.message());
        host.doWork(10);
        assertEquals(1, driver.contextsInUse());
        iop.finish(taken, 0);
        host.doWork(10);
        assertEquals(3, recorder.statuses.size());
        assertEquals(0, driver.contextsInUse());
    }

    @Test
    void standingContextReceivesAgainAndAgainUntilItIsReleased() {
        int standing = driver.standingContext(recorder);
        OutgoingRequest request = Objects.requireNonNull(driver.openStanding(TID, FUNCTION, 5, 0, standing));
        assertEquals(standing, request.context());
        request.post();
        Taken taken = iop.next();
        iop.free(taken);
        for (int i = 0; i < 3; i++) {
            iop.reply(taken.message(), 0);
        }
        context.advance(2 * IopDriver.DEFAULT_TIMEOUT_NS);
        host.doWork(10);
        assertEquals(3, recorder.statuses.size());

        driver.release(standing);
        iop.reply(taken.message(), 0);
        host.doWork(10);
        assertEquals(3, recorder.statuses.size());
        assertEquals(1, count(Counter.LATE_REPLIES));
        assertThrows(IllegalArgumentException.class, () -> driver.release(standing));
        assertThrows(IllegalArgumentException.class, () -> driver.openStanding(TID, FUNCTION, 5, 0, standing));
    }

    @Test
    void abandonedRequestHearsNothing() {
        OutgoingRequest request = open(recorder);
        int abandoned = request.context();
        request.post();
        assertTrue(driver.abandon(abandoned));
        assertFalse(driver.abandon(abandoned));
        iop.finish(iop.next(), 0);
        host.doWork(10);
        assertEquals(List.of(), recorder.statuses);
        assertEquals(1, count(Counter.LATE_REPLIES));
    }

    @Test
    void resetFailsWhatIsUnderWayAndKeepsTheFramesThatTheHostHolds() {
        open(recorder).post();
        Taken lost = iop.next();
        OutgoingRequest held = open(recorder);
        Recorder standing = new Recorder();
        driver.standingContext(standing);

        driver.beginReset();
        assertEquals(List.of(), recorder.failures, "the IOP has not begun: it may still use the memory that the request names");
        driver.forgotten();
        assertEquals(List.of(RequestFailure.IOP_RESET), recorder.failures);
        assertEquals(List.of(RequestFailure.IOP_RESET), standing.failures);
        assertNull(driver.open(TID, FUNCTION, 6, 0, recorder));
        held.post();
        assertEquals(2, recorder.failures.size());
        assertTrue(iop.hasNothing());

        driver.endReset();
        iop.free(lost);
        open(recorder).cancel();
    }

    @Test
    void replyHandlerMayPostTheNextRequest() {
        ReplyHandler chain = new ReplyHandler() {
            private int sent;

            @Override
            public void onReply(MessageFrame reply) {
                if (++sent < 10) {
                    open(this).post();
                }
            }
        };
        open(chain).post();
        for (int i = 0; i < 10; i++) {
            iop.finish(iop.next(), 0);
            host.doWork(1);
        }
        assertEquals(0, driver.contextsInUse());
        assertTrue(iop.hasNothing());
    }

    @Test
    void repliesThatAreNoneOrNobodysAreCounted() {
        open(recorder).post();
        Taken taken = iop.next();

        postRaw(0x0005_C001, 0x9000_1010, 0x0000_0FFF);
        postRaw(0x0005_0001, 0x9000_1010, taken.message().initiatorContext());
        postRaw(0xFFFF_C001, 0x9000_1010, taken.message().initiatorContext());
        postRaw(0x0001_C001, 0x9000_1010, taken.message().initiatorContext());
        host.doWork(10);

        assertEquals(1, count(Counter.STRAY_REPLIES));
        assertEquals(3, count(Counter.MALFORMED_REPLIES));
        assertEquals(List.of(), recorder.statuses);
        iop.finish(taken, 0);
        host.doWork(10);
        assertEquals(List.of(0), recorder.statuses);
    }

    private void postRaw(int w0, int w1, int w2) {
        Frame frame = iop.takeReply();
        MessageFrame writer = ScriptedIop.writer(frame);
        writer.setWord(0, w0);
        writer.setWord(1, w1);
        writer.setWord(2, w2);
        iop.outbound.post(Delivery.DIRECT, frame);
    }

    @Test
    void randomRepliesNeitherThrowNorLoseFrames() {
        long seed = Long.getLong("spine.seed", 20_261_121L);
        System.out.println("spine.seed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 2_000; i++) {
            Frame frame = iop.takeReply();
            for (int word = 0; word < ScriptedIop.FRAME_BYTES / 4; word++) {
                ScriptedIop.writer(frame).setWord(word, random.nextInt());
            }
            if (random.nextBoolean()) {
                ScriptedIop.writer(frame).setWord(0, random.nextInt(5, 40) << 16 | (random.nextInt() & 0xFFFF) | MessageFlags.REPLY << 8);
            }
            iop.outbound.post(Delivery.DIRECT, frame);
            host.doWork(4);
        }
        assertEquals(0, driver.contextsInUse());
        assertEquals(2_000, count(Counter.MESSAGES_RECEIVED));
        assertTrue(count(Counter.STRAY_REPLIES) > 0 && count(Counter.MALFORMED_REPLIES) > 0 && count(Counter.TRANSPORT_FAILURES) > 0);
    }

    @Test
    void controlCallWaitsForAFrameAndGivesTheReplyAsItsOwnCopy() {
        List<Taken> taken = new ArrayList<>();
        for (int i = 0; i < FRAMES; i++) {
            open(recorder).post();
            taken.add(iop.next());
        }
        Pending<MessageFrame> claim = driver.call(TID, new UtilClaim(0, 1), 1_000_000);
        host.doWork(10);
        assertTrue(iop.hasNothing());

        taken.forEach(one -> iop.finish(one, 0));
        host.doWork(10);
        Taken request = iop.next();
        assertEquals(Function.UTIL_CLAIM, request.message().function());
        assertEquals(0x0100_0000, request.message().word(4));
        iop.finish(request, 5);
        host.doWork(10);
        assertTrue(claim.isDone());
        assertEquals(5, claim.get().requestStatus());
    }

    @Test
    void controlCallFailsWhenNoFrameReturnsInTimeOrNoReplyComes() {
        Pending<MessageFrame> unanswered = driver.call(TID, new UtilClaim(0, 1), 1_000);
        List<Taken> taken = new ArrayList<>(List.of(iop.next()));
        for (int i = 1; i < FRAMES; i++) {
            open(recorder).post();
            taken.add(iop.next());
        }
        Pending<MessageFrame> starved = driver.call(TID, new UtilClaim(0, 1), 1_000);
        context.advance(1_001);
        host.doWork(10);

        assertEquals(RequestFailure.Reason.TIMEOUT, failureOf(unanswered).failure().reason());
        assertEquals(RequestFailure.Reason.CONGESTION, failureOf(starved).failure().reason());
        assertTrue(assertThrows(RequestFailedException.class, starved::get).toString().contains("iop1"));
        taken.forEach(iop::free);
    }

    private static RequestFailedException failureOf(Pending<?> pending) {
        @Nullable HostException failure = pending.failure();
        assertNotNull(failure);
        return (RequestFailedException) failure;
    }

    @Test
    void repliesFoundAfterIdlenessAreOneInterrupt() {
        for (int burst = 0; burst < 3; burst++) {
            for (int i = 0; i < FRAMES; i++) {
                open(recorder).post();
            }
            for (int i = 0; i < FRAMES; i++) {
                iop.finish(iop.next(), 0);
            }
            // One piece of work at a time, as the modelled engine steps it.
            while (host.doWork(1) > 0) {
                assertTrue(recorder.statuses.size() <= FRAMES * 3);
            }
        }
        assertEquals(3, count(Counter.INTERRUPTS));
        assertEquals(3 * FRAMES, count(Counter.MESSAGES_RECEIVED));
    }

    @Test
    void requestsAndRepliesAllocateNothing() {
        MessageFrame request = new MessageFrame();
        MessageFrame reply = new MessageFrame();
        long[] replies = new long[1];
        ReplyHandler handler = answer -> replies[0] += answer.word(5);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = 0;
        for (int i = 0; i < 20_000; i++) {
            if (i == 10_000) {
                before = threads.getCurrentThreadAllocatedBytes();
            }
            OutgoingRequest outgoing = Objects.requireNonNull(driver.open(TID, FUNCTION, 6, 0, handler));
            outgoing.frame().setWord(4, 1);
            outgoing.post();
            Frame posted = Objects.requireNonNull(iop.inbound.poll());
            Frame back = Objects.requireNonNull(iop.outbound.take());
            request.wrap(posted.memory(), posted.offset(), posted.slotBytes());
            reply.wrap(back.memory(), back.offset(), back.slotBytes());
            Replies.single(request, reply, 0, 0, request.word(4));
            iop.inbound.free(Delivery.DIRECT, posted);
            iop.outbound.post(Delivery.DIRECT, back);
            host.doWork(16);
            host.doWork(16);
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertEquals(20_000, replies[0]);
        assertTrue(allocated < 10_000, () -> allocated + " bytes for 10,000 requests");
    }

    @Test
    void requestsHaveSizesThatFitAFrame() {
        assertThrows(IllegalArgumentException.class, () -> driver.open(TID, FUNCTION, ScriptedIop.FRAME_BYTES / 4 + 1, 0, recorder));
        assertThrows(IllegalArgumentException.class, () -> driver.open(TID, FUNCTION, 3, 0, recorder));
        assertEquals(0, driver.contextsInUse());
    }
}
