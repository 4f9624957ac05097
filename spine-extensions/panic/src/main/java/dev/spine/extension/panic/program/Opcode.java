package dev.spine.extension.panic.program;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The instructions. What an instruction takes from the stack is listed from the deepest word to the top. A region is an index in words into
 * an object or into the packet, then a number of bytes; both are checked when the instruction runs. Any thread.
 */
public enum Opcode {
    /** Pushes a constant. */
    PUSH(Operand.CONSTANT, 0, 1),
    /** Pushes a word of data. */
    LOAD(Operand.WORD, 0, 1),
    /** Value: stores it. */
    STORE(Operand.WORD, 1, 0),
    /** Index: pushes that word of an object. */
    LOADX(Operand.OBJECT, 1, 1),
    /** Index: pushes that word of an object and the one behind it; both are in it. */
    LOADX2(Operand.OBJECT, 1, 2),
    /** Value, index: stores the value in that word of an object. */
    STOREX(Operand.OBJECT, 2, 0),
    /** Pushes the top word again. */
    DUP(Operand.NONE, 1, 2),
    /** Drops the top word. */
    DROP(Operand.NONE, 1, 0),

    /** Sum, which wraps. */
    ADD(Operand.NONE, 2, 1),
    /** Difference, which wraps. */
    SUB(Operand.NONE, 2, 1),
    /** Product, which wraps. */
    MUL(Operand.NONE, 2, 1),
    /** Signed quotient, rounded toward zero; a zero divisor is a fault. */
    DIV(Operand.NONE, 2, 1),
    /** Remainder with the sign of the dividend; a zero divisor is a fault. */
    REM(Operand.NONE, 2, 1),
    /** The value with the other sign. */
    NEG(Operand.NONE, 1, 1),
    /** 1 when the first is less than the second, both signed; otherwise 0. */
    LT(Operand.NONE, 2, 1),
    /** 1 when less or equal. */
    LE(Operand.NONE, 2, 1),
    /** 1 when greater. */
    GT(Operand.NONE, 2, 1),
    /** 1 when greater or equal. */
    GE(Operand.NONE, 2, 1),
    /** 1 when equal. */
    EQ(Operand.NONE, 2, 1),
    /** 1 when not equal. */
    NE(Operand.NONE, 2, 1),
    /** 1 when the value is 0, otherwise 0. */
    NOT(Operand.NONE, 1, 1),

    /** Jumps. */
    JMP(Operand.DISTANCE, 0, 0),
    /** Value: jumps when it is 0. */
    JZ(Operand.DISTANCE, 1, 0),
    /** Value: jumps when it is not 0. */
    JNZ(Operand.DISTANCE, 1, 0),

    /** Pushes the packet's payload length in bytes, 0 in the start-up block. */
    PKLEN(Operand.NONE, 0, 1),
    /** Index: pushes that word of the payload, which must lie wholly in it. */
    PKLOAD(Operand.NONE, 1, 1),
    /** Index into the object, byte offset in the payload, bytes: copies from the payload to the object. */
    PKCOPY(Operand.OBJECT, 3, 0),

    /** Region of an object, trigger, program, address (high word, low word): sends a packet to a node. */
    SEND(Operand.OBJECT, 6, 0),
    /** As {@link #SEND}, with a region of the packet. */
    SENDP(Operand.NONE, 6, 0),
    /** Region of an object, trigger, program: queues a message on this card. */
    SENDL(Operand.OBJECT, 4, 0),
    /** As {@link #SENDL}, with a region of the packet. */
    SENDLP(Operand.NONE, 4, 0),
    /** Region of an object, trigger, program: sends to where the current message came from. */
    SENDR(Operand.OBJECT, 4, 0),
    /** As {@link #SENDR}, with a region of the packet. */
    SENDRP(Operand.NONE, 4, 0),
    /** Index into the object, byte offset in the segment, segment, bytes: begins a transfer to host memory. */
    DELIVER(Operand.OBJECT, 4, 0),
    /** As {@link #DELIVER}, with an index into the packet. */
    DELIVERP(Operand.NONE, 4, 0),
    /** Index into the object, byte offset in the segment, segment, bytes: begins a transfer from host memory. */
    GET(Operand.OBJECT, 4, 0),
    /** Waits until all transfers of this activation have ended. */
    DMAWAIT(Operand.NONE, 0, 0),

    /** Number: sets that flag. */
    SETF(Operand.NONE, 1, 0),
    /** Number: pushes 1 when that flag is set, otherwise 0. */
    TSTF(Operand.NONE, 1, 1),
    /** Number: clears that lock. */
    CLRL(Operand.NONE, 1, 0),
    /** Number: pushes 1 when that lock is set, otherwise 0. */
    TSTL(Operand.NONE, 1, 1),

    /** Pushes the card's clock. */
    CLOCK(Operand.NONE, 0, 1),
    /** Value: appends it to the display ring. */
    DISPLAY(Operand.NONE, 1, 0),
    /** Waits for this activation's transfers and ends it; the triggers of the mask are armed. */
    AWAIT(Operand.MASK, 0, 0),
    /** Waits for this activation's transfers, ends it and stops the program. */
    STOP(Operand.NONE, 0, 0);

    private static final int FIRST = 1;

    private final Operand operand;
    private final int pops;
    private final int pushes;

    Opcode(Operand operand, int pops, int pushes) {
        this.operand = operand;
        this.pops = pops;
        this.pushes = pushes;
    }

    /** {@return its byte in the code; 0 is none, so that zeros are no code} */
    public int code() {
        return FIRST + ordinal();
    }

    /** {@return what follows it} */
    public Operand operand() {
        return operand;
    }

    /** {@return how many words it takes from the stack} */
    public int pops() {
        return pops;
    }

    /** {@return how many words it pushes then} */
    public int pushes() {
        return pushes;
    }

    /** {@return how many bytes it has with its operand} */
    public int bytes() {
        return 1 + operand.bytes();
    }

    /** {@return whether the instruction behind it is never the next one, unless something jumps there} */
    public boolean endsFlow() {
        return this == JMP || this == AWAIT || this == STOP;
    }

    /**
     * {@return the instruction of a byte, or null when it is none}
     *
     * @param code 0 to 255
     */
    public static @Nullable Opcode of(int code) {
        return code >= FIRST && code < FIRST + Known.ALL.size() ? Known.ALL.get(code - FIRST) : null;
    }

    /** All of them, once: {@code values()} makes an array at each call. */
    private static final class Known {
        private static final List<Opcode> ALL = List.of(values());

        private Known() {}
    }
}
