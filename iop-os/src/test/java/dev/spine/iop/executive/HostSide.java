package dev.spine.iop.executive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.message.exec.ExecCommand;
import dev.spine.i2o.message.exec.ExecOutboundInit;
import dev.spine.i2o.message.exec.ExecSysTabSet;
import dev.spine.i2o.sgl.SglElement.Simple;
import dev.spine.i2o.table.SystemTable;
import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.Frame;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.iop.Iop;
import dev.spine.iop.IopBuilder;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.StepContext;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** An IOP with one device, and a host that a test plays by hand: it posts words, steps the IOP, and looks at replies and memory. */
final class HostSide {
    static final int HOST_FRAMES = 16;
    static final int REPLY_FRAMES = 8;
    static final int DEVICE_TID = 0x008;
    static final int INITIATOR_CONTEXT = 0x1234_5678;
    static final int TRANSACTION_CONTEXT = 0x9ABC_DEF0;

    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int FRAME_BYTES = 512;
    private static final int REPLIES_AT = 0x8000;

    final StepContext context = new StepContext("node0/iop1");
    final Bus bus = new Bus(3);
    final Region memory = bus.allocate("host memory", BusAgent.host(), Access.READ_WRITE, 0x1_0000);
    final Region secret = bus.allocate("other card", new BusAgent(2, "iop2"), Access.OWNER, 0x1000);
    final TestDevice device = new TestDevice();
    final Iop iop;
    final QueuePair inbound;
    final QueuePair outbound;
    private int replyFramesGiven;

    HostSide() {
        this(ExecutiveSettings.STANDARD);
    }

    HostSide(ExecutiveSettings settings) {
        iop = new IopBuilder("iop1", bus, new BusAgent(1, "iop1")).frames(FRAME_BYTES, HOST_FRAMES).settings(settings).build(context);
        iop.install(device);
        inbound = iop.function().link().inbound();
        outbound = iop.function().link().outbound();
    }

    IopState state() {
        return iop.kernel().directory().state();
    }

    /** Bus address of a place in host memory. */
    int address(int offset) {
        return (int) memory.base() + offset;
    }

    int word(int offset) {
        return memory.memory().get(WORD, offset);
    }

    /** Steps the IOP, one piece of work at a time, until it has nothing to do. */
    void step() {
        for (int i = 0; i < 10_000; i++) {
            if (iop.doWork(1) == 0) {
                return;
            }
        }
        throw new AssertionError("the IOP never rests");
    }

    /** Lets the IOP boot. */
    HostSide booted() {
        step();
        context.advance(iop.executive().parts().settings().bootNs());
        step();
        return this;
    }

    HostSide in(IopState wanted) {
        booted();
        if (wanted == IopState.FAILED) {
            in(IopState.OPERATIONAL);
            iop.executive().fail();
            forgetReplies();
            return this;
        }
        if (wanted != IopState.RESET) {
            outboundInit();
            giveReplyFrames();
            if (wanted != IopState.HOLD) {
                assertSuccess(ask(ExecSysTabSet.withoutPrivateSpace(2, 0, address(0x400), emitTable())));
                if (wanted != IopState.READY) {
                    assertSuccess(ask(new ExecCommand(ExecCommand.SYS_ENABLE)));
                }
            }
        }
        assertEquals(wanted, state());
        return this;
    }

    private int emitTable() {
        SystemTable table = new SystemTable(1, List.of());
        table.emit(memory.memory(), 0x400);
        return table.sizeBytes();
    }

    void outboundInit() {
        post(new ExecOutboundInit(4096, 0x80, FRAME_BYTES / 4, List.of(Simple.into(address(0), 4))));
        assertEquals(4, word(0));
    }

    void giveReplyFrames() {
        outbound.withdraw();
        for (int i = 0; i < REPLY_FRAMES; i++) {
            int offset = REPLIES_AT + i * FRAME_BYTES;
            outbound.adopt(Delivery.DIRECT, memory.memory(), offset, address(offset));
        }
        replyFramesGiven = REPLY_FRAMES;
    }

    private static void assertSuccess(MessageFrame reply) {
        assertEquals(0, reply.requestStatus(), reply.toString());
    }

    /** A frame of the IOP to be written and posted. */
    Frame take() {
        return Objects.requireNonNull(inbound.take(), "the IOP has returned all frames");
    }

    static MessageFrame writer(Frame frame) {
        MessageFrame writer = new MessageFrame();
        writer.wrap(frame.memory(), frame.offset(), frame.slotBytes());
        return writer;
    }

    /** Posts a message as it is, without a step. */
    Frame postOnly(int... words) {
        Frame frame = take();
        for (int i = 0; i < words.length; i++) {
            writer(frame).setWord(i, words[i]);
        }
        inbound.post(Delivery.DIRECT, frame);
        return frame;
    }

    /** Posts words and steps the IOP. */
    Frame postWords(int... words) {
        Frame frame = postOnly(words);
        step();
        return frame;
    }

    /** Posts a request to TID 0 and steps the IOP. */
    void post(Request message) {
        post(0, message);
    }

    void post(int tid, Request message) {
        post(new Header(tid, Tid.HOST, INITIATOR_CONTEXT, TRANSACTION_CONTEXT), message);
    }

    void post(Header header, Request message) {
        Frame frame = take();
        message.emit(writer(frame), header);
        inbound.post(Delivery.DIRECT, frame);
        step();
    }

    /** Asks in the name of another object of the host, as some drivers do. */
    MessageFrame askAs(int initiator, int tid, Request message) {
        post(new Header(tid, initiator, INITIATOR_CONTEXT, TRANSACTION_CONTEXT), message);
        return reply();
    }

    MessageFrame ask(Request message) {
        return ask(0, message);
    }

    MessageFrame ask(int tid, Request message) {
        post(tid, message);
        return reply();
    }

    /** The next reply, its frame returned; there must be one. */
    MessageFrame reply() {
        return Objects.requireNonNull(replyOrNull(), "the IOP has replied");
    }

    @Nullable MessageFrame replyOrNull() {
        Frame frame = outbound.poll();
        if (frame == null) {
            return null;
        }
        MessageFrame copy = new MessageFrame();
        copy.wrap(MemorySegment.ofArray(new byte[frame.slotBytes()]), 0, frame.slotBytes());
        MemorySegment.copy(frame.memory(), frame.offset(), copy.memory(), 0, frame.slotBytes());
        outbound.free(Delivery.DIRECT, frame);
        step();
        return copy;
    }

    void assertNoReply() {
        MessageFrame reply = replyOrNull();
        assertNull(reply, () -> "unexpected " + reply);
    }

    void forgetReplies() {
        while (replyOrNull() != null) {
            step();
        }
    }

    void forgetSomeReplies(SplittableRandom random) {
        for (int i = random.nextInt(REPLY_FRAMES); i > 0; i--) {
            replyOrNull();
        }
    }

    /** Answers a transport failure as a host does: returns the preserved frame as a no-operation. */
    void returnPreserved(MessageFrame failure) {
        Frame frame = inbound.reclaimPreserved(failure.word(Replies.PRESERVED_MFA_WORD));
        writer(Objects.requireNonNull(frame, "the frame is preserved")).header(3, 0, 0, 0, 1, 0);
        inbound.post(Delivery.DIRECT, frame);
        step();
    }

    /** Takes all replies, returns all preserved frames, and then every frame must be free on either side. */
    void assertAllFramesFree(int heldByDesign) {
        step();
        for (MessageFrame reply = replyOrNull(); reply != null; reply = replyOrNull()) {
            if ((reply.flags() & MessageFlags.FAIL) != 0) {
                returnPreserved(reply);
            }
        }
        step();
        assertEquals(HOST_FRAMES - heldByDesign, inbound.freeForSender(), "inbound frames free");
        assertEquals(replyFramesGiven, outbound.freeForSender(), "outbound frames free");
        assertEquals(0, outbound.ownedByTarget(), "outbound frames with the host");
    }

    /** As {@link #assertAllFramesFree}, for tests that make the device and the executive keep requests: those are ended first. */
    void assertAllFramesFreeButKept() {
        step();
        while (!device.kept.isEmpty()) {
            device.kept.removeFirst().finish();
        }
        iop.kernel().directory().changed(Objects.requireNonNull(iop.kernel().directory().device(0)));
        context.advance(LctNotification.PACE_NS);
        assertAllFramesFree(iop.executive().waitingNotifications() + iop.kernel().hostPort().staticFrames());
    }

    /** Another function for those that would end the experiment. */
    int harmless(int function) {
        return switch (function) {
            case Function.EXEC_IOP_RESET, Function.EXEC_IOP_CLEAR, Function.EXEC_SYS_QUIESCE, Function.EXEC_OUTBOUND_INIT -> 0x7F;
            default -> function;
        };
    }
}
