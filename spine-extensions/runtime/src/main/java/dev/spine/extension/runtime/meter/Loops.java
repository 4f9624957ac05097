package dev.spine.extension.runtime.meter;

import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the labels of a method's code lie, and what the code between them costs by {@link CodePrices}.
 */
final class Loops {
    private final Map<Label, Integer> positions = new HashMap<>();
    /** Units of the instructions before each, and of all of them at the end. */
    private final int[] sums;
    private final int instructions;
    private final Calls calls;
    private final Leaves leaves;
    private final boolean hasLoop;

    Loops(List<CodeElement> code, Calls calls, Leaves leaves) {
        this.calls = calls;
        this.leaves = leaves;
        sums = new int[code.size() + 1];
        int index = 0;
        boolean loop = false;
        for (CodeElement element : code) {
            if (element instanceof LabelTarget target) {
                positions.put(target.label(), index);
            } else if (element instanceof Instruction instruction) {
                loop |= jumpsBack(instruction);
                sums[index + 1] = sums[index] + units(instruction);
                index++;
            }
        }
        instructions = index;
        hasLoop = loop;
    }

    private int units(Instruction instruction) {
        return switch (instruction) {
            case InvokeInstruction call -> CodePrices.CALL + calls.work(call, leaves);
            case NewObjectInstruction made -> CodePrices.object(calls.bytesOf(made));
            default -> CodePrices.of(instruction.opcode());
        };
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
        return Math.max(1, sums[instructions]);
    }

    int instructions() {
        return instructions;
    }

    /** {@return the index of the instruction that a label is before; past the last one for the end of the code} */
    int position(Label label) {
        return positions.getOrDefault(label, instructions);
    }

    /** {@return units of the code from one instruction up to another, which is not included} */
    int units(int first, int end) {
        return sums[end] - sums[first];
    }

    /** {@return whether a jump from the instruction of this index goes back} */
    boolean isBack(int from, Label to) {
        return positions.getOrDefault(to, Integer.MAX_VALUE) <= from;
    }

    /** {@return units of the code that a jump back from the instruction of this index repeats} */
    int cost(int from, Label to) {
        return Math.max(1, sums[from + 1] - sums[positions.getOrDefault(to, from)]);
    }

    /** {@return units of the code from one instruction to another, both of them included} */
    int cost(int first, int last) {
        return Math.max(1, sums[last + 1] - sums[first]);
    }

    /** {@return units of the code that an exception may repeat} */
    int cost(ExceptionCatch entry) {
        int end = positions.getOrDefault(entry.tryEnd(), instructions);
        int handler = positions.getOrDefault(entry.handler(), end);
        return handler < end ? Math.max(1, sums[end] - sums[handler]) : 1;
    }
}
