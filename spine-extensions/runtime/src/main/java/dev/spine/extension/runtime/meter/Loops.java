package dev.spine.extension.runtime.meter;

import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the labels of a method's code lie, and what the code between them costs: one unit for each instruction, more for those that do
 * more.
 */
final class Loops {
    /** Passing arguments and making a frame. */
    static final int CALL_UNITS = 3;
    private static final int NEW_UNITS = 6;
    /** Filling in a stack trace. */
    private static final int THROWABLE_UNITS = 100;

    private final Map<Label, Integer> positions = new HashMap<>();
    private final List<Integer> sums = new ArrayList<>();
    private final ImageShape shape;
    private final Leaves leaves;
    private final boolean hasLoop;

    Loops(List<CodeElement> code, ImageShape shape, Leaves leaves) {
        this.shape = shape;
        this.leaves = leaves;
        sums.add(0);
        boolean loop = false;
        for (CodeElement element : code) {
            if (element instanceof LabelTarget target) {
                positions.put(target.label(), sums.size() - 1);
            } else if (element instanceof Instruction instruction) {
                loop |= jumpsBack(instruction);
                sums.add(sums.getLast() + units(instruction));
            }
        }
        hasLoop = loop;
    }

    private int units(Instruction instruction) {
        return switch (instruction) {
            case InvokeInstruction call -> CALL_UNITS + work(call);
            case InvokeDynamicInstruction call -> NEW_UNITS;
            case NewObjectInstruction made -> ImageShape.isThrowable(made.className().asInternalName()) ? THROWABLE_UNITS : NEW_UNITS;
            default -> 1;
        };
    }

    /** What each call of a method outside the image takes, whatever it gets; and of a leaf. */
    private int work(InvokeInstruction call) {
        String owner = call.owner().asInternalName();
        String name = call.name().stringValue();
        String type = call.type().stringValue();
        String outside = owner.startsWith("[") ? null : shape.outsideOwner(owner, name + type);
        return outside == null ? leaves.unitsOf(call) : CallCosts.of(outside, name, type).cost().constant();
    }

    private boolean jumpsBack(Instruction instruction) {
        return switch (instruction) {
            case BranchInstruction branch -> positions.containsKey(branch.target());
            case LookupSwitchInstruction branch -> jumpsBack(branch.defaultTarget(), branch.cases());
            case TableSwitchInstruction branch -> jumpsBack(branch.defaultTarget(), branch.cases());
            default -> false;
        };
    }

    private boolean jumpsBack(Label defaultTarget, List<SwitchCase> cases) {
        return positions.containsKey(defaultTarget) || cases.stream().anyMatch(each -> positions.containsKey(each.target()));
    }

    boolean hasLoop() {
        return hasLoop;
    }

    /** {@return units of the whole code, each instruction once} */
    int total() {
        return Math.max(1, sums.getLast());
    }

    /** {@return whether a jump from the instruction of this index goes back} */
    boolean isBack(int from, Label to) {
        return positions.getOrDefault(to, Integer.MAX_VALUE) <= from;
    }

    /** {@return units of the code that a jump back from the instruction of this index repeats} */
    int cost(int from, Label to) {
        return Math.max(1, sums.get(from + 1) - sums.get(positions.getOrDefault(to, from)));
    }

    /** {@return units of the code from one instruction to another, both of them included} */
    int cost(int first, int last) {
        return Math.max(1, sums.get(last + 1) - sums.get(first));
    }

    /** {@return units of the code that an exception may repeat} */
    int cost(ExceptionCatch entry) {
        int end = positions.getOrDefault(entry.tryEnd(), sums.size() - 1);
        int handler = positions.getOrDefault(entry.handler(), end);
        return handler < end ? Math.max(1, sums.get(end) - sums.get(handler)) : 1;
    }
}
