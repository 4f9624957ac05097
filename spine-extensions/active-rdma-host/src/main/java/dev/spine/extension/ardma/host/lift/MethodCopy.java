package dev.spine.extension.ardma.host.lift;

import dev.spine.extension.ardma.host.tool.Label;
import dev.spine.extension.ardma.host.tool.MethodBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** Copies the instructions of a method in which {@link MethodCheck} has found nothing to a method of a routine. */
final class MethodCopy {
    private final MethodBuilder to;
    private final BiConsumer<InvokeInstruction, MethodBuilder> caller;
    private final Map<java.lang.classfile.Label, Label> labels = new HashMap<>();

    /**
     * A copy that has not begun.
     *
     * @param to where it goes
     * @param caller adds a call
     */
    MethodCopy(MethodBuilder to, BiConsumer<InvokeInstruction, MethodBuilder> caller) {
        this.to = to;
        this.caller = caller;
    }

    /** Callers of the first method may give any int: parameters that hold less are cut, as they are in Java. */
    MethodCopy narrow(Signature signature) {
        for (Signature.Narrow narrow : signature.narrow()) {
            to.local(Opcode.ILOAD, narrow.slot());
            if (narrow.isBoolean()) {
                to.push(1);
            }
            to.op(narrow.conversion()).local(Opcode.ISTORE, narrow.slot());
        }
        return this;
    }

    void copy(CodeModel code) {
        for (CodeElement element : code) {
            switch (element) {
                case LabelTarget target -> to.label(label(target.label()));
                case ConstantInstruction constant -> copyConstant(constant);
                case LoadInstruction load -> to.local(load.typeKind() == TypeKind.LONG ? Opcode.LLOAD : Opcode.ILOAD, load.slot());
                case StoreInstruction store -> to.local(store.typeKind() == TypeKind.LONG ? Opcode.LSTORE : Opcode.ISTORE, store.slot());
                case IncrementInstruction increment -> to.increment(increment.slot(), increment.constant());
                case OperatorInstruction operator -> to.op(operator.opcode());
                case ConvertInstruction convert -> to.op(convert.opcode());
                case StackInstruction stack -> to.op(stack.opcode());
                case ReturnInstruction returns -> to.op(returns.opcode());
                case BranchInstruction branch -> to.jump(branch.opcode() == Opcode.GOTO_W ? Opcode.GOTO : branch.opcode(),
                    label(branch.target()));
                case TableSwitchInstruction choice -> copyChoice(choice.cases(), choice.defaultTarget());
                case LookupSwitchInstruction choice -> copyChoice(choice.cases(), choice.defaultTarget());
                case InvokeInstruction call -> caller.accept(call, to);
                default -> {
                    // Lines, and instructions that do nothing.
                }
            }
        }
    }

    private Label label(java.lang.classfile.Label of) {
        return labels.computeIfAbsent(of, _ -> new Label("of the class file"));
    }

    private void copyConstant(ConstantInstruction constant) {
        if (constant.constantValue() instanceof Long value) {
            to.push(value.longValue());
        } else if (constant.constantValue() instanceof Integer value) {
            to.push(value.intValue());
        }
    }

    private void copyChoice(List<SwitchCase> cases, java.lang.classfile.Label otherwise) {
        SortedMap<Integer, Label> targets = new TreeMap<>();
        for (SwitchCase each : cases) {
            if (!each.target().equals(otherwise)) {
                targets.put(each.caseValue(), label(each.target()));
            }
        }
        to.choose(targets, label(otherwise));
    }
}
