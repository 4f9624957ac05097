package dev.spine.extension.ardma.host.compile;

import dev.spine.extension.ardma.compiled.CompiledForm;
import dev.spine.extension.ardma.compiled.CompiledRoutine;
import dev.spine.extension.ardma.routine.Intrinsic;
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
    private static final ClassDesc LONGS = ConstantDescs.CD_long.arrayType();
    private static final MethodTypeDesc LEAVE = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int, ConstantDescs.CD_int,
        ConstantDescs.CD_int);
    private static final MethodTypeDesc RETURNED = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_long, ConstantDescs.CD_int,
        ConstantDescs.CD_int, ConstantDescs.CD_int);
    private static final MethodTypeDesc EMITS = MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_long);
    private static final int PLACE_BITS = 8;
    private static final int LONG_SLOTS = 2;

    /** Something that is written behind the code. */
    private record Stub(Label label, Runnable code) {}

    private final MethodFlow flow;
    private final MethodPlan plan;
    private final Checks checks;
    private final List<Integer> prices;
    private final CodeBuilder code;
    private final Label[] labels;
    private final Label epilogue;
    private final Label none;
    private final List<Stub> stubs = new ArrayList<>();
    private final Map<Integer, Integer> ints = new HashMap<>();
    private final Map<Integer, Integer> longs = new HashMap<>();
    private final AreaCode areas;
    private final LeafCode leaves;
    private final int slots;
    private final int base;
    private final int steps;
    private final int fuel;
    private final int place;
    private final int todo;
    private final int intValue;
    /** For what is put back. */
    private final int moved;
    private final int before;
    private int jumpsBack;

    /**
     * For one method.
     *
     * @param prices what each jump back pays, in their order; those that are missing pay nothing
     */
    MethodCode(MethodFlow flow, MethodPlan plan, Checks checks, List<Integer> prices, CodeBuilder code) {
        this.flow = flow;
        this.plan = plan;
        this.checks = checks;
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
        moved = code.allocateLocal(TypeKind.LONG);
        before = code.allocateLocal(TypeKind.LONG);
        areas = new AreaCode(checks, code);
        leaves = new LeafCode(checks, code, areas, steps, this::stub);
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
        plan.reaches().forEach(areas::begin);
        if (plan.hasLeaves()) {
            leaves.begin();
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
        List<Runnable> others = new ArrayList<>();
        for (int i = 0; i < flow.count(); i++) {
            if (plan.isEntry(i)) {
                int entry = i;
                List<SlotValue> stack = frame(i).stack();
                boolean isPlain = stack.isEmpty() && plan.isLeader(i);
                Label here = isPlain ? labels[i] : code.newLabel();
                cases.add(SwitchCase.of(i, here));
                if (!isPlain) {
                    others.add(() -> {
                        code.labelBinding(here);
                        fill(stack);
                        if (!plan.isLeader(entry)) {
                            takeSteps(entry);
                        }
                        code.goto_(labels[entry]);
                    });
                }
            }
        }
        code.aload(0).getfield(BASE, "next", ConstantDescs.CD_int).lookupswitch(none, cases);
        others.forEach(Runnable::run);
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
                case INT -> code.i2l().lstore(moved);
                case LONG -> code.lstore(moved);
                default -> {
                    continue;
                }
            }
            slot(flow.method().locals() + i).lload(moved).lastore();
        }
        putLocals(frame);
        if (unused > 0 && checks.counts()) {
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

    private void instruction(int number, MethodFlow.Frame frame) {
        if (plan.isLeader(number)) {
            takeSteps(number);
        }
        if (plan.stops(number)) {
            stop(number, 0, CompiledForm.INTERPRET_ONE);
            return;
        }
        Opcode opcode = flow.opcode(number);
        switch (opcode.kind()) {
            case CONSTANT -> constant(number);
            case LOAD -> code.loadLocal(kind(opcode), local(opcode, number));
            case STORE -> code.storeLocal(kind(opcode), local(opcode, number));
            case INCREMENT -> code.iinc(local(opcode, number), flow.delta(number));
            case STACK -> code.with(StackInstruction.of(opcode));
            case CONVERT -> code.with(ConvertInstruction.of(opcode));
            case OPERATOR -> operator(number, opcode);
            case BRANCH -> branch(number, opcode);
            case TABLE_SWITCH, LOOKUP_SWITCH -> choose(number);
            case RETURN -> end(opcode);
            case INVOKE -> {
                Intrinsic intrinsic = flow.intrinsic(number);
                if (intrinsic == null) {
                    call(number, frame);
                } else if (intrinsic == Intrinsic.EMIT) {
                    emit(number);
                } else if (intrinsic == Intrinsic.STEPS_LEFT) {
                    stepsLeft(number);
                } else if (AreaCode.isOnRange(intrinsic)) {
                    range(number, intrinsic);
                } else {
                    access(number, intrinsic);
                }
            }
            default -> code.nop();
        }
    }

    /** Of all instructions from one on that run together with it. */
    private void takeSteps(int first) {
        int made = plan.steps(first);
        if (made > 0) {
            checks.begin(code, steps, made, () -> stub(() -> stop(first, made, CompiledForm.INTERPRET)));
        }
    }

    private void call(int number, MethodFlow.Frame frame) {
        // The call is done; what is called begins elsewhere.
        Runnable called = () -> stop(number + 1, frame, plan.isWithinBlock(number) ? plan.steps(number) - 1 : 0, flow.called(number));
        Leaf leaf = plan.leaf(number);
        if (leaf == null) {
            called.run();
        } else {
            leaves.write(leaf, called);
        }
    }

    private void constant(int number) {
        if (flow.isLong(number)) {
            code.loadConstant(flow.constant(number));
        } else {
            code.loadConstant((int) flow.constant(number));
        }
    }

    private static TypeKind kind(Opcode opcode) {
        return MethodFlow.isOfLong(opcode) ? TypeKind.LONG : TypeKind.INT;
    }

    private int local(Opcode opcode, int number) {
        return local(MethodFlow.isOfLong(opcode) ? longs : ints, flow.local(number));
    }

    private void operator(int number, Opcode opcode) {
        switch (opcode) {
            case IDIV, IREM -> {
                code.istore(intValue).iload(intValue).ifeq(stub(() -> {
                    code.iload(intValue);
                    stop(number, plan.steps(number), CompiledForm.INTERPRET);
                }));
                code.iload(intValue);
            }
            case LDIV, LREM -> {
                code.lstore(before).lload(before).lconst_0().lcmp().ifeq(stub(() -> {
                    code.lload(before);
                    stop(number, plan.steps(number), CompiledForm.INTERPRET);
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
        checks.jumpBack(code, fuel, price, labels[target], () -> stub(() -> stop(target, 0, CompiledForm.AGAIN)));
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

    private void end(Opcode opcode) {
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
        areas.access(plan.area(number), intrinsic, stub(() -> {
            areas.putBack(plan.area(number), plan.area(number), intrinsic);
            stop(number, plan.steps(number), CompiledForm.INTERPRET);
        }));
    }

    private void range(int number, Intrinsic intrinsic) {
        int area = plan.area(number);
        int other = AreaCode.hasTwoAreas(intrinsic) ? plan.secondArea(number) : area;
        Runnable stop = () -> {
            areas.putBack(area, other, intrinsic);
            stop(number, plan.steps(number), CompiledForm.INTERPRET);
        };
        int few = plan.fewCopied(number);
        if (few > 0) {
            areas.copyFew(area, other, few, stub(stop));
            return;
        }
        Label again = stub(() -> {
            areas.putBack(area, other, intrinsic);
            stop(number, plan.steps(number), CompiledForm.AGAIN);
        });
        areas.range(intrinsic, area, other, steps, fuel, stub(() -> {
            areas.ifTooDear(again);
            stop.run();
        }));
    }

    /** Those that the form has, those of the block that come behind this instruction, and those that it was not given. */
    private void stepsLeft(int number) {
        code.aload(0).getfield(BASE, "moreSteps", ConstantDescs.CD_long).iload(steps)
            .loadConstant(checks.counts() ? plan.steps(number) - 1 : 0).iadd().i2l().ladd();
    }

    private void emit(int number) {
        code.lstore(before).aload(0).lload(before).invokevirtual(BASE, "emits", EMITS).ifeq(stub(() -> {
            code.lload(before);
            stop(number, plan.steps(number), CompiledForm.INTERPRET);
        }));
    }
}
