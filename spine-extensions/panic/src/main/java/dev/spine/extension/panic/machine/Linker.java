package dev.spine.extension.panic.machine;

import dev.spine.extension.panic.program.Opcode;
import dev.spine.extension.panic.program.Operand;
import dev.spine.extension.panic.program.Program;
import dev.spine.extension.panic.program.ProgramCode;
import org.jspecify.annotations.Nullable;

/**
 * Makes an operation of each instruction of a program, at once or in parts, and joins it to its compiled form. One object links one
 * program.
 */
public final class Linker {
    private final Program program;
    private final Operation[] operations;
    private int linked;

    /**
     * A linker that has linked nothing.
     *
     * @param program what to link; it has passed all checks, so nothing can be wrong
     */
    public Linker(Program program) {
        this.program = program;
        operations = new Operation[program.code().instructions()];
    }

    /**
     * {@return a program, ready to run}
     *
     * @param program as of {@link #Linker}
     */
    public static LinkedProgram link(Program program) {
        Linker linker = new Linker(program);
        LinkedProgram linked = null;
        while (linked == null) {
            linked = linker.linkOn(Integer.MAX_VALUE);
        }
        return linked;
    }

    /**
     * {@return a program that runs compiled, and interpreted where its compiled form cannot go on}
     *
     * @param program as of {@link #Linker}
     * @param compiled made of the same file
     * @throws IllegalArgumentException when it was made of another one
     */
    public static LinkedProgram link(Program program, CompiledProgram compiled) {
        compiled.requireMadeOf(program);
        return new LinkedProgram(program, link(program).operations, compiled);
    }

    /**
     * Links on, for whoever has not the time to link all at once.
     *
     * @param instructions how many, at least 1
     * @return the program, or null when there is more to do: call again
     */
    public @Nullable LinkedProgram linkOn(int instructions) {
        ProgramCode code = program.code();
        int end = linked + Math.min(instructions, operations.length - linked);
        for (; linked < end; linked++) {
            operations[linked] = operation(code, code.offset(linked));
        }
        return linked == operations.length ? new LinkedProgram(program, operations, null) : null;
    }

    private static Operation operation(ProgramCode code, int at) {
        Opcode opcode = code.opcode(at);
        if (opcode.operand() == Operand.OBJECT) {
            return onObject(opcode, code.operand(at), code.words(at));
        }
        if (opcode.operand() == Operand.DISTANCE) {
            return jump(opcode, code.instructionAt(code.target(at)));
        }
        if (opcode.operand() != Operand.NONE) {
            return withOperand(opcode, code.operand(at));
        }
        if (opcode.compareTo(Opcode.JMP) < 0) {
            return value(opcode);
        }
        return opcode.compareTo(Opcode.SETF) < 0 ? onPacket(opcode) : onCard(opcode);
    }

    private static Operation withOperand(Opcode opcode, int operand) {
        return switch (opcode) {
            case PUSH -> new Moves.Push(operand);
            case LOAD -> new Moves.Load(operand);
            case STORE -> new Moves.Store(operand);
            case AWAIT -> new Control.Await(operand);
            default -> throw unknown(opcode);
        };
    }

    private static Operation jump(Opcode opcode, int target) {
        return switch (opcode) {
            case JMP -> new Control.Jump(target);
            case JZ -> new Control.JumpIfZero(target);
            case JNZ -> new Control.JumpIfNotZero(target);
            default -> throw unknown(opcode);
        };
    }

    private static Operation value(Opcode opcode) {
        return switch (opcode) {
            case DUP -> new Moves.Dup();
            case DROP -> new Moves.Drop();
            case ADD -> new Values.Add();
            case SUB -> new Values.Subtract();
            case MUL -> new Values.Multiply();
            case DIV -> new Values.Divide(false);
            case REM -> new Values.Divide(true);
            case NEG -> new Values.Negate();
            case LT -> new Values.Less(false);
            case LE -> new Values.LessOrEqual(false);
            case GT -> new Values.LessOrEqual(true);
            case GE -> new Values.Less(true);
            case EQ -> new Values.Equal(false);
            case NE -> new Values.Equal(true);
            case NOT -> new Values.Not();
            default -> throw unknown(opcode);
        };
    }

    private static Operation onObject(Opcode opcode, int first, int words) {
        return switch (opcode) {
            case LOADX -> new Moves.LoadIndexed(first, words);
            case LOADX2 -> new Moves.LoadTwo(first, words);
            case STOREX -> new Moves.StoreIndexed(first, words);
            case PKCOPY -> new Packets.Copy(first, words);
            case SEND -> new Sends.ToNode(first, words);
            case SENDL -> new Sends.ToCard(first, words);
            case SENDR -> new Sends.ToSender(first, words);
            case DELIVER -> new Transfers.Deliver(first, words);
            case GET -> new Transfers.Get(first, words);
            default -> throw unknown(opcode);
        };
    }

    private static Operation onPacket(Opcode opcode) {
        return switch (opcode) {
            case PKLEN -> new Packets.Length();
            case PKLOAD -> new Packets.Load();
            case SENDP -> new Sends.ToNode(0, RegionOperation.PACKET);
            case SENDLP -> new Sends.ToCard(0, RegionOperation.PACKET);
            case SENDRP -> new Sends.ToSender(0, RegionOperation.PACKET);
            case DELIVERP -> new Transfers.Deliver(0, RegionOperation.PACKET);
            case DMAWAIT -> new Transfers.Wait();
            default -> throw unknown(opcode);
        };
    }

    private static Operation onCard(Opcode opcode) {
        return switch (opcode) {
            case SETF -> new Synchronization.SetFlag();
            case TSTF -> new Synchronization.TestFlag();
            case CLRL -> new Synchronization.ClearLock();
            case TSTL -> new Synchronization.TestLock();
            case CLOCK -> new Values.Clock();
            case DISPLAY -> new Values.Display();
            case STOP -> new Control.Stop();
            default -> throw unknown(opcode);
        };
    }

    private static IllegalStateException unknown(Opcode opcode) {
        return new IllegalStateException(opcode.name());
    }
}
