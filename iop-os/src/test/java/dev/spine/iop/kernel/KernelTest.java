package dev.spine.iop.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.FailureCode;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.Tid;
import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.Frame;
import dev.spine.i2o.unit.MessagingUnit;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.engine.StepContext;
import dev.spine.iop.kernel.IopCounters.Counter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The kernel without an executive: dispatch, event queues, replies that wait, local messages. */
@Tag("SN-13")
class KernelTest {
    private static final int FRAMES = 8;
    private static final int FRAME_BYTES = 128;
    private static final int REPLY_FRAMES = 2;

    private final StepContext context = new StepContext("node0/iop1");
    private final Bus bus = new Bus(2);
    private final MessagingUnit unit = new MessagingUnit("iop1", Arena.ofAuto().allocate(0x1_0000, 64), FRAME_BYTES, FRAMES);
    private final List<String> utilities = new ArrayList<>();
    private final IopKernel kernel = new IopKernel("iop1", context, new DmaEngine(bus, new BusAgent(1, "iop1")), unit,
        (slot, request) -> {
            utilities.add(slot.tid() + ":" + request.frame().function());
            request.finish();
        });
    private final QueuePair inbound = unit.hostLink().inbound();
    private final QueuePair outbound = unit.hostLink().outbound();
    private final Module first = new Module();
    private final Module second = new Module();

    /** Keeps requests until a test answers them; counts replies to its own. */
    private static final class Module implements DeviceModule {
        final List<KernelRequest> requests = new ArrayList<>();
        final List<Integer> replies = new ArrayList<>();
        private @Nullable DeviceContext context;

        DeviceContext context() {
            return Objects.requireNonNull(context);
        }

        @Override
        public DeviceDescription description() {
            return new DeviceDescription("module", ClassId.ofSpine(DeviceClass.RUNTIME).word(), 0, 1, 0, "Module");
        }

        @Override
        public void attach(DeviceContext given) {
            context = given;
        }

        @Override
        public void reset() {
            requests.clear();
        }

        @Override
        public void onMessage(KernelRequest request) {
            requests.add(request);
        }

        @Override
        public void onReply(MessageFrame reply) {
            replies.add(reply.word(5));
        }

        void answerAll() {
            for (KernelRequest request : requests) {
                Replies.single(request.frame(), request.openReply(), 0, 0, request.frame().wordOrZero(4));
                request.sendReply();
            }
            requests.clear();
        }
    }

    @BeforeEach
    void build() {
        assertEquals(0x008, kernel.install(first));
        assertEquals(0x009, kernel.install(second));
        kernel.directory().state(IopState.OPERATIONAL);
        MemorySegment pool = Arena.ofAuto().allocate(REPLY_FRAMES * FRAME_BYTES, 64);
        for (int i = 0; i < REPLY_FRAMES; i++) {
            assertNotNull(outbound.adopt(Delivery.DIRECT, pool, (long) i * FRAME_BYTES, 0x10_0000 + i * FRAME_BYTES));
        }
    }

    private void post(int function, int tid, int payload) {
        Frame frame = Objects.requireNonNull(inbound.take());
        MessageFrame writer = new MessageFrame();
        writer.wrap(frame.memory(), frame.offset(), frame.slotBytes());
        writer.header(5, 0, 0, function, Tid.HOST, tid);
        writer.contexts(payload, -payload);
        writer.setWord(4, payload);
        inbound.post(Delivery.DIRECT, frame);
    }

    private void step() {
        for (int i = 0; i < 10_000; i++) {
            if (kernel.doWork(1) == 0) {
                return;
            }
        }
        throw new AssertionError("the kernel never rests");
    }

    /** Takes a reply, returns its frame and gives word 5 of it; null when there is none. */
    private @Nullable Integer reply() {
        Frame frame = outbound.poll();
        if (frame == null) {
            return null;
        }
        MessageFrame view = new MessageFrame();
        view.wrap(frame.memory(), frame.offset(), frame.slotBytes());
        int word = view.word(5);
        outbound.free(Delivery.DIRECT, frame);
        return word;
    }

    @Test
    void dispatchesByTidAndKindOfFunction() {
        post(0x90, 0x008, 1);
        post(0x90, 0x009, 2);
        post(0x06, 0x009, 3);
        step();
        assertEquals(1, first.requests.size());
        assertEquals(1, second.requests.size());
        assertEquals(List.of("9:6"), utilities);
        first.answerAll();
        second.answerAll();
        assertEquals(1, reply());
        assertEquals(2, reply());
        assertEquals(FRAMES, inbound.freeForSender());
    }

    @Test
    void heldModuleGetsItsRequestsLaterAndInOrder() {
        first.context().hold();
        for (int i = 1; i <= 4; i++) {
            post(0x90, 0x008, i);
        }
        post(0x90, 0x009, 9);
        step();
        assertEquals(0, first.requests.size());
        assertEquals(1, second.requests.size(), "nobody waits behind a held module");
        assertEquals(4, kernel.counters().get(Counter.DEFERRED_REQUESTS));

        first.context().resume();
        assertEquals(List.of(1, 2, 3, 4), first.requests.stream().map(request -> request.frame().word(4)).toList());
    }

    @Test
    void repliesThatFindNoFrameWaitInOrderAndHoldTheirRequestsFrames() {
        for (int i = 1; i <= 6; i++) {
            post(0x90, 0x008, i);
        }
        step();
        first.answerAll();
        step();
        assertEquals(4, kernel.counters().get(Counter.REPLIES_WAITED));
        assertEquals(FRAMES - 4, inbound.freeForSender());
        for (int i = 1; i <= 6; i++) {
            assertEquals(i, reply());
            step();
        }
        assertNull(reply());
        assertEquals(FRAMES, inbound.freeForSender());
        assertEquals(REPLY_FRAMES, outbound.freeForSender());
    }

    @Test
    void partialRepliesAreRefusedWithoutAFrameTheLastOneNever() {
        post(0x90, 0x008, 1);
        step();
        KernelRequest request = first.requests.removeFirst();
        for (int i = 0; i < REPLY_FRAMES; i++) {
            MessageFrame partial = Objects.requireNonNull(request.openPartial());
            Replies.begin(request.frame(), partial, 6, MessageFlags.REPLY, 0);
            partial.setWord(5, 100 + i);
            request.sendPartial();
        }
        assertNull(request.openPartial());
        MessageFrame last = request.openReply();
        Replies.single(request.frame(), last, 0, 0, 200);
        request.sendReply();
        assertThrows(IllegalStateException.class, request::openReply);
        assertEquals(100, reply());
        assertEquals(101, reply());
        step();
        assertEquals(200, reply());
    }

    @Test
    void requestEndsOnce() {
        post(0x90, 0x008, 1);
        step();
        KernelRequest request = first.requests.removeFirst();
        request.finish();
        assertThrows(IllegalStateException.class, request::finish);
        assertThrows(IllegalStateException.class, request::sendReply);
    }

    @Test
    void openReplyThatIsNotSentIsKeptForTheNext() {
        post(0x90, 0x008, 1);
        step();
        KernelRequest request = first.requests.removeFirst();
        assertNotNull(request.openPartial());
        request.finish();
        assertEquals(REPLY_FRAMES, outbound.freeForSender());
    }

    @Test
    void modulesOfOneIopSpeakWithEachOtherAlsoInFloods() {
        MessageRoute route = Objects.requireNonNull(first.context().route(0x009));
        int sent = 0;
        for (int round = 0; round < 100; round++) {
            MessageFrame frame = route.open();
            while (frame != null) {
                frame.header(5, 0, 0, 0x90, route.initiator(), route.target());
                frame.contexts(0, 0);
                frame.setWord(4, sent++);
                route.post();
                frame = route.open();
            }
            step();
            second.answerAll();
            step();
        }
        assertEquals(sent, first.replies.size());
        assertEquals(sent - 1, first.replies.getLast());
        assertNull(first.context().route(0x123));
    }

    @Test
    void stateForbidsMessagesToDevices() {
        kernel.directory().state(IopState.READY);
        post(0x90, 0x008, 1);
        post(0x06, 0x008, 2);
        step();
        assertEquals(0, first.requests.size());
        assertEquals(List.of("8:6"), utilities);
        Frame frame = Objects.requireNonNull(outbound.poll());
        MessageFrame failure = new MessageFrame();
        failure.wrap(frame.memory(), frame.offset(), frame.slotBytes());
        assertEquals(FailureCode.STATE_ERROR, failure.requestStatus());
        assertEquals(FRAMES - 1, inbound.freeForSender(), "the frame is preserved");
        assertNotNull(inbound.reclaimPreserved(failure.word(Replies.PRESERVED_MFA_WORD)));
        assertNull(inbound.reclaimPreserved(failure.word(Replies.PRESERVED_MFA_WORD)), "it can be taken up once");
    }

    @Test
    void frameIsPreservedBeforeTheHostCanReadThatItIs() {
        // The host reclaims the frame at the moment at which the failure arrives.
        List<Frame> reclaimed = new ArrayList<>();
        context.onDelivery(outbound.postList(), () -> {
            Frame frame = inbound.reclaimPreserved(0x1000);
            if (frame != null) {
                reclaimed.add(frame);
            }
        });
        post(0x90, 0x444, 1);
        step();
        assertEquals(1, reclaimed.size());
    }

    @Test
    void onlyOneSourceIsServedPerStepAndNoneStarves() {
        for (int i = 1; i <= 4; i++) {
            post(0x90, 0x008, i);
        }
        assertEquals(1, kernel.doWork(1));
        assertEquals(1, first.requests.size());
        assertEquals(3, kernel.doWork(64));
        assertEquals(0, kernel.doWork(64));
    }

    @Test
    void discardingTrafficReturnsEverythingButTheSurvivor() {
        first.context().hold();
        for (int i = 1; i <= 3; i++) {
            post(0x90, 0x008, i);
        }
        post(0x90, 0x009, 4);
        post(0x90, 0x009, 5);
        post(0x90, 0x444, 6);
        step();
        post(0x90, 0x009, 7);
        KernelRequest survivor = second.requests.getFirst();
        kernel.discardTraffic(survivor);
        assertEquals(FRAMES - 1, inbound.freeForSender());
        second.requests.retainAll(List.of(survivor));
        reply();
        second.answerAll();
        assertEquals(4, reply());
        assertEquals(FRAMES, inbound.freeForSender());
        post(0x90, 0x008, 8);
        step();
        assertEquals(1, first.requests.size(), "nobody is held any more");
    }
}
