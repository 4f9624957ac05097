package dev.spine.extension.ardma.host.lift;

import dev.spine.extension.ardma.host.tool.Label;
import dev.spine.extension.ardma.host.tool.MethodBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
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
import org.jspecify.annotations.Nullable;

/**
 * Copies the instructions of a method in which {@link MethodCheck} has found nothing to a method of a routine, or into one in place of a
 * call.
 */
final class MethodCopy {
    private final MethodBuilder to;
    private final CodeAttribute code;
    private final BiConsumer<InvokeInstruction, MethodCopy> caller;
    private final int firstLocal;
    /** Where it goes when it returns; null when it is the method itself. */
    private final @Nullable Label after;
    private final Map<java.lang.classfile.Label, Label> labels = new HashMap<>();

    private MethodCopy(MethodBuilder to, CodeAttribute code, BiConsumer<InvokeInstruction, MethodCopy> caller, int firstLocal,
        @Nullable Label after) {
        this.to = to;
        this.code = code;
        this.caller = caller;
        this.firstLocal = firstLocal;
        this.after = after;
    }

    /**
     * A copy that has not begun.
     *
     * @param to where it goes
     * @param code of the method
     * @param caller adds a call to a copy
     */
    MethodCopy(MethodBuilder to, CodeAttribute code, BiConsumer<InvokeInstruction, MethodCopy> caller) {
        this(to, code, caller, 0, null);
    }

    /** {@return where it goes} */
    MethodBuilder target() {
        return to;
    }

    /** {@return whether it is copied in place of a call} */
    boolean isWithinAnother() {
        return after != null;
    }

    /** {@return what it takes, with so many bytes} */
    CodeSize size(int bytes) {
        return new CodeSize(bytes, code.maxLocals(), code.maxStack());
    }

    /** Copies another method in place of its call: its locals are behind those here, its arguments on the stack. */
    void inline(Signature signature, CodeAttribute called) {
        Label behind = new Label("behind a call");
        MethodCopy copy = new MethodCopy(to, called, caller, firstLocal + code.maxLocals(), behind);
        for (Signature.Parameter parameter : signature.parameters().reversed()) {
            to.local(parameter.isLong() ? Opcode.LSTORE : Opcode.ISTORE, copy.firstLocal + parameter.slot());
        }
        copy.copy();
        to.label(behind);
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

    void copy() {
        List<CodeElement> elements = code.elementList();
        for (int i = 0; i < elements.size(); i++) {
            CodeElement element = elements.get(i);
            switch (element) {
                case LabelTarget target -> to.label(label(target.label()));
                case ConstantInstruction constant -> copyConstant(constant);
                case LoadInstruction load -> to.local(load.typeKind() == TypeKind.LONG ? Opcode.LLOAD : Opcode.ILOAD,
                    firstLocal + load.slot());
                case StoreInstruction store -> to.local(store.typeKind() == TypeKind.LONG ? Opcode.LSTORE : Opcode.ISTORE,
                    firstLocal + store.slot());
                case IncrementInstruction increment -> to.increment(firstLocal + increment.slot(), increment.constant());
                case OperatorInstruction operator -> to.op(operator.opcode());
                case ConvertInstruction convert -> to.op(convert.opcode());
                case StackInstruction stack -> to.op(stack.opcode());
                case ReturnInstruction returns -> copyReturn(returns.opcode(), elements.subList(i + 1, elements.size()));
                case BranchInstruction branch -> to.jump(branch.opcode() == Opcode.GOTO_W ? Opcode.GOTO : branch.opcode(),
                    label(branch.target()));
                case TableSwitchInstruction choice -> copyChoice(choice.cases(), choice.defaultTarget());
                case LookupSwitchInstruction choice -> copyChoice(choice.cases(), choice.defaultTarget());
                case InvokeInstruction call -> caller.accept(call, this);
                default -> {
                    // Lines, and instructions that do nothing.
                }
            }
        }
    }

    private void copyReturn(Opcode opcode, List<CodeElement> rest) {
        if (after == null) {
            to.op(opcode);
        } else if (rest.stream().anyMatch(Instruction.class::isInstance)) {
            to.jump(Opcode.GOTO, after);
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
