package dev.spine.extension.panic.host.compile;

import dev.spine.extension.panic.host.language.ConstantValue;
import dev.spine.extension.panic.host.language.Expression;
import dev.spine.extension.panic.program.Label;
import dev.spine.extension.panic.program.Opcode;
import java.util.OptionalInt;

/** Writes expressions: each leaves its value on the stack. One thread. */
final class ExpressionCode {
    private final CodeWriter code;

    ExpressionCode(CodeWriter code) {
        this.code = code;
    }

    void write(Expression expression) {
        OptionalInt value = ConstantValue.of(expression);
        if (value.isPresent()) {
            code.push(value.getAsInt());
            return;
        }
        switch (expression) {
            case Expression.Constant constant -> code.push(constant.value());
            case Expression.Place place -> load(place);
            case Expression.PacketWord word -> {
                write(word.index());
                code.op(Opcode.PKLOAD);
            }
            case Expression.Pair pair -> pair(pair);
            case Expression.Negative negative -> {
                write(negative.value());
                code.op(Opcode.NEG);
            }
            case Expression.Not not -> {
                write(not.value());
                code.op(Opcode.NOT);
            }
            case Expression.Clock _ -> code.op(Opcode.CLOCK);
            case Expression.Length _ -> code.op(Opcode.PKLEN);
            case Expression.FlagTest flag -> {
                write(flag.number());
                code.op(Opcode.TSTF);
            }
            case Expression.LockTest lock -> {
                write(lock.number());
                code.op(Opcode.TSTL);
            }
        }
    }

    private void load(Expression.Place place) {
        CodeWriter.Home home = code.home(place.name());
        OptionalInt index = index(place);
        if (index.isPresent()) {
            code.op(Opcode.LOAD, home.first() + index.getAsInt());
        } else {
            writeIndex(place);
            code.op(Opcode.LOADX, home);
        }
    }

    /** Loads a word and the one behind it; the index is evaluated once. */
    void loadTwo(Expression.Place place) {
        CodeWriter.Home home = code.home(place.name());
        OptionalInt index = index(place);
        if (index.isPresent()) {
            int first = home.first() + index.getAsInt();
            code.op(Opcode.LOAD, first).op(Opcode.LOAD, first + 1);
        } else {
            writeIndex(place);
            code.op(Opcode.LOADX2, home);
        }
    }

    /** Stores the word on the stack. */
    void store(Expression.Place place) {
        CodeWriter.Home home = code.home(place.name());
        OptionalInt index = index(place);
        if (index.isPresent()) {
            code.op(Opcode.STORE, home.first() + index.getAsInt());
        } else {
            writeIndex(place);
            code.op(Opcode.STOREX, home);
        }
    }

    /** Leaves the index of a place in its object. */
    void writeIndex(Expression.Place place) {
        if (place.index() == null) {
            code.push(0);
        } else {
            write(place.index());
        }
    }

    /** An index that is known is within its object: that was checked. */
    private static OptionalInt index(Expression.Place place) {
        return place.index() == null ? OptionalInt.of(0) : ConstantValue.of(place.index());
    }

    private void pair(Expression.Pair pair) {
        switch (pair.operator()) {
            case AND -> either(pair, Opcode.JZ, 0);
            case OR -> either(pair, Opcode.JNZ, 1);
            case LESS -> both(pair, Opcode.LT);
            case NOT_GREATER -> both(pair, Opcode.LE);
            case GREATER -> both(pair, Opcode.GT);
            case NOT_LESS -> both(pair, Opcode.GE);
            case EQUAL -> both(pair, Opcode.EQ);
            case DIFFERENT -> both(pair, Opcode.NE);
            case PLUS -> both(pair, Opcode.ADD);
            case MINUS -> both(pair, Opcode.SUB);
            case TIMES -> both(pair, Opcode.MUL);
            case DIVIDED -> both(pair, Opcode.DIV);
            case REMAINDER -> both(pair, Opcode.REM);
        }
    }

    private void both(Expression.Pair pair, Opcode opcode) {
        write(pair.left());
        write(pair.right());
        code.op(opcode);
    }

    /** The left one decides alone when a jump is taken. */
    private void either(Expression.Pair pair, Opcode jump, int decided) {
        Label alone = code.label();
        Label end = code.label();
        write(pair.left());
        code.jump(jump, alone);
        write(pair.right());
        code.push(0).op(Opcode.NE).jump(Opcode.JMP, end);
        code.forget(1);
        code.mark(alone).push(decided).mark(end);
    }
}
