package dev.spine.extension.panic.host.compile;

import dev.spine.extension.panic.host.language.Expression;
import dev.spine.extension.panic.host.language.PdlProgram;
import dev.spine.extension.panic.host.language.Statement;
import dev.spine.extension.panic.program.Label;
import dev.spine.extension.panic.program.Opcode;
import java.util.List;

/** Writes statements. Transfers end before the next statement: the mode that the others are compared with. One thread. */
final class StatementCode {
    private final CodeWriter code;
    private final ExpressionCode expressions;
    private final List<Integer> triggers;

    StatementCode(CodeWriter code, PdlProgram program) {
        this.code = code;
        this.expressions = new ExpressionCode(code);
        this.triggers = program.triggers().stream().map(PdlProgram.Trigger::number).toList();
    }

    void write(Statement statement) throws ProgramTooLargeException {
        if (!(statement instanceof Statement.Block)) {
            code.statement(statement.at());
        }
        switch (statement) {
            case Statement.Block block -> writeAll(block.statements());
            case Statement.Assignment set -> {
                expressions.write(set.value());
                expressions.store(set.to());
            }
            case Statement.If choice -> choice(choice);
            case Statement.While loop -> loop(loop);
            case Statement.Send send -> send(send);
            case Statement.Deliver deliver -> {
                begin(deliver.from());
                operands(deliver.offset(), deliver.segment(), deliver.bytes());
                end(deliver.from(), Opcode.DELIVER, Opcode.DELIVERP);
                code.op(Opcode.DMAWAIT);
            }
            case Statement.Get get -> {
                begin(get.to());
                operands(get.offset(), get.segment(), get.bytes());
                end(get.to(), Opcode.GET, Opcode.GET);
                code.op(Opcode.DMAWAIT);
            }
            case Statement.Copy copy -> {
                begin(copy.to());
                operands(copy.offset(), copy.bytes());
                end(copy.to(), Opcode.PKCOPY, Opcode.PKCOPY);
            }
            case Statement.Display display -> on(display.value(), Opcode.DISPLAY);
            case Statement.SetFlag flag -> on(flag.number(), Opcode.SETF);
            case Statement.ClearLock lock -> on(lock.number(), Opcode.CLRL);
            case Statement.Await await -> code.op(Opcode.AWAIT, mask(await.triggers()));
            case Statement.Stop _ -> code.op(Opcode.STOP);
        }
    }

    /** Up to one behind which nothing is reached: {@return whether there is one} What is behind it has no code. */
    boolean writeAll(List<? extends Statement> statements) throws ProgramTooLargeException {
        for (Statement each : statements) {
            write(each);
            if (PdlProgram.ends(each)) {
                return true;
            }
        }
        return false;
    }

    /** A bit for each trigger, by its place among those of the program; all of them when none is named. */
    private int mask(List<Integer> armed) {
        int mask = 0;
        for (int trigger : armed.isEmpty() ? triggers : armed) {
            mask |= 1 << triggers.indexOf(trigger);
        }
        return mask;
    }

    private void on(Expression value, Opcode opcode) {
        expressions.write(value);
        code.op(opcode);
    }

    private void operands(Expression... values) {
        for (Expression value : values) {
            expressions.write(value);
        }
    }

    /** The first word of a region. */
    private void begin(Expression.Region region) {
        switch (region) {
            case Expression.Place place -> expressions.writeIndex(place);
            case Expression.PacketWord word -> expressions.write(word.index());
        }
    }

    private void end(Expression.Region region, Opcode ofVariables, Opcode ofPacket) {
        switch (region) {
            case Expression.Place place -> code.op(ofVariables, code.home(place.name()));
            case Expression.PacketWord _ -> code.op(ofPacket);
        }
    }

    private void choice(Statement.If choice) throws ProgramTooLargeException {
        Label otherwise = code.label();
        expressions.write(choice.condition());
        code.jump(Opcode.JZ, otherwise);
        write(choice.then());
        if (choice.otherwise().isEmpty()) {
            code.mark(otherwise);
            return;
        }
        Label end = code.label();
        boolean goesOn = !PdlProgram.ends(choice.then());
        if (goesOn) {
            code.jump(Opcode.JMP, end);
        }
        code.mark(otherwise);
        write(choice.otherwise().get());
        if (goesOn) {
            code.mark(end);
        }
    }

    private void loop(Statement.While loop) throws ProgramTooLargeException {
        Label again = code.label();
        code.mark(again);
        if (PdlProgram.ends(loop)) {
            write(loop.body());
            code.jump(Opcode.JMP, again);
            return;
        }
        Label end = code.label();
        expressions.write(loop.condition());
        code.jump(Opcode.JZ, end);
        write(loop.body());
        code.jump(Opcode.JMP, again).mark(end);
    }

    private void send(Statement.Send send) {
        begin(send.from());
        operands(send.bytes(), send.trigger(), send.program());
        switch (send.to()) {
            case Statement.Address.Local _ -> end(send.from(), Opcode.SENDL, Opcode.SENDLP);
            case Statement.Address.Sender _ -> end(send.from(), Opcode.SENDR, Opcode.SENDRP);
            case Statement.Address.Octets octets -> {
                code.push(octets.high()).push(octets.low());
                end(send.from(), Opcode.SEND, Opcode.SENDP);
            }
            case Statement.Address.Words words -> {
                expressions.loadTwo(words.first());
                end(send.from(), Opcode.SEND, Opcode.SENDP);
            }
        }
    }
}
