package dev.spine.extension.ardma.host.compile;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.ardma.compiled.CompiledForm;
import dev.spine.extension.ardma.compiled.CompiledRoutine;
import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.Routine;
import dev.spine.extension.ardma.routine.RoutineFormat;
import dev.spine.extension.ardma.routine.RunLayout;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Writes the code of one method. Its only jumps back are those of the routine, in the order in which they are paid for. */
final class MethodCode {
    private static final ClassDesc BASE = ClassDesc.of(CompiledRoutine.class.getName());
    private static final ClassDesc BUFFER = ClassDesc.of(Buffer.class.getName());
    private static final ClassDesc LONGS = ConstantDescs.CD_long.arrayType();
    private static final MethodTypeDesc LEAVE = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int, ConstantDescs.CD_int,
        ConstantDescs.CD_int);
    private static final MethodTypeDesc RETURNED = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_long, ConstantDescs.CD_int,
        ConstantDescs.CD_int, ConstantDescs.CD_int);
    private static final MethodTypeDesc EMITS = MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_long);
    private static final MethodTypeDesc COPIED = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int, ConstantDescs.CD_long,
        ConstantDescs.CD_int, ConstantDescs.CD_int, ConstantDescs.CD_long, ConstantDescs.CD_long, ConstantDescs.CD_int, ConstantDescs.CD_int);
    private static final int PLACE_BITS = 8;
    private static final int LONG_SLOTS = 2;

    /** Something that is written behind the code. */
    private record Stub(Label label, Runnable code) {}

    /** An area in locals of the class. */
    private record AreaLocals(int buffer, int readable, int writable) {}

    private final Routine routine;
    private final MethodFlow flow;
    private final MethodPlan plan;
    private final List<Integer> prices;
    private final CodeBuilder code;
    private final Label[] labels;
    private final Label epilogue;
    private final Label none;
    private final List<Stub> stubs = new ArrayList<>();
    private final Map<Integer, Integer> ints = new HashMap<>();
    private final Map<Integer, Integer> longs = new HashMap<>();
    private final Map<Integer, AreaLocals> areas = new HashMap<>();
    private final int slots;
    private final int base;
    private final int steps;
    private final int fuel;
    private final int place;
    private final int todo;
    private final int intValue;
    private final int[] operands = new int[3];
    private final int before;
    private int jumpsBack;

    /**
     * For one method.
     *
     * @param prices what each jump back pays, in their order; those that are missing pay nothing
     */
    MethodCode(Routine routine, MethodFlow flow, MethodPlan plan, List<Integer> prices, CodeBuilder code) {
        this.routine = routine;
        this.flow = flow;
        this.plan = plan;
        this.prices = prices;
        this.code = code;
        labels = new Label[flow.count()];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = code.newLabel();
        }
        epilogue = code.newLabel();
        none = code.newLabel();
        slots = code.allocateLocal(TypeKind.REFERENCE);
        base = code.allocateLocal(TypeKind.INT);
        steps = code.allocateLocal(TypeKind.INT);
        fuel = code.allocateLocal(TypeKind.INT);
        place = code.allocateLocal(TypeKind.INT);
        todo = code.allocateLocal(TypeKind.INT);
        intValue = code.allocateLocal(TypeKind.INT);
        for (int i = 0; i < operands.length; i++) {
            operands[i] = code.allocateLocal(TypeKind.LONG);
        }
        before = code.allocateLocal(TypeKind.LONG);
    }

    void write() {
        begin();
        for (int i = 0; i < flow.count(); i++) {
            MethodFlow.Frame frame = flow.before(i);
            if (frame != null) {
                code.labelBinding(labels[i]);
                instruction(i, frame);
            }
        }
        for (Stub stub : stubs) {
            code.labelBinding(stub.label);
            stub.code.run();
        }
        end();
    }

    private MethodFlow.Frame frame(int number) {
        return Objects.requireNonNull(flow.before(number), "it is not reached");
    }

    // --- begin and end

    private void begin() {
        code.aload(0).getfield(BASE, "slots", LONGS).astore(slots);
        field("base", base);
        field("steps", steps);
        field("fuel", fuel);
        for (int local : plan.ints()) {
            int here = code.allocateLocal(TypeKind.INT);
            ints.put(local, here);
            slot(local).laload().l2i().istore(here);
        }
        for (int local : plan.longs()) {
            int here = code.allocateLocal(TypeKind.LONG);
            longs.put(local, here);
            slot(local).laload().lstore(here);
        }
        for (int area : plan.areas().headSet(RunLayout.AREAS)) {
            AreaLocals here = new AreaLocals(code.allocateLocal(TypeKind.REFERENCE), code.allocateLocal(TypeKind.LONG),
                code.allocateLocal(TypeKind.LONG));
            areas.put(area, here);
            code.aload(0).getfield(BASE, "areas", BUFFER.arrayType()).loadConstant(area).aaload().astore(here.buffer);
            code.aload(0).getfield(BASE, "readable", LONGS).loadConstant(area).laload().lstore(here.readable);
            code.aload(0).getfield(BASE, "writable", LONGS).loadConstant(area).laload().lstore(here.writable);
        }
        enter();
    }

    private void field(String name, int local) {
        code.aload(0).getfield(BASE, name, ConstantDescs.CD_int).istore(local);
    }

    /** Pushes the slots, and which of them one of the method is. */
    private CodeBuilder slot(int number) {
        return code.aload(slots).iload(base).loadConstant(number).iadd();
    }

    private void enter() {
        List<SwitchCase> cases = new ArrayList<>();
        List<Runnable> withStack = new ArrayList<>();
        for (int i = 0; i < flow.count(); i++) {
            if (plan.isEntry(i)) {
                int entry = i;
                List<SlotValue> stack = frame(i).stack();
                Label here = stack.isEmpty() ? labels[i] : code.newLabel();
                cases.add(SwitchCase.of(i, here));
                if (!stack.isEmpty()) {
                    withStack.add(() -> {
                        code.labelBinding(here);
                        fill(stack);
                        code.goto_(labels[entry]);
                    });
                }
            }
        }
        code.aload(0).getfield(BASE, "next", ConstantDescs.CD_int).lookupswitch(none, cases);
        withStack.forEach(Runnable::run);
    }

    private void fill(List<SlotValue> stack) {
        for (int i = 0; i < stack.size(); i++) {
            switch (stack.get(i).type()) {
                case INT -> slot(flow.method().locals() + i).laload().l2i();
                case LONG -> slot(flow.method().locals() + i).laload();
                default -> {
                    // It came with the long.
                }
            }
        }
    }

    private void end() {
        code.labelBinding(epilogue).istore(todo).istore(place);
        ints.forEach((local, here) -> {
            if (!longs.containsKey(local)) {
                slot(local).iload(here).i2l().lastore();
            }
        });
        longs.forEach((local, here) -> {
            if (!ints.containsKey(local)) {
                slot(local).lload(here).lastore();
            }
        });
        code.aload(0).iload(place).iload(steps).iload(fuel).invokevirtual(BASE, "leave", LEAVE).iload(todo).ireturn();
        code.labelBinding(none).loadConstant(CompiledForm.INTERPRET).ireturn();
    }

    // --- where it stops

    /** Stops before an instruction of which nothing was done, with what is on the stack. */
    private void stop(int number, int unused, int reason) {
        stop(number, frame(number), unused, reason);
    }

    private void stop(int number, MethodFlow.Frame frame, int unused, int reason) {
        for (int i = frame.stack().size() - 1; i >= 0; i--) {
            switch (frame.stack().get(i).type()) {
                case INT -> code.i2l().lstore(operands[0]);
                case LONG -> code.lstore(operands[0]);
                default -> {
                    continue;
                }
            }
            slot(flow.method().locals() + i).lload(operands[0]).lastore();
        }
        putLocals(frame);
        if (unused > 0) {
            code.iinc(steps, unused);
        }
        code.loadConstant(number << PLACE_BITS | flow.method().locals() + frame.stack().size()).loadConstant(reason).goto_(epilogue);
    }

    /** Locals that hold ints at some places and longs at others have one slot. */
    private void putLocals(MethodFlow.Frame frame) {
        for (int local : plan.ints()) {
            if (longs.containsKey(local)) {
                switch (frame.locals().get(local).type()) {
                    case INT -> slot(local).iload(local(ints, local)).i2l().lastore();
                    case LONG -> slot(local).lload(local(longs, local)).lastore();
                    default -> {
                        // Nobody reads it.
                    }
                }
            }
        }
    }

    private Label stub(Runnable written) {
        Label label = code.newLabel();
        stubs.add(new Stub(label, written));
        return label;
    }

    private static int local(Map<Integer, Integer> locals, int number) {
        return Objects.requireNonNull(locals.get(number));
    }

    // --- instructions

    /** How many instructions of the block of one are not done before it. */
    private int unused(int number) {
        int leader = number;
        while (!plan.isLeader(leader)) {
            leader--;
        }
        return plan.block(leader) - (number - leader);
    }

    private void instruction(int number, MethodFlow.Frame frame) {
        int block = plan.isLeader(number) ? plan.block(number) : 0;
        if (block > 0) {
            code.iinc(steps, -block).iload(steps).iflt(stub(() -> stop(number, block, CompiledForm.INTERPRET)));
        }
        if (plan.stops(number)) {
            stop(number, 0, CompiledForm.INTERPRET_ONE);
            return;
        }
        Opcode opcode = flow.opcode(number);
        switch (opcode.kind()) {
            case CONSTANT -> constant(number);
            case LOAD -> {
                if (MethodFlow.isOfLong(opcode)) {
                    code.lload(local(longs, flow.local(number)));
                } else {
                    code.iload(local(ints, flow.local(number)));
                }
            }
            case STORE -> {
                if (MethodFlow.isOfLong(opcode)) {
                    code.lstore(local(longs, flow.local(number)));
                } else {
                    code.istore(local(ints, flow.local(number)));
                }
            }
            case INCREMENT -> code.iinc(local(ints, flow.local(number)), flow.delta(number));
            case STACK -> code.with(StackInstruction.of(opcode));
            case CONVERT -> code.with(ConvertInstruction.of(opcode));
            case OPERATOR -> operator(number, opcode);
            case BRANCH -> branch(number, opcode);
            case TABLE_SWITCH, LOOKUP_SWITCH -> choose(number);
            case RETURN -> end(number, opcode);
            case INVOKE -> {
                Intrinsic intrinsic = flow.intrinsic(number);
                if (intrinsic == null) {
                    // The call is done; what is called begins elsewhere.
                    stop(number + 1, frame, 0, flow.called(number));
                } else if (intrinsic == Intrinsic.EMIT) {
                    emit(number);
                } else if (intrinsic == Intrinsic.COPY) {
                    copy(number);
                } else {
                    access(number, intrinsic);
                }
            }
            default -> code.nop();
        }
    }

    private void constant(int number) {
        if (flow.isLong(number)) {
            code.loadConstant(flow.constant(number));
        } else {
            code.loadConstant((int) flow.constant(number));
        }
    }

    private void operator(int number, Opcode opcode) {
        switch (opcode) {
            case IDIV, IREM -> {
                code.istore(intValue).iload(intValue).ifeq(stub(() -> {
                    code.iload(intValue);
                    stop(number, unused(number), CompiledForm.INTERPRET);
                }));
                code.iload(intValue);
            }
            case LDIV, LREM -> {
                code.lstore(before).lload(before).lconst_0().lcmp().ifeq(stub(() -> {
                    code.lload(before);
                    stop(number, unused(number), CompiledForm.INTERPRET);
                }));
                code.lload(before);
            }
            default -> {
                // It cannot fail.
            }
        }
        code.with(OperatorInstruction.of(opcode));
    }

    private void branch(int number, Opcode opcode) {
        int target = flow.targets(number).getFirst();
        if (target > number) {
            code.branch(opcode, labels[target]);
        } else if (opcode == Opcode.GOTO) {
            jumpBack(target);
        } else {
            Label on = code.newLabel();
            code.branch(inverse(opcode), on);
            jumpBack(target);
            code.labelBinding(on);
        }
    }

    /** Conditions are numbered in pairs that exclude one another. */
    private static Opcode inverse(Opcode opcode) {
        int other = (opcode.bytecode() - 1 ^ 1) + 1;
        return List.of(Opcode.values()).stream().filter(each -> each.bytecode() == other).findFirst().orElseThrow();
    }

    private void jumpBack(int target) {
        int price = jumpsBack < prices.size() ? prices.get(jumpsBack) : 0;
        jumpsBack++;
        code.iinc(fuel, -price).iload(fuel).iflt(stub(() -> stop(target, 0, CompiledForm.AGAIN))).goto_(labels[target]);
    }

    private void choose(int number) {
        List<Integer> keys = flow.keys(number);
        List<Integer> targets = flow.targets(number);
        List<Label> places = new ArrayList<>();
        Map<Integer, Label> back = new HashMap<>();
        for (int target : targets) {
            places.add(target > number ? labels[target] : back.computeIfAbsent(target, _ -> code.newLabel()));
        }
        List<SwitchCase> cases = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            cases.add(SwitchCase.of(keys.get(i), places.get(i)));
        }
        if (flow.opcode(number) == Opcode.TABLESWITCH) {
            code.tableswitch(keys.getFirst(), keys.getLast(), places.getLast(), cases);
        } else {
            code.lookupswitch(places.getLast(), cases);
        }
        targets.stream().filter(back::containsKey).distinct().forEach(target -> {
            code.labelBinding(Objects.requireNonNull(back.get(target)));
            jumpBack(target);
        });
    }

    /** A method that is not the first one here returns to the one that has called it. */
    private void end(int number, Opcode opcode) {
        code.aload(0).getfield(BASE, "depth", ConstantDescs.CD_int)
            .ifeq(stub(() -> stop(number, unused(number), CompiledForm.INTERPRET)));
        switch (opcode) {
            case IRETURN -> code.i2l();
            case RETURN -> code.lconst_0();
            default -> {
                // It is a long.
            }
        }
        code.lstore(before).aload(0).lload(before)
            .loadConstant(opcode == Opcode.RETURN ? 0 : opcode == Opcode.IRETURN ? 1 : LONG_SLOTS).iload(steps).iload(fuel)
            .invokevirtual(BASE, "returned", RETURNED).ireturn();
    }

    // --- operations on areas

    private void access(int number, Intrinsic intrinsic) {
        int area = plan.area(number);
        AreaLocals here = Objects.requireNonNull(areas.get(area));
        takeOperands(intrinsic);
        Label fails = stub(() -> stopAt(number, intrinsic));
        if (intrinsic == Intrinsic.LENGTH) {
            code.lload(here.readable).lconst_0().lcmp().iflt(fails).lload(here.readable);
            return;
        }
        boolean writes = intrinsic.name().startsWith("STORE") || intrinsic == Intrinsic.CAS || intrinsic == Intrinsic.FETCH_ADD;
        int bytes = switch (intrinsic) {
            case LOAD8, STORE8 -> Byte.BYTES;
            case LOAD16, STORE16 -> Short.BYTES;
            case LOAD32, STORE32 -> Integer.BYTES;
            default -> Long.BYTES;
        };
        code.lload(operands[0]).lconst_0().lcmp().iflt(fails);
        code.lload(operands[0]).lload(writes ? here.writable : here.readable).loadConstant((long) bytes).lsub().lcmp().ifgt(fails);
        switch (intrinsic) {
            case LOAD8, LOAD16, LOAD32, LOAD64 -> load(area, here, intrinsic);
            case STORE8, STORE16, STORE32 -> at(area, here).iload(intValue).invokevirtual(BUFFER, "put" + bytes * Byte.SIZE,
                MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int, ConstantDescs.CD_int));
            case STORE64 -> put(area, here, operands[1]);
            case FETCH_ADD -> {
                load(area, here, Intrinsic.LOAD64);
                code.lstore(before).lload(before).lload(operands[1]).ladd().lstore(operands[1]);
                put(area, here, operands[1]);
                code.lload(before);
            }
            default -> {
                Label differs = code.newLabel();
                load(area, here, Intrinsic.LOAD64);
                code.lstore(before).lload(before).lload(operands[1]).lcmp().ifne(differs);
                put(area, here, operands[2]);
                code.labelBinding(differs).lload(before);
            }
        }
    }

    private void copy(int number) {
        int from = plan.area(number);
        int to = plan.secondArea(number);
        code.lstore(operands[2]).lstore(operands[1]).pop().lstore(operands[0]).pop();
        code.aload(0).loadConstant(from).lload(operands[0]).loadConstant(from == RunLayout.DATA ? routine.dataAt() : 0).loadConstant(to)
            .lload(operands[1]).lload(operands[2]).iload(steps).iload(fuel).invokevirtual(BASE, "copied", COPIED).istore(intValue);
        code.iload(intValue).iflt(stub(() -> {
            code.loadConstant(named(from)).lload(operands[0]).loadConstant(named(to)).lload(operands[1]).lload(operands[2]);
            stop(number, unused(number), CompiledForm.INTERPRET);
        }));
        code.iload(steps).iload(intValue).isub().istore(steps);
        code.iload(fuel).iload(intValue).loadConstant(CompiledRoutine.UNITS_OF_COPIED).imul().isub().istore(fuel).iinc(fuel, -CompiledRoutine.UNITS_OF_COPY);
    }

    /** The number of an area in the routine. */
    private static int named(int area) {
        return area == RunLayout.DATA ? RoutineFormat.DATA_AREA : area == RunLayout.SCRATCH ? RoutineFormat.SCRATCH_AREA : area;
    }

    private void emit(int number) {
        code.lstore(before).aload(0).lload(before).invokevirtual(BASE, "emits", EMITS).ifeq(stub(() -> {
            code.lload(before);
            stop(number, unused(number), CompiledForm.INTERPRET);
        }));
    }

    /** Pushes the buffer, and where in it the first operand is. */
    private CodeBuilder at(int area, AreaLocals here) {
        code.aload(here.buffer).lload(operands[0]).l2i();
        return area == RunLayout.DATA ? code.loadConstant(routine.dataAt()).iadd() : code;
    }

    private void load(int area, AreaLocals here, Intrinsic intrinsic) {
        boolean isLong = intrinsic == Intrinsic.LOAD64;
        String name = switch (intrinsic) {
            case LOAD8 -> "u8";
            case LOAD16 -> "u16";
            case LOAD32 -> "i32";
            default -> "i64";
        };
        at(area, here).invokevirtual(BUFFER, name,
            MethodTypeDesc.of(isLong ? ConstantDescs.CD_long : ConstantDescs.CD_int, ConstantDescs.CD_int));
    }

    private void put(int area, AreaLocals here, int value) {
        at(area, here).lload(value).invokevirtual(BUFFER, "put64",
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int, ConstantDescs.CD_long));
    }

    /** Takes the operands from the stack: the area's number is known, and so is dropped. */
    private void takeOperands(Intrinsic intrinsic) {
        String types = intrinsic.parameters();
        for (int i = types.length() - 1; i > 0; i--) {
            if (types.charAt(i) == 'I') {
                code.istore(intValue);
            } else {
                code.lstore(operands[i - 1]);
            }
        }
        code.pop();
    }

    /** Puts the operands back, and stops. */
    private void stopAt(int number, Intrinsic intrinsic) {
        String types = intrinsic.parameters();
        code.loadConstant(named(plan.area(number)));
        for (int i = 1; i < types.length(); i++) {
            if (types.charAt(i) == 'I') {
                code.iload(intValue);
            } else {
                code.lload(operands[i - 1]);
            }
        }
        stop(number, unused(number), CompiledForm.INTERPRET);
    }
}
