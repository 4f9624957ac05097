package dev.spine.extension.ardma.routine;

import static dev.spine.extension.ardma.routine.Opcodes.GOTO;
import static dev.spine.extension.ardma.routine.Opcodes.IFEQ;
import static dev.spine.extension.ardma.routine.Opcodes.IINC;
import static dev.spine.extension.ardma.routine.Opcodes.ILOAD;
import static dev.spine.extension.ardma.routine.Opcodes.ILOAD_0;
import static dev.spine.extension.ardma.routine.Opcodes.INVOKESTATIC;
import static dev.spine.extension.ardma.routine.Opcodes.ISTORE;
import static dev.spine.extension.ardma.routine.Opcodes.ISTORE_0;
import static dev.spine.extension.ardma.routine.Opcodes.LDC;
import static dev.spine.extension.ardma.routine.Opcodes.LDC2_W;
import static dev.spine.extension.ardma.routine.Opcodes.LDC_W;
import static dev.spine.extension.ardma.routine.Opcodes.LLOAD;
import static dev.spine.extension.ardma.routine.Opcodes.LLOAD_3;
import static dev.spine.extension.ardma.routine.Opcodes.LOOKUPSWITCH;
import static dev.spine.extension.ardma.routine.Opcodes.LSTORE;
import static dev.spine.extension.ardma.routine.Opcodes.LSTORE_3;
import static dev.spine.extension.ardma.routine.Opcodes.TABLESWITCH;
import static dev.spine.extension.ardma.routine.Opcodes.WIDE;

/** Where the instructions of a method begin, and which of them are jumped to. */
final class CodeMap {
    private static final byte BEGINS = 1;
    private static final byte TARGET = 2;

    private final byte[] kinds;
    private int instructions;
    private int targets;

    private CodeMap(int bytes) {
        this.kinds = new byte[bytes];
    }

    /** A map of a method in which nothing is marked yet. */
    static CodeMap of(RoutineMethod method) {
        return new CodeMap(method.codeBytes);
    }

    /**
     * Marks an instruction; all code of a method must be instructions of the set, whether reached or not.
     *
     * @return where the next one begins
     */
    int mark(Routine routine, RoutineMethod method, int at) throws RoutineException {
        check(routine, method, at);
        kinds[at] |= BEGINS;
        instructions++;
        return at + length(routine, method, at);
    }

    /**
     * Marks a place to which an instruction jumps, when all instructions are marked.
     *
     * @param number which of its places
     */
    void markTarget(Routine routine, RoutineMethod method, int at, int number) throws RoutineException {
        int target = target(routine, method, at, number);
        if (target < 0 || target >= kinds.length || kinds[target] == 0) {
            throw new RoutineException(RoutineFlaw.TARGET, method.index, at);
        }
        if (kinds[target] == BEGINS) {
            kinds[target] |= TARGET;
            targets++;
        }
    }

    private static void check(Routine routine, RoutineMethod method, int at) throws RoutineException {
        int opcode = routine.code8(method, at);
        int left = method.codeBytes - at;
        if (opcode == WIDE) {
            int widened = left > 1 ? routine.code8(method, at + 1) : -1;
            boolean known = widened == ILOAD || widened == LLOAD || widened == ISTORE || widened == LSTORE || widened == IINC;
            require(left > 1, RoutineFlaw.CUT_OFF, method, at);
            require(known, RoutineFlaw.OPCODE, method, at);
        } else if (opcode == TABLESWITCH || opcode == LOOKUPSWITCH) {
            checkSwitch(routine, method, at, opcode);
        } else {
            require(Opcodes.isKnown(opcode), RoutineFlaw.OPCODE, method, at);
        }
        require(length(routine, method, at) <= left, RoutineFlaw.CUT_OFF, method, at);
        require(isThere(routine, method, at, opcode), RoutineFlaw.INDEX, method, at);
        require(lastLocal(routine, method, at, opcode) < method.locals, RoutineFlaw.LOCAL, method, at);
    }

    /** The last slot of locals that an instruction uses, -1 when it uses none. */
    private static int lastLocal(Routine routine, RoutineMethod method, int at, int opcode) {
        if (opcode == WIDE) {
            return lastOf(routine.code8(method, at + 1), routine.code16(method, at + 2));
        }
        if (opcode >= ILOAD_0 && opcode <= LLOAD_3 || opcode >= ISTORE_0 && opcode <= LSTORE_3) {
            int form = opcode >= ISTORE_0 ? opcode - ISTORE_0 : opcode - ILOAD_0;
            return (form & 3) + (form >>> 2);
        }
        boolean uses = opcode == ILOAD || opcode == LLOAD || opcode == ISTORE || opcode == LSTORE || opcode == IINC;
        return uses ? lastOf(opcode, routine.code8(method, at + 1)) : -1;
    }

    private static int lastOf(int opcode, int first) {
        return opcode == LLOAD || opcode == LSTORE ? first + 1 : first;
    }

    /** Whether there is the constant, method or intrinsic that an instruction names. */
    private static boolean isThere(Routine routine, RoutineMethod method, int at, int opcode) {
        return switch (opcode) {
            case LDC -> routine.code8(method, at + 1) < routine.ints();
            case LDC_W -> routine.code16(method, at + 1) < routine.ints();
            case LDC2_W -> routine.code16(method, at + 1) < routine.longs();
            case INVOKESTATIC -> isCallable(routine, routine.code16(method, at + 1));
            default -> true;
        };
    }

    private static boolean isCallable(Routine routine, int index) {
        return index < routine.methods() || Intrinsic.numbered(index - Intrinsic.FIRST) != null;
    }

    private static void checkSwitch(Routine routine, RoutineMethod method, int at, int opcode) throws RoutineException {
        int words = words(at);
        require(words + (opcode == LOOKUPSWITCH ? 2 : 3) * Integer.BYTES <= method.codeBytes, RoutineFlaw.CUT_OFF, method, at);
        int second = routine.code32(method, words + Integer.BYTES);
        long labels = opcode == LOOKUPSWITCH ? second : (long) routine.code32(method, words + 2 * Integer.BYTES) - second + 1;
        require(labels >= (opcode == LOOKUPSWITCH ? 0 : 1) && labels <= method.codeBytes / Integer.BYTES, RoutineFlaw.CUT_OFF, method, at);
        require(labels <= RoutineFormat.MAX_LABELS, RoutineFlaw.LIMIT, method, at);
        if (opcode == LOOKUPSWITCH) {
            require(at + length(routine, method, at) <= method.codeBytes, RoutineFlaw.CUT_OFF, method, at);
            for (int i = 1; i < second; i++) {
                require(key(routine, method, at, i - 1) < key(routine, method, at, i), RoutineFlaw.OPCODE, method, at);
            }
        }
    }

    private static void require(boolean holds, RoutineFlaw flaw, RoutineMethod method, int at) throws RoutineException {
        if (!holds) {
            throw new RoutineException(flaw, method.index, at);
        }
    }

    /** Where the words of a switch begin. */
    static int words(int at) {
        return (at | 3) + 1;
    }

    /** Bytes of the instruction at an offset. */
    static int length(Routine routine, RoutineMethod method, int at) {
        int opcode = routine.code8(method, at);
        return switch (opcode) {
            case WIDE -> routine.code8(method, at + 1) == IINC ? 6 : 4;
            case TABLESWITCH -> words(at) - at + (2 + targets(routine, method, at)) * Integer.BYTES;
            case LOOKUPSWITCH -> words(at) - at + 2 * targets(routine, method, at) * Integer.BYTES;
            default -> Opcodes.length(opcode);
        };
    }

    /** To how many places the instruction at an offset can jump; the last one of a switch is its default. */
    static int targets(Routine routine, RoutineMethod method, int at) {
        int opcode = routine.code8(method, at);
        int words = words(at);
        return switch (opcode) {
            case TABLESWITCH -> routine.code32(method, words + 8) - routine.code32(method, words + 4) + 2;
            case LOOKUPSWITCH -> routine.code32(method, words + 4) + 1;
            default -> opcode >= IFEQ && opcode <= GOTO ? 1 : 0;
        };
    }

    /** One of the offsets to which the instruction at an offset can jump. */
    static int target(Routine routine, RoutineMethod method, int at, int index) {
        int opcode = routine.code8(method, at);
        if (opcode != TABLESWITCH && opcode != LOOKUPSWITCH) {
            return at + (short) routine.code16(method, at + 1);
        }
        int words = words(at);
        boolean isDefault = index == targets(routine, method, at) - 1;
        int place = isDefault ? words : opcode == TABLESWITCH ? words + 12 + index * 4 : words + 12 + index * 8;
        return at + routine.code32(method, place);
    }

    /** A value of a lookupswitch. */
    static int key(Routine routine, RoutineMethod method, int at, int index) {
        return routine.code32(method, words(at) + 8 + index * 8);
    }

    int instructions() {
        return instructions;
    }

    int targets() {
        return targets;
    }


    boolean isTarget(int offset) {
        return (kinds[offset] & TARGET) != 0;
    }
}
