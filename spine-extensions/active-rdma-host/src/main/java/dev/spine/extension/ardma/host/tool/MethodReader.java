package dev.spine.extension.ardma.host.tool;

import dev.spine.extension.ardma.routine.Routine;
import dev.spine.extension.ardma.routine.RoutineMethod;
import java.lang.classfile.Opcode;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Takes the instructions of a verified method apart; each is named by its offset in the method's code. Never changed. Any thread. */
public final class MethodReader {
    private static final int WIDE = 0xC4;
    private static final int WORD = Integer.BYTES;
    /** By number, those behind WIDE by both bytes. */
    private static final Map<Integer, Opcode> OPCODES = Stream.of(Opcode.values())
        .collect(Collectors.toMap(Opcode::bytecode, Function.identity(), (first, _) -> first));

    private final Routine routine;
    private final RoutineMethod method;

    /**
     * A method.
     *
     * @param routine a verified one
     * @param index of the method
     */
    public MethodReader(Routine routine, int index) {
        this.routine = routine;
        this.method = routine.method(index);
    }

    private int code8(int at) {
        return routine.bytes().get8(method.codeAt() + at);
    }

    private int code16(int at) {
        return routine.bytes().get16(method.codeAt() + at);
    }

    private int code32(int at) {
        return routine.bytes().get32(method.codeAt() + at);
    }

    /** {@return bytes of its code} */
    public int bytes() {
        return method.codeBytes();
    }

    /**
     * {@return the number of an instruction}
     *
     * @param at where it is
     */
    public Opcode opcode(int at) {
        Opcode opcode = OPCODES.get(code8(at) == WIDE ? code16(at) : code8(at));
        if (opcode == null) {
            throw new IllegalStateException("the routine was not verified");
        }
        return opcode;
    }

    /**
     * {@return bytes of an instruction}
     *
     * @param at where it is
     */
    public int length(int at) {
        return switch (opcode(at)) {
            case TABLESWITCH -> words(at) + (3 + cases(at)) * WORD - at;
            case LOOKUPSWITCH -> words(at) + (2 + 2 * cases(at)) * WORD - at;
            case Opcode other -> other.sizeIfFixed();
        };
    }

    /** Where the words of a switch begin, of which the first says where its default is. */
    private static int words(int at) {
        return (at | WORD - 1) + 1;
    }

    /**
     * {@return how many values a switch has}
     *
     * @param at where it is
     */
    public int cases(int at) {
        int second = code32(words(at) + WORD);
        return opcode(at) == Opcode.TABLESWITCH ? code32(words(at) + 2 * WORD) - second + 1 : second;
    }

    /**
     * {@return a value of a switch}
     *
     * @param at where it is
     * @param number of the value, from 0 on
     */
    public int key(int at, int number) {
        return opcode(at) == Opcode.TABLESWITCH ? code32(words(at) + WORD) + number : code32(words(at) + (2 + 2 * number) * WORD);
    }

    /**
     * {@return where a switch jumps for a value}
     *
     * @param at where it is
     * @param number of the value, from 0 on
     */
    public int target(int at, int number) {
        return at + code32(words(at) + (3 + (opcode(at) == Opcode.TABLESWITCH ? number : 2 * number)) * WORD);
    }

    /**
     * {@return where a switch jumps for other values}
     *
     * @param at where it is
     */
    public int otherwise(int at) {
        return at + code32(words(at));
    }

    /**
     * {@return where a jump leads}
     *
     * @param at where it is
     */
    public int target(int at) {
        return at + (short) code16(at + 1);
    }

    /**
     * {@return whether what pushes a constant pushes a long}
     *
     * @param at where it is
     */
    public boolean isLong(int at) {
        return switch (opcode(at)) {
            case LCONST_0, LCONST_1, LDC2_W -> true;
            default -> false;
        };
    }

    /**
     * {@return the constant that is pushed}
     *
     * @param at where it is
     */
    public long constant(int at) {
        Opcode opcode = opcode(at);
        return switch (opcode) {
            case LCONST_0, LCONST_1 -> opcode.bytecode() - Opcode.LCONST_0.bytecode();
            case BIPUSH -> (byte) code8(at + 1);
            case SIPUSH -> (short) code16(at + 1);
            case LDC -> routine.intAt(code8(at + 1));
            case LDC_W -> routine.intAt(code16(at + 1));
            case LDC2_W -> routine.longAt(code16(at + 1));
            default -> opcode.bytecode() - Opcode.ICONST_0.bytecode();
        };
    }

    /**
     * {@return the local of an instruction}
     *
     * @param at where it is: a load, a store or an increment
     */
    public int local(int at) {
        Opcode opcode = opcode(at);
        if (opcode.isWide()) {
            return code16(at + 2);
        }
        // Short forms are numbered by fours.
        Opcode first = opcode.kind() == Opcode.Kind.STORE ? Opcode.ISTORE_0 : Opcode.ILOAD_0;
        return opcode.sizeIfFixed() == 1 ? opcode.bytecode() - first.bytecode() & 3 : code8(at + 1);
    }

    /**
     * {@return what an increment adds}
     *
     * @param at where it is
     */
    public int delta(int at) {
        return opcode(at).isWide() ? (short) code16(at + 4) : (byte) code8(at + 2);
    }

    /**
     * {@return the number of what is called}
     *
     * @param at where the call is
     */
    public int called(int at) {
        return code16(at + 1);
    }
}
