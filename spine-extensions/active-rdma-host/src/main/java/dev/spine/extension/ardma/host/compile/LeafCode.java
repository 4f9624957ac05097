package dev.spine.extension.ardma.host.compile;

import dev.spine.extension.ardma.compiled.CompiledRoutine;
import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.RoutineMethod;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * Writes leaves in place of their calls. They make the steps that they would make if they were called; those of one block take them with
 * the block that calls.
 */
final class LeafCode {
    private static final ClassDesc BASE = ClassDesc.of(CompiledRoutine.class.getName());

    private final Checks checks;
    private final CodeBuilder code;
    private final AreaCode areas;
    private final int steps;
    /** How many slots a call may want, -1 when none may be made. */
    private final int room;
    private final int stepsBefore;
    private final Function<Runnable, Label> stubs;

    /**
     * For one method that calls.
     *
     * @param steps local that has the steps that are left
     * @param stubs takes what is written behind the code
     */
    LeafCode(Checks checks, CodeBuilder code, AreaCode areas, int steps, Function<Runnable, Label> stubs) {
        this.checks = checks;
        this.code = code;
        this.areas = areas;
        this.steps = steps;
        this.stubs = stubs;
        room = code.allocateLocal(TypeKind.INT);
        stepsBefore = code.allocateLocal(TypeKind.INT);
    }

    /** Finds out at the begin of the method what calls from it are allowed: its own depth does not change. */
    void begin() {
        Label mayCall = code.newLabel();
        field("mostHeld");
        field("held");
        code.isub().istore(room);
        field("depth");
        field("mostCalls");
        code.if_icmplt(mayCall).iconst_m1().istore(room).labelBinding(mayCall);
    }

    private void field(String name) {
        code.aload(0).getfield(BASE, name, ConstantDescs.CD_int);
    }

    /**
     * Writes a leaf whose parameters are on the stack.
     *
     * @param call what is written to call it, with its parameters on the stack
     */
    void write(Leaf leaf, Runnable call) {
        new Place(leaf, call).write();
    }

    /** One call. */
    private final class Place {
        private final Leaf leaf;
        private final MethodFlow flow;
        private final Runnable call;
        /** Whether it takes its steps itself. */
        private final boolean hasSteps;
        private final Map<Integer, Integer> ints = new HashMap<>();
        private final Map<Integer, Integer> longs = new HashMap<>();
        private final Label[] labels;

        Place(Leaf leaf, Runnable call) {
            this.leaf = leaf;
            this.flow = leaf.flow();
            this.call = call;
            this.hasSteps = checks.counts() && !leaf.isOneBlock();
            labels = new Label[flow.count() + 1];
            for (int i = 0; i < labels.length; i++) {
                labels[i] = code.newLabel();
            }
        }

        private int local(boolean isLong, int number) {
            return isLong ? longs.computeIfAbsent(number, _ -> code.allocateLocal(TypeKind.LONG))
                : ints.computeIfAbsent(number, _ -> code.allocateLocal(TypeKind.INT));
        }

        void write() {
            code.iload(room).loadConstant(leaf.wanted()).if_icmplt(stubs.apply(call));
            moveParameters(false);
            if (hasSteps) {
                code.iload(steps).istore(stepsBefore);
            }
            for (int i = 0; i < flow.count(); i++) {
                if (flow.before(i) != null) {
                    code.labelBinding(labels[i]);
                    instruction(i);
                }
            }
            code.labelBinding(labels[flow.count()]);
        }

        /** From the stack, or to it. */
        private void moveParameters(boolean back) {
            RoutineMethod method = flow.method();
            int slot = back ? 0 : method.parameterSlots();
            for (int i = 0; i < method.parameters(); i++) {
                boolean isLong = method.isLong(back ? i : method.parameters() - 1 - i);
                TypeKind kind = isLong ? TypeKind.LONG : TypeKind.INT;
                if (back) {
                    code.loadLocal(kind, local(isLong, slot));
                    slot += kind.slotSize();
                } else {
                    slot -= kind.slotSize();
                    code.storeLocal(kind, local(isLong, slot));
                }
            }
        }

        /** Calls after all, from an instruction that has taken some slots from the stack. */
        private Label fails(int number, int taken) {
            return stubs.apply(() -> {
                List<SlotValue> stack = leaf.before(number).stack();
                for (int i = stack.size() - taken - 1; i >= 0; i--) {
                    switch (stack.get(i).type()) {
                        case INT -> code.pop();
                        case LONG -> code.pop2();
                        default -> {
                            // It goes with the long.
                        }
                    }
                }
                moveParameters(true);
                if (hasSteps) {
                    code.iload(stepsBefore).istore(steps);
                }
                call.run();
            });
        }

        private void instruction(int number) {
            if (hasSteps && leaf.plan().isLeader(number)) {
                checks.begin(code, steps, leaf.plan().steps(number), () -> fails(number, 0));
            }
            Opcode opcode = flow.opcode(number);
            boolean isLong = MethodFlow.isOfLong(opcode);
            TypeKind kind = isLong ? TypeKind.LONG : TypeKind.INT;
            switch (opcode.kind()) {
                case CONSTANT -> {
                    if (flow.isLong(number)) {
                        code.loadConstant(flow.constant(number));
                    } else {
                        code.loadConstant((int) flow.constant(number));
                    }
                }
                case LOAD -> code.loadLocal(kind, local(isLong, flow.local(number)));
                case STORE -> code.storeLocal(kind, local(isLong, flow.local(number)));
                case INCREMENT -> code.iinc(local(false, flow.local(number)), flow.delta(number));
                case STACK -> code.with(StackInstruction.of(opcode));
                case CONVERT -> code.with(ConvertInstruction.of(opcode));
                case OPERATOR -> code.with(OperatorInstruction.of(opcode));
                case BRANCH -> code.branch(opcode, labels[flow.targets(number).getFirst()]);
                case RETURN -> {
                    if (number + 1 < flow.count()) {
                        code.goto_(labels[flow.count()]);
                    }
                }
                case INVOKE -> access(number, Objects.requireNonNull(flow.intrinsic(number)));
                default -> code.nop();
            }
        }

        private void access(int number, Intrinsic intrinsic) {
            Label fails = fails(number, MethodFlow.slots(intrinsic));
            if (intrinsic == Intrinsic.COPY) {
                areas.copyFew(leaf.plan().area(number), leaf.plan().secondArea(number), leaf.plan().fewCopied(number), fails);
            } else {
                areas.access(leaf.plan().area(number), intrinsic, fails);
            }
        }
    }
}
