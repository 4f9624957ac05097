package dev.spine.extension.panic.host.translate;

import dev.spine.extension.panic.machine.CompiledProgram;
import dev.spine.extension.panic.program.Opcode;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Writes the instructions that make words of words, with the jumps that they decide. */
final class ValueCode {
    private static final MethodTypeDesc GET = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int);
    private static final MethodTypeDesc SET = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int, ConstantDescs.CD_int);
    private static final MethodTypeDesc MEMORY = MethodTypeDesc.of(PartCode.BUFFER, PartCode.MACHINE);
    private static final MethodTypeDesc CLOCK = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int, ConstantDescs.CD_int,
        PartCode.MACHINE);
    private static final Set<Opcode> ON_DATA = Set.of(Opcode.LOAD, Opcode.STORE, Opcode.LOADX, Opcode.LOADX2, Opcode.STOREX);

    private final ProgramFlow flow;
    private final Segments segments;
    private final Exits exits;
    private final CodeBuilder code;

    ValueCode(ProgramFlow flow, Segments segments, Exits exits, CodeBuilder code) {
        this.flow = flow;
        this.segments = segments;
        this.exits = exits;
        this.code = code;
    }

    /** Loads what all of a part uses. */
    void begin(CodeParts.Part part) {
        if (uses(part, ON_DATA)) {
            code.aload(0).invokestatic(PartCode.MACHINE, "dataOf", MEMORY).astore(PartCode.DATA);
            code.aload(0).invokestatic(PartCode.BASE, "dataFirst", PartCode.OF_MACHINE).istore(PartCode.DATA_FIRST);
        }
        if (uses(part, Set.of(Opcode.PKLOAD))) {
            code.aload(0).invokestatic(PartCode.MACHINE, "payloadOf", MEMORY).astore(PartCode.PAYLOAD);
            code.aload(0).invokestatic(PartCode.BASE, "payloadFirst", PartCode.OF_MACHINE).istore(PartCode.PAYLOAD_FIRST);
            packetLength();
            code.iconst_2().ishr().istore(PartCode.PAYLOAD_WORDS);
        }
    }

    private boolean uses(CodeParts.Part part, Set<Opcode> opcodes) {
        return IntStream.range(part.first(), part.end()).anyMatch(at -> flow.isReached(at) && opcodes.contains(flow.opcode(at)));
    }

    private void packetLength() {
        code.aload(0).invokestatic(PartCode.BASE, "packetLength", PartCode.OF_MACHINE);
    }

    /** Writes an instruction and those that belong to it: {@return the one behind them} It is the same when it is of another kind. */
    int write(int at, IntFunction<Label> ways) {
        Opcode opcode = flow.opcode(at);
        return switch (opcode) {
            case PUSH -> push(at, flow.operand(at), ways);
            case LT, LE, GT, GE, EQ, NE -> compare(at, Objects.requireNonNull(Comparison.of(opcode)).ofTwo(), ways);
            case NOT -> compare(at, Comparison.NOT_OF_WORD, ways);
            case JZ -> jump(at, Comparison.NOT_OF_WORD, ways);
            case JNZ -> jump(at, Comparison.NOT_OF_WORD.opposite(), ways);
            case DIV, REM -> divide(at);
            case LOADX, LOADX2, STOREX -> indexed(at);
            case PKLOAD -> packetWord(at);
            default -> simple(opcode, at, ways);
        };
    }

    private int simple(Opcode opcode, int at, IntFunction<Label> ways) {
        switch (opcode) {
            case LOAD -> {
                code.aload(PartCode.DATA);
                address(flow.operand(at));
                code.invokevirtual(PartCode.BUFFER, "i32", GET);
            }
            case STORE -> {
                code.aload(PartCode.DATA).swap();
                address(flow.operand(at));
                code.swap().invokevirtual(PartCode.BUFFER, "put32", SET);
            }
            case DUP -> code.dup();
            case DROP -> code.pop();
            case ADD -> code.iadd();
            case SUB -> code.isub();
            case MUL -> code.imul();
            case NEG -> code.ineg();
            case PKLEN -> packetLength();
            case JMP -> code.goto_(ways.apply(flow.target(at)));
            case CLOCK -> code.loadConstant(CompiledProgram.place(at + 1, flow.depth(at), segments.rest(at))).iload(PartCode.LEFT).aload(0)
                .invokestatic(PartCode.BASE, "clock", CLOCK);
            default -> {
                return at;
            }
        }
        return at + 1;
    }

    private void address(int word) {
        code.iload(PartCode.DATA_FIRST);
        if (word > 0) {
            code.loadConstant(word * Integer.BYTES).iadd();
        }
    }

    /** Whether an instruction belongs to the same segment as the one before, and is a certain one. */
    private boolean follows(int at, Opcode opcode) {
        return segments.follows(at) && flow.opcode(at) == opcode;
    }

    private int push(int at, int value, IntFunction<Label> ways) {
        int next = at + 1;
        if (value >= 0 && follows(next, Opcode.PKLOAD)) {
            Label fault = fault(next, Exits.Kind.PACKET, flow.depth(at));
            code.loadConstant(value).iload(PartCode.PAYLOAD_WORDS).if_icmpge(fault).aload(PartCode.PAYLOAD)
                .iload(PartCode.PAYLOAD_FIRST);
            if (value > 0) {
                // What is too large for this was no word of a packet.
                code.loadConstant(value << 2).iadd();
            }
            code.invokevirtual(PartCode.BUFFER, "i32", GET);
            return next + 1;
        }
        if (value != 0 && (follows(next, Opcode.DIV) || follows(next, Opcode.REM))) {
            code.loadConstant(value);
            quotient(flow.opcode(next));
            return next + 1;
        }
        if (value == 0 && segments.follows(next)) {
            Comparison comparison = Comparison.of(flow.opcode(next));
            if (comparison != null) {
                return compare(next, comparison.ofOne(), ways);
            }
        }
        code.loadConstant(value);
        return next;
    }

    /** A comparison, and the jump behind it if there is one; the word that it makes only if there is none. */
    private int compare(int at, Comparison.Taken taken, IntFunction<Label> ways) {
        int next = at + 1;
        // What is 0 or 1 is itself, compared with 0: so AND and OR end.
        if (follows(next, Opcode.PUSH) && flow.operand(next) == 0 && follows(next + 1, Opcode.NE)) {
            next += 2;
        }
        if (follows(next, Opcode.JNZ)) {
            return jump(next, taken, ways);
        }
        if (follows(next, Opcode.JZ)) {
            return jump(next, taken.opposite(), ways);
        }
        Label holds = code.newLabel();
        Label end = code.newLabel();
        taken.write(code, holds);
        code.iconst_0().goto_(end).labelBinding(holds).iconst_1().labelBinding(end);
        return next;
    }

    private int jump(int at, Comparison.Taken taken, IntFunction<Label> ways) {
        taken.write(code, ways.apply(flow.target(at)));
        return at + 1;
    }

    /** The way to a fault of an instruction, with so many words on the stack of the method. */
    private Label fault(int at, Exits.Kind kind, int height) {
        return exits.at(kind, CompiledProgram.place(at + 1, 0, segments.rest(at)), height);
    }

    private int divide(int at) {
        code.dup().ifeq(fault(at, Exits.Kind.DIVISION, flow.depth(at)));
        quotient(flow.opcode(at));
        return at + 1;
    }

    private void quotient(Opcode opcode) {
        if (opcode == Opcode.DIV) {
            code.idiv();
        } else {
            code.irem();
        }
    }

    private int indexed(int at) {
        Opcode opcode = flow.opcode(at);
        Label fault = fault(at, Exits.Kind.INDEX, flow.depth(at));
        code.dup().iflt(fault).dup().loadConstant(flow.words(at) - (opcode == Opcode.LOADX2 ? 1 : 0)).if_icmpge(fault);
        code.iconst_2().ishl();
        address(flow.operand(at));
        code.iadd();
        switch (opcode) {
            case LOADX -> code.aload(PartCode.DATA).swap().invokevirtual(PartCode.BUFFER, "i32", GET);
            case LOADX2 -> code.istore(PartCode.INDEX).aload(PartCode.DATA).iload(PartCode.INDEX)
                .invokevirtual(PartCode.BUFFER, "i32", GET).aload(PartCode.DATA).iload(PartCode.INDEX).iconst_4().iadd()
                .invokevirtual(PartCode.BUFFER, "i32", GET);
            default -> code.swap().aload(PartCode.DATA).dup_x2().pop().invokevirtual(PartCode.BUFFER, "put32", SET);
        }
        return at + 1;
    }

    private int packetWord(int at) {
        Label fault = fault(at, Exits.Kind.PACKET, flow.depth(at));
        code.dup().iflt(fault).dup().iload(PartCode.PAYLOAD_WORDS).if_icmpge(fault);
        readPacket();
        return at + 1;
    }

    private void readPacket() {
        code.aload(PartCode.PAYLOAD).swap().iconst_2().ishl().iload(PartCode.PAYLOAD_FIRST).iadd()
            .invokevirtual(PartCode.BUFFER, "i32", GET);
    }
}
