package dev.spine.extension.panic.host.translate;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.panic.machine.CompiledProgram;
import dev.spine.extension.panic.machine.Machine;
import dev.spine.extension.panic.program.Opcode;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Writes a method: the instructions of a part, where it is entered, and its ways to other parts. The stack of the program is that of the
 * method; words go to the stack of the machine where the method ends.
 */
final class PartCode {
    static final ClassDesc BASE = ClassDesc.of(CompiledProgram.class.getName());
    static final ClassDesc MACHINE = ClassDesc.of(Machine.class.getName());
    static final ClassDesc BUFFER = ClassDesc.of(Buffer.class.getName());
    /** The machine, and the number of an entry. */
    static final MethodTypeDesc RUN = MethodTypeDesc.of(ConstantDescs.CD_int, MACHINE, ConstantDescs.CD_int);

    /** The locals, behind the machine. */
    static final int ENTRY = 1;
    static final int LEFT = 2;
    static final int DATA = 3;
    static final int DATA_FIRST = 4;
    static final int PAYLOAD = 5;
    static final int PAYLOAD_FIRST = 6;
    static final int PAYLOAD_WORDS = 7;
    static final int INDEX = 8;

    static final MethodTypeDesc OF_MACHINE = MethodTypeDesc.of(ConstantDescs.CD_int, MACHINE);

    private static final MethodTypeDesc PUT = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int, ConstantDescs.CD_int,
        MACHINE);

    private final ProgramFlow flow;
    private final CodeParts parts;
    private final CodeParts.Part part;
    private final CodeBuilder code;
    private final Segments segments;
    private final Exits exits;
    private final ValueCode values;
    private final RequestCode requests;
    private final Map<Integer, Label> labels = new HashMap<>();
    private final Map<Integer, Label> others = new HashMap<>();
    private int line;

    PartCode(ProgramFlow flow, CodeParts parts, CodeParts.Part part, CodeBuilder code) {
        this.flow = flow;
        this.parts = parts;
        this.part = part;
        this.code = code;
        segments = new Segments(flow, part);
        exits = new Exits(code, BASE);
        values = new ValueCode(flow, segments, exits, code);
        requests = new RequestCode(flow, segments, exits, code);
        IntStream.range(part.first(), part.end()).filter(segments::isFirst).forEach(at -> labels.put(at, code.newLabel()));
    }

    void write() {
        enter();
        int at = part.first();
        while (at < part.end()) {
            at = flow.isReached(at) ? instruction(at) : at + 1;
        }
        exits.write();
    }

    /** Goes where the number of the entry says, with what is on the machine's stack. */
    private void enter() {
        code.aload(0).invokestatic(BASE, "left", OF_MACHINE).istore(LEFT);
        values.begin(part);
        List<SwitchCase> cases = new ArrayList<>();
        for (int at : part.entries()) {
            cases.add(SwitchCase.of(part.entry(at), flow.depth(at) == 0 ? label(at) : exits.later(() -> {
                requests.take(flow.depth(at));
                code.goto_(label(at));
            })));
        }
        if (cases.size() > 1) {
            code.iload(ENTRY).tableswitch(cases.getFirst().target(), cases);
        } else if (part.entries().getFirst() != part.first() || flow.depth(part.first()) > 0) {
            code.goto_(cases.getFirst().target());
        }
    }

    private Label label(int at) {
        return Objects.requireNonNull(labels.get(at));
    }

    /** Where an instruction is, or where the method ends to go on there in another one. */
    private Label way(int to) {
        return part.has(to) ? label(to) : others.computeIfAbsent(to, _ -> exits.later(() -> leaveFor(to)));
    }

    private void leaveFor(int to) {
        requests.keep(flow.depth(to));
        int place = CompiledProgram.place(to, flow.depth(to), 0);
        CodeParts.Part other = parts.partOf(to);
        if (parts.isCompiled(other)) {
            code.loadConstant(place).iload(LEFT).aload(0).invokestatic(BASE, "put", PUT).loadConstant(other.entry(to)).ireturn();
        } else {
            exits.end(Exits.Kind.LEAVE, place, 0);
        }
    }

    /** Writes one, or several that make one in a class file: {@return the one behind}. */
    private int instruction(int at) {
        if (segments.isFirst(at)) {
            begin(at);
        }
        if (line != flow.line(at)) {
            line = flow.line(at);
            code.lineNumber(line);
        }
        int next = values.write(at, this::way);
        if (next == at) {
            next = at + 1;
            requests.write(at);
        }
        Opcode last = flow.opcode(next - 1);
        if (next == part.end() && !last.endsFlow()) {
            code.goto_(way(next));
        }
        return next;
    }

    /** Counts the steps of a segment, or leaves it to the machine when there are too few. */
    private void begin(int at) {
        int steps = segments.rest(at) + 1;
        int depth = flow.depth(at);
        code.labelBinding(label(at)).iinc(LEFT, -steps).iload(LEFT).iflt(exits.later(() -> {
            requests.keep(depth);
            exits.end(Exits.Kind.LEAVE, CompiledProgram.place(at, depth, steps), 0);
        }));
    }
}
