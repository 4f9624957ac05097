package dev.spine.host.conformance;

import dev.spine.i2o.FailureCode;
import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.message.exec.ExecCommand;
import dev.spine.i2o.message.exec.ExecIopReset;
import dev.spine.i2o.message.exec.ExecOutboundInit;
import dev.spine.i2o.message.exec.ExecStatusGet;
import dev.spine.i2o.message.exec.ExecSysTabSet;
import dev.spine.i2o.message.exec.OutboundInitStatus;
import dev.spine.i2o.message.exec.ResetStatus;
import dev.spine.i2o.sgl.SglElement.Simple;
import dev.spine.i2o.table.StatusBlock;
import dev.spine.i2o.table.SystemTable;
import dev.spine.i2o.unit.RegisterInterface;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The least that a host can be: it takes frames, writes words, posts them, and looks at replies and memory, by nothing but registers.
 *
 * <p>Belongs to the thread of the test. Whatever does not come in time ends as a {@link NonconformanceError}.
 */
public final class RegisterHost {
    /** The initiator context of every message. */
    public static final int INITIATOR_CONTEXT = 0x1234_5678;
    /** The transaction context of every message. */
    public static final int TRANSACTION_CONTEXT = 0x9ABC_DEF0;
    /** Where the status words are, in host memory. */
    public static final int STATUS_AT = 0x0000;
    /** Where tables and data for the IOP are. */
    public static final int INPUT_AT = 0x1000;
    /** Where tables and data of the IOP come, {@link #OUTPUT_BYTES}. */
    public static final int OUTPUT_AT = 0x2000;
    /** Room for what the IOP writes: as much as drivers give it. */
    public static final int OUTPUT_BYTES = 0x2000;
    /** The number that the IOP gets. */
    public static final int IOP_ID = 2;

    private static final int STATUS_BLOCK_AT = 0x0100;
    private static final int REPLIES_AT = 0x8000;
    private static final int REPLY_FRAMES = 8;
    private static final int FRAME_BYTES = 512;
    private static final int PAGE_BYTES = 4096;
    private static final int OS = 0x80;
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final ConformanceTarget target;
    private final MemorySegment memory;

    /**
     * A host of a target.
     *
     * @param target the IOP
     */
    public RegisterHost(ConformanceTarget target) {
        this.target = target;
        this.memory = target.memory();
    }

    /** {@return the IOP} */
    public ConformanceTarget target() {
        return target;
    }

    /**
     * {@return the bus address of a place in host memory}
     *
     * @param offset from 0 to {@link ConformanceTarget#MEMORY_BYTES}
     */
    public int address(int offset) {
        return target.memoryAddress() + offset;
    }

    /**
     * {@return a word of host memory}
     *
     * @param offset where
     */
    public int word(int offset) {
        return memory.get(WORD, offset);
    }

    /**
     * Writes words into host memory.
     *
     * @param offset where
     */
    public void write(int offset, int... words) {
        for (int i = 0; i < words.length; i++) {
            memory.set(WORD, offset + (long) i * Integer.BYTES, words[i]);
        }
    }

    /** {@return host memory} */
    public MemorySegment memory() {
        return memory;
    }

    /**
     * Waits.
     *
     * @param what for what, in words, for the failure
     * @param condition until this holds
     */
    public void await(String what, BooleanSupplier condition) {
        for (int i = 0; i < target.patience(); i++) {
            if (condition.getAsBoolean()) {
                return;
            }
            target.pause();
        }
        throw new NonconformanceError("waited in vain for " + what);
    }

    /** Lets the IOP work as long as anything may take. */
    public void settle() {
        for (int i = 0; i < target.patience(); i++) {
            target.pause();
        }
    }

    /** {@return the MFA of a free frame of the IOP, waited for} */
    public int take() {
        int[] mfa = {RegisterInterface.EMPTY};
        await("a free inbound frame", () -> {
            mfa[0] = target.registers().read32(RegisterInterface.INBOUND_QUEUE_PORT);
            return mfa[0] != RegisterInterface.EMPTY;
        });
        return mfa[0];
    }

    /**
     * Posts words as they are.
     *
     * @param words the frame
     */
    public void post(int... words) {
        int mfa = take();
        for (int i = 0; i < words.length; i++) {
            target.registers().write32(mfa + i * Integer.BYTES, words[i]);
        }
        target.registers().write32(RegisterInterface.INBOUND_QUEUE_PORT, mfa);
    }

    /**
     * Posts a request.
     *
     * @param tid whom it is for
     */
    public void post(int tid, Request request) {
        post(words(tid, request));
    }

    /**
     * {@return the words of a request of the host}
     *
     * @param tid whom it is for
     */
    public static int[] words(int tid, Request request) {
        MessageFrame frame = new MessageFrame();
        frame.wrap(MemorySegment.ofArray(new byte[FRAME_BYTES]), 0, FRAME_BYTES);
        request.emit(frame, Header.fromHost(tid, INITIATOR_CONTEXT, TRANSACTION_CONTEXT));
        int[] words = new int[frame.sizeWords()];
        for (int i = 0; i < words.length; i++) {
            words[i] = frame.word(i);
        }
        return words;
    }

    /**
     * Asks TID 0.
     *
     * @return its reply, waited for
     */
    public MessageFrame ask(Request request) {
        return ask(Tid.EXECUTIVE, request);
    }

    /**
     * Asks.
     *
     * @param tid whom
     * @return its reply, waited for
     */
    public MessageFrame ask(int tid, Request request) {
        post(tid, request);
        return reply();
    }

    /** {@return the next reply, waited for; its frame is the IOP's again} */
    public MessageFrame reply() {
        MessageFrame[] reply = new MessageFrame[1];
        await("a reply", () -> {
            MessageFrame next = replyOrNull();
            if (next != null) {
                reply[0] = next;
            }
            return next != null;
        });
        return reply[0];
    }

    /** {@return the reply that is there now, or null; the port is read twice, as drivers do} */
    public @Nullable MessageFrame replyOrNull() {
        int mfa = target.registers().read32(RegisterInterface.OUTBOUND_QUEUE_PORT);
        if (mfa == RegisterInterface.EMPTY) {
            mfa = target.registers().read32(RegisterInterface.OUTBOUND_QUEUE_PORT);
        }
        if (mfa == RegisterInterface.EMPTY) {
            return null;
        }
        long offset = Integer.toUnsignedLong(mfa) - Integer.toUnsignedLong(target.memoryAddress());
        if (offset < REPLIES_AT || offset >= REPLIES_AT + REPLY_FRAMES * FRAME_BYTES || offset % FRAME_BYTES != 0) {
            throw new NonconformanceError("a reply at 0x" + Integer.toHexString(mfa) + ", where the host has given no frame");
        }
        MessageFrame copy = new MessageFrame();
        copy.wrap(MemorySegment.ofArray(new byte[FRAME_BYTES]), 0, FRAME_BYTES);
        MemorySegment.copy(memory, offset, copy.memory(), 0, FRAME_BYTES);
        target.registers().write32(RegisterInterface.OUTBOUND_QUEUE_PORT, mfa);
        return copy;
    }

    /** Checks that nothing comes. */
    public void assertNoReply() {
        settle();
        MessageFrame reply = replyOrNull();
        if (reply != null) {
            throw new NonconformanceError("no reply was expected, but this came: " + reply);
        }
    }

    /**
     * Checks that a condition holds.
     *
     * @param expected what was expected, in words
     * @param holds whether it is so
     * @param found what came
     */
    public static void check(String expected, boolean holds, Object found) {
        if (!holds) {
            throw new NonconformanceError("expected " + expected + ", but found " + found);
        }
    }

    /** Answers a transport failure as a host does: returns the preserved frame as a no-operation. */
    public void returnPreserved(MessageFrame failure) {
        int mfa = failure.word(Replies.PRESERVED_MFA_WORD);
        target.registers().write32(mfa, 0x0003_0001);
        target.registers().write32(mfa + 4, Function.UTIL_NOP << 24 | Tid.HOST << 12);
        target.registers().write32(mfa + 8, 0);
        target.registers().write32(RegisterInterface.INBOUND_QUEUE_PORT, mfa);
    }

    /**
     * Checks a transport failure and returns its frame.
     *
     * @param failure the reply
     * @param code the failure that it must name
     */
    public void checkFailure(MessageFrame failure, int code) {
        int flags = MessageFlags.FINAL_REPLY | MessageFlags.FAIL;
        check("a transport failure", (failure.flags() & flags) == flags, failure);
        check("failure " + FailureCode.name(code), failure.requestStatus() == code, failure);
        returnPreserved(failure);
    }

    /** {@return the status block as it is now, waited for until its last byte is there} */
    public StatusBlock status() {
        memory.asSlice(STATUS_BLOCK_AT, StatusBlock.BYTES).fill((byte) 0);
        post(Tid.EXECUTIVE, new ExecStatusGet(address(STATUS_BLOCK_AT), 0, StatusBlock.BYTES));
        await("the status block", () -> (word(STATUS_BLOCK_AT + 84) >>> 24) == StatusBlock.SYNC_COMPLETE);
        return StatusBlock.parse(memory, STATUS_BLOCK_AT);
    }

    /** {@return the state, by its code} */
    public int state() {
        return status().iopState();
    }

    // --- the way through the states

    /** Resets the IOP and waits until it has booted. */
    public void reset() {
        write(STATUS_AT, 0);
        post(Tid.EXECUTIVE, new ExecIopReset(address(STATUS_AT), 0));
        await("the status of the reset", () -> word(STATUS_AT) == ResetStatus.IN_PROGRESS);
        await("RESET after a reset", () -> isState(IopState.RESET));
    }

    private boolean isState(IopState state) {
        return state() == state.code();
    }

    /** Initialises the outbound queue and gives reply frames. */
    public void outboundInit() {
        write(STATUS_AT, 0);
        post(Tid.EXECUTIVE, new ExecOutboundInit(PAGE_BYTES, OS, FRAME_BYTES / Integer.BYTES, List.of(Simple.into(address(STATUS_AT), 4))));
        awaitOutboundInit();
        giveReplyFrames();
    }

    /** Waits for the status word of an OutboundInit, all of it. */
    public void awaitOutboundInit() {
        await("the status of OutboundInit", () -> word(STATUS_AT) == OutboundInitStatus.COMPLETE);
    }

    /** Gives the IOP its reply frames. */
    public void giveReplyFrames() {
        for (int i = 0; i < REPLY_FRAMES; i++) {
            target.registers().write32(RegisterInterface.OUTBOUND_QUEUE_PORT, address(REPLIES_AT + i * FRAME_BYTES));
        }
    }

    /** {@return a SysTabSet whose table names this IOP alone} */
    public ExecSysTabSet systemTable() {
        SystemTable table = new SystemTable(1, List.of(
            new SystemTable.Entry(1, IOP_ID, 0, 1, IopState.HOLD.code(), 0, FRAME_BYTES / Integer.BYTES, 0, 0, 0x40)));
        table.emit(memory, INPUT_AT);
        return ExecSysTabSet.withoutPrivateSpace(IOP_ID, 0, address(INPUT_AT), table.sizeBytes());
    }

    /**
     * Brings an IOP that was switched on into a state, as a driver does.
     *
     * @param wanted RESET, HOLD, READY, OPERATIONAL or FAILED
     * @return false when the target cannot be brought there
     */
    public boolean bringTo(IopState wanted) {
        if (!isState(IopState.RESET)) {
            reset();
        }
        if (wanted != IopState.RESET) {
            outboundInit();
        }
        if (wanted != IopState.RESET && wanted != IopState.HOLD) {
            checkDone(ask(systemTable()));
        }
        if (wanted == IopState.OPERATIONAL || wanted == IopState.FAILED) {
            checkDone(ask(new ExecCommand(ExecCommand.SYS_ENABLE)));
        }
        if (wanted == IopState.FAILED && !target.fail()) {
            return false;
        }
        settle();
        while (replyOrNull() != null) {
            settle();
        }
        check("state " + wanted, isState(wanted), state());
        return true;
    }

    /** Checks that a reply says success. */
    public static void checkDone(MessageFrame reply) {
        check("success", !reply.isFail() && reply.word(4) == 0, reply);
    }
}
