package dev.spine.extension.panic;

import dev.spine.extension.panic.program.Label;
import dev.spine.extension.panic.program.Opcode;
import dev.spine.extension.panic.program.Operand;
import dev.spine.extension.panic.program.ProgramWriter;
import java.util.SplittableRandom;

/** Makes valid programs of all instructions, with values of which most are legal. */
public final class RandomProgram {
    private static final int STATEMENTS = 12;
    private static final int DEPTH = 3;
    private static final int ARRAY = 8;

    private final SplittableRandom random;
    private final ProgramWriter writer = new ProgramWriter("Random").id(9).stack(16);
    private final int scalar = writer.variable("scalar", 1);
    private final int array = writer.variable("array", ARRAY);
    private int line;

    private RandomProgram(SplittableRandom random) {
        this.random = random;
    }

    /** A program with two triggers, 10 and 11. */
    public static byte[] file(SplittableRandom random) {
        RandomProgram made = new RandomProgram(random);
        made.block();
        made.writer.block(10);
        made.block();
        made.writer.block(11);
        made.block();
        return made.writer.toBytes();
    }

    private void block() {
        for (int i = random.nextInt(STATEMENTS); i >= 0; i--) {
            statement(2);
        }
        writer.statement(++line);
        if (random.nextInt(5) == 0) {
            writer.op(Opcode.STOP);
        } else {
            writer.op(Opcode.AWAIT, random.nextInt(4));
        }
    }

    private void statement(int depth) {
        writer.statement(++line);
        int kind = random.nextInt(depth > 0 ? 5 : 3);
        if (kind < 3) {
            act();
        } else if (kind == 3) {
            Label end = writer.label();
            expression(DEPTH);
            writer.jump(random.nextBoolean() ? Opcode.JZ : Opcode.JNZ, end);
            statement(depth - 1);
            writer.mark(end);
        } else {
            loop(depth);
        }
    }

    private void loop(int depth) {
        Label again = writer.label();
        Label end = writer.label();
        writer.op(Opcode.PUSH, random.nextInt(6)).op(Opcode.STORE, scalar);
        writer.mark(again).statement(++line);
        writer.op(Opcode.LOAD, scalar).op(Opcode.PUSH, 1).op(Opcode.SUB).op(Opcode.DUP).op(Opcode.STORE, scalar);
        writer.op(Opcode.PUSH, 0).op(Opcode.LE).jump(Opcode.JNZ, end);
        statement(depth - 1);
        writer.jump(Opcode.JMP, again).mark(end);
    }

    private void act() {
        Opcode opcode = Opcode.of(1 + random.nextInt(Opcode.STOP.code()));
        if (opcode.operand() == Operand.DISTANCE || opcode == Opcode.AWAIT || opcode == Opcode.STOP) {
            opcode = Opcode.STORE;
        }
        for (int i = 0; i < opcode.pops(); i++) {
            expression(1);
        }
        switch (opcode.operand()) {
            case NONE -> writer.op(opcode);
            case OBJECT -> writer.op(opcode, array, ARRAY);
            case WORD -> writer.op(opcode, array + random.nextInt(ARRAY));
            default -> writer.op(opcode, random.nextInt());
        }
        for (int i = 0; i < opcode.pushes(); i++) {
            writer.op(Opcode.DROP);
        }
    }

    /** Mostly small numbers, so that most indexes, lengths and ids are legal. */
    private void expression(int depth) {
        int kind = random.nextInt(depth > 0 ? 12 : 4);
        switch (kind) {
            case 0, 1, 2 -> writer.op(Opcode.PUSH, random.nextInt(40) == 0 ? random.nextInt() : random.nextInt(4));
            case 3 -> writer.op(Opcode.LOAD, random.nextBoolean() ? scalar : array);
            case 4 -> {
                writer.op(Opcode.PUSH, random.nextInt(4)).op(random.nextBoolean() ? Opcode.TSTF : Opcode.TSTL);
            }
            case 5 -> writer.op(random.nextBoolean() ? Opcode.PKLEN : Opcode.CLOCK);
            default -> {
                expression(depth - 1);
                expression(depth - 1);
                writer.op(Opcode.of(Opcode.ADD.code() + random.nextInt(12)) == Opcode.NEG ? Opcode.ADD : Opcode.LT);
            }
        }
    }
}
