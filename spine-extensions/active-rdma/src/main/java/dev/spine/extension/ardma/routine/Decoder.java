package dev.spine.extension.ardma.routine;

import static dev.spine.extension.ardma.routine.Opcodes.BIPUSH;
import static dev.spine.extension.ardma.routine.Opcodes.DUP;
import static dev.spine.extension.ardma.routine.Opcodes.DUP2;
import static dev.spine.extension.ardma.routine.Opcodes.GOTO;
import static dev.spine.extension.ardma.routine.Opcodes.I2B;
import static dev.spine.extension.ardma.routine.Opcodes.I2C;
import static dev.spine.extension.ardma.routine.Opcodes.I2L;
import static dev.spine.extension.ardma.routine.Opcodes.I2S;
import static dev.spine.extension.ardma.routine.Opcodes.IADD;
import static dev.spine.extension.ardma.routine.Opcodes.IAND;
import static dev.spine.extension.ardma.routine.Opcodes.ICONST_0;
import static dev.spine.extension.ardma.routine.Opcodes.IDIV;
import static dev.spine.extension.ardma.routine.Opcodes.IFEQ;
import static dev.spine.extension.ardma.routine.Opcodes.IFGE;
import static dev.spine.extension.ardma.routine.Opcodes.IFGT;
import static dev.spine.extension.ardma.routine.Opcodes.IFLE;
import static dev.spine.extension.ardma.routine.Opcodes.IFLT;
import static dev.spine.extension.ardma.routine.Opcodes.IFNE;
import static dev.spine.extension.ardma.routine.Opcodes.IF_ICMPEQ;
import static dev.spine.extension.ardma.routine.Opcodes.IF_ICMPGE;
import static dev.spine.extension.ardma.routine.Opcodes.IF_ICMPGT;
import static dev.spine.extension.ardma.routine.Opcodes.IF_ICMPLE;
import static dev.spine.extension.ardma.routine.Opcodes.IF_ICMPLT;
import static dev.spine.extension.ardma.routine.Opcodes.IF_ICMPNE;
import static dev.spine.extension.ardma.routine.Opcodes.IINC;
import static dev.spine.extension.ardma.routine.Opcodes.ILOAD;
import static dev.spine.extension.ardma.routine.Opcodes.ILOAD_0;
import static dev.spine.extension.ardma.routine.Opcodes.IMUL;
import static dev.spine.extension.ardma.routine.Opcodes.INEG;
import static dev.spine.extension.ardma.routine.Opcodes.INVOKESTATIC;
import static dev.spine.extension.ardma.routine.Opcodes.IOR;
import static dev.spine.extension.ardma.routine.Opcodes.IREM;
import static dev.spine.extension.ardma.routine.Opcodes.IRETURN;
import static dev.spine.extension.ardma.routine.Opcodes.ISHL;
import static dev.spine.extension.ardma.routine.Opcodes.ISHR;
import static dev.spine.extension.ardma.routine.Opcodes.ISTORE_0;
import static dev.spine.extension.ardma.routine.Opcodes.ISUB;
import static dev.spine.extension.ardma.routine.Opcodes.IUSHR;
import static dev.spine.extension.ardma.routine.Opcodes.IXOR;
import static dev.spine.extension.ardma.routine.Opcodes.L2I;
import static dev.spine.extension.ardma.routine.Opcodes.LADD;
import static dev.spine.extension.ardma.routine.Opcodes.LAND;
import static dev.spine.extension.ardma.routine.Opcodes.LCMP;
import static dev.spine.extension.ardma.routine.Opcodes.LCONST_0;
import static dev.spine.extension.ardma.routine.Opcodes.LCONST_1;
import static dev.spine.extension.ardma.routine.Opcodes.LDC;
import static dev.spine.extension.ardma.routine.Opcodes.LDC2_W;
import static dev.spine.extension.ardma.routine.Opcodes.LDC_W;
import static dev.spine.extension.ardma.routine.Opcodes.LDIV;
import static dev.spine.extension.ardma.routine.Opcodes.LLOAD;
import static dev.spine.extension.ardma.routine.Opcodes.LLOAD_0;
import static dev.spine.extension.ardma.routine.Opcodes.LLOAD_3;
import static dev.spine.extension.ardma.routine.Opcodes.LMUL;
import static dev.spine.extension.ardma.routine.Opcodes.LOOKUPSWITCH;
import static dev.spine.extension.ardma.routine.Opcodes.LOR;
import static dev.spine.extension.ardma.routine.Opcodes.LREM;
import static dev.spine.extension.ardma.routine.Opcodes.LRETURN;
import static dev.spine.extension.ardma.routine.Opcodes.LSHL;
import static dev.spine.extension.ardma.routine.Opcodes.LSHR;
import static dev.spine.extension.ardma.routine.Opcodes.LSTORE;
import static dev.spine.extension.ardma.routine.Opcodes.LSTORE_0;
import static dev.spine.extension.ardma.routine.Opcodes.LSTORE_3;
import static dev.spine.extension.ardma.routine.Opcodes.LSUB;
import static dev.spine.extension.ardma.routine.Opcodes.LUSHR;
import static dev.spine.extension.ardma.routine.Opcodes.NOP;
import static dev.spine.extension.ardma.routine.Opcodes.POP;
import static dev.spine.extension.ardma.routine.Opcodes.POP2;
import static dev.spine.extension.ardma.routine.Opcodes.RETURN;
import static dev.spine.extension.ardma.routine.Opcodes.SIPUSH;
import static dev.spine.extension.ardma.routine.Opcodes.SWAP;
import static dev.spine.extension.ardma.routine.Opcodes.TABLESWITCH;

/** Makes the instructions of a method that was verified. */
final class Decoder {
    private final Routine routine;
    private final RoutineMethod method;
    /** By code offset. */
    private final int[] index;

    /** A decoder that has done nothing. */
    Decoder(Routine routine, RoutineMethod method, CodeMap map) {
        this.routine = routine;
        this.method = method;
        this.index = new int[method.codeBytes];
        method.instructions = new Instruction[map.instructions()];
    }

    /** Says that an instruction begins at an offset; all are told before the first one is {@linkplain #decode decoded}. */
    void number(int at, int instruction) {
        index[at] = instruction;
    }

    /** Decodes an instruction: {@return where the next one begins} */
    int decode(int at) {
        Instruction made = instruction(at, routine.code8(method, at));
        made.offset = at;
        method.instructions[index[at]] = made;
        return at + CodeMap.length(routine, method, at);
    }

    private int code8(int at) {
        return routine.code8(method, at + 1);
    }

    private int code16(int at) {
        return routine.code16(method, at + 1);
    }

    private Instruction instruction(int at, int opcode) {
        if (opcode <= LDC2_W) {
            return constant(at, opcode);
        }
        if (opcode <= LSTORE_3) {
            return local(at, opcode);
        }
        if (opcode <= SWAP) {
            return move(opcode);
        }
        if (opcode < IINC) {
            return opcode < ISHL ? arithmetic(opcode) : bits(opcode);
        }
        if (opcode <= LCMP) {
            return conversion(at, opcode);
        }
        return opcode <= GOTO ? jump(at, opcode) : control(at, opcode);
    }

    private Instruction constant(int at, int opcode) {
        return switch (opcode) {
            case NOP -> new Values.Nop();
            case LCONST_0, LCONST_1 -> new Values.LongConstant(opcode - LCONST_0);
            case BIPUSH -> new Values.IntConstant((byte) code8(at));
            case SIPUSH -> new Values.IntConstant((short) code16(at));
            case LDC -> new Values.IntConstant(routine.intAt(code8(at)));
            case LDC_W -> new Values.IntConstant(routine.intAt(code16(at)));
            case LDC2_W -> new Values.LongConstant(routine.longAt(code16(at)));
            default -> new Values.IntConstant(opcode - ICONST_0);
        };
    }

    private Instruction local(int at, int opcode) {
        if (opcode <= LLOAD) {
            return new Moves.Load(code8(at), opcode == LLOAD);
        }
        if (opcode <= LLOAD_3) {
            return new Moves.Load(opcode - ILOAD_0 & 3, opcode >= LLOAD_0);
        }
        return opcode <= LSTORE ? new Moves.Store(code8(at), opcode == LSTORE)
            : new Moves.Store(opcode - ISTORE_0 & 3, opcode >= LSTORE_0);
    }

    private static Instruction move(int opcode) {
        return switch (opcode) {
            case POP, POP2 -> new Moves.Pop(opcode - POP + 1);
            case SWAP -> new Moves.Swap();
            default -> new Moves.Copy(opcode < DUP2 ? 1 : 2, opcode < DUP2 ? opcode - DUP : opcode - DUP2);
        };
    }

    private static Instruction arithmetic(int opcode) {
        return switch (opcode) {
            case IADD -> new Values.Ints((first, second) -> first + second);
            case LADD -> new Values.Longs((first, second) -> first + second);
            case ISUB -> new Values.Ints((first, second) -> first - second);
            case LSUB -> new Values.Longs((first, second) -> first - second);
            case IMUL -> new Values.Ints((first, second) -> first * second);
            case LMUL -> new Values.Longs((first, second) -> first * second);
            case IDIV, IREM -> new Values.IntDivision(opcode == IREM);
            case LDIV, LREM -> new Values.LongDivision(opcode == LREM);
            case INEG -> new Values.OneInt(value -> -value);
            default -> new Values.LongNegation();
        };
    }

    private static Instruction bits(int opcode) {
        return switch (opcode) {
            case ISHL -> new Values.Ints((value, distance) -> value << distance);
            case LSHL -> new Values.LongShift((value, distance) -> value << distance);
            case ISHR -> new Values.Ints((value, distance) -> value >> distance);
            case LSHR -> new Values.LongShift((value, distance) -> value >> distance);
            case IUSHR -> new Values.Ints((value, distance) -> value >>> distance);
            case LUSHR -> new Values.LongShift((value, distance) -> value >>> distance);
            case IAND -> new Values.Ints((first, second) -> first & second);
            case LAND -> new Values.Longs((first, second) -> first & second);
            case IOR -> new Values.Ints((first, second) -> first | second);
            case LOR -> new Values.Longs((first, second) -> first | second);
            case IXOR -> new Values.Ints((first, second) -> first ^ second);
            default -> new Values.Longs((first, second) -> first ^ second);
        };
    }

    private Instruction conversion(int at, int opcode) {
        return switch (opcode) {
            case IINC -> new Moves.Increment(code8(at), (byte) routine.code8(method, at + 2));
            case I2L -> new Values.Widening();
            case L2I -> new Values.Narrowing();
            case I2B -> new Values.OneInt(value -> (byte) value);
            case I2C -> new Values.OneInt(value -> (char) value);
            case I2S -> new Values.OneInt(value -> (short) value);
            default -> new Values.LongComparison();
        };
    }

    private int target(int at, int number) {
        return index[CodeMap.target(routine, method, at, number)];
    }

    private Instruction jump(int at, int opcode) {
        int target = target(at, 0);
        return switch (opcode) {
            case IFEQ, IF_ICMPEQ -> new Control.If((first, second) -> first == second, opcode == IFEQ, target);
            case IFNE, IF_ICMPNE -> new Control.If((first, second) -> first != second, opcode == IFNE, target);
            case IFLT, IF_ICMPLT -> new Control.If((first, second) -> first < second, opcode == IFLT, target);
            case IFGE, IF_ICMPGE -> new Control.If((first, second) -> first >= second, opcode == IFGE, target);
            case IFGT, IF_ICMPGT -> new Control.If((first, second) -> first > second, opcode == IFGT, target);
            case IFLE, IF_ICMPLE -> new Control.If((first, second) -> first <= second, opcode == IFLE, target);
            default -> new Control.Goto(target);
        };
    }

    private Instruction control(int at, int opcode) {
        return switch (opcode) {
            case TABLESWITCH, LOOKUPSWITCH -> choice(at, opcode);
            case IRETURN -> new Control.Return(RoutineFormat.INT);
            case LRETURN -> new Control.Return(RoutineFormat.LONG);
            case RETURN -> new Control.Return(RoutineFormat.NOTHING);
            case INVOKESTATIC -> code16(at) < Intrinsic.FIRST ? new Control.Call(routine.method(code16(at)))
                : intrinsic(code16(at) - Intrinsic.FIRST);
            default -> wide(code8(at), routine.code16(method, at + 2), (short) (code8(at) == IINC ? routine.code16(method, at + 4) : 0));
        };
    }

    private static Instruction wide(int opcode, int local, int delta) {
        return switch (opcode) {
            case IINC -> new Moves.Increment(local, delta);
            case ILOAD, LLOAD -> new Moves.Load(local, opcode == LLOAD);
            default -> new Moves.Store(local, opcode == LSTORE);
        };
    }

    private Instruction choice(int at, int opcode) {
        int[] targets = new int[CodeMap.targets(routine, method, at)];
        for (int i = 0; i < targets.length; i++) {
            targets[i] = target(at, i);
        }
        int[] keys = new int[opcode == TABLESWITCH ? 1 : targets.length - 1];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = opcode == TABLESWITCH ? routine.code32(method, CodeMap.words(at) + 4) : CodeMap.key(routine, method, at, i);
        }
        return new Control.Switch(keys, targets, opcode == TABLESWITCH);
    }

    private static Instruction intrinsic(int number) {
        Intrinsic called = Intrinsic.numbered(number);
        if (called == null) {
            throw new IllegalStateException("the routine was not verified");
        }
        return switch (called) {
            case LENGTH -> new Accesses.Length();
            case LOAD8 -> new Accesses.Get(1);
            case LOAD16 -> new Accesses.Get(2);
            case LOAD32 -> new Accesses.Get(4);
            case LOAD64 -> new Accesses.Get(8);
            case STORE8 -> new Accesses.Put(1);
            case STORE16 -> new Accesses.Put(2);
            case STORE32 -> new Accesses.Put(4);
            case STORE64 -> new Accesses.Put(8);
            case CAS -> new Accesses.Exchange(true);
            case FETCH_ADD -> new Accesses.Exchange(false);
            case COPY -> new Ranges.Copy();
            case COMPARE -> new Ranges.Compare();
            case HASH -> new Ranges.Hash();
            case FIND -> new Ranges.Find();
            case FILL -> new Ranges.Fill();
            case EMIT -> new Accesses.Emit();
            case EMIT_BYTES -> new Ranges.EmitBytes();
            case STEPS_LEFT -> new Accesses.StepsLeft();
            case FLUSH -> new Accesses.Flush();
            case WALK -> new Ranges.Walk();
            case COUNT -> new Ranges.Count();
            case FIND16 -> new Ranges.Find16();
        };
    }
}
