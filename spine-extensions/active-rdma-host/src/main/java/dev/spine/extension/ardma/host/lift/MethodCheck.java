package dev.spine.extension.ardma.host.lift;

import dev.spine.extension.ardma.host.lift.Refusal.Reason;
import dev.spine.extension.ardma.routine.RoutineFormat;
import java.lang.classfile.Attributes;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.LineNumberInfo;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.NopInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Looks for all that keeps one method from being in a routine, and for the methods that it calls. */
final class MethodCheck {
    private static final String ASSERTIONS = "$assertionsDisabled";

    private final LiftedClass owner;
    private final MethodModel method;
    private final Predicate<MethodName> isThere;
    private final Consumer<MethodName> called;
    private final List<Refusal> found = new ArrayList<>();
    private int line;
    /** Where something is done with a reference first; whatever made it is a finding, if nothing else is. */
    private int referenceLine = -1;
    private boolean movedReference;

    private MethodCheck(LiftedClass owner, MethodModel method, Predicate<MethodName> isThere, Consumer<MethodName> called) {
        this.owner = owner;
        this.method = method;
        this.isThere = isThere;
        this.called = called;
    }

    /**
     * {@return what keeps it from being in a routine}
     *
     * @param owner its class
     * @param method of whom
     * @param isThere says whether a method that it calls may become part of the routine
     * @param called is told of each method that it calls and that becomes part of the routine, too
     */
    static List<Refusal> of(LiftedClass owner, MethodModel method, Predicate<MethodName> isThere, Consumer<MethodName> called) {
        MethodCheck check = new MethodCheck(owner, method, isThere, called);
        method.findAttribute(Attributes.code()).ifPresentOrElse(check::checkAll, () -> check.find(Reason.METHOD, "has no code"));
        check.found.sort(Comparator.comparingInt(Refusal::line));
        return check.found;
    }

    private void find(Reason reason, String problem) {
        Refusal refusal = owner.refusal(reason, method.methodName().stringValue(), line, problem);
        if (!found.contains(refusal)) {
            found.add(refusal);
        }
    }

    private boolean hasFound(Reason reason, int at) {
        return found.stream().anyMatch(each -> each.reason() == reason && (each.line() == at || at < 0));
    }

    private void checkAll(CodeAttribute code) {
        line = lineAt(code, 0);
        if (!method.flags().has(AccessFlag.STATIC)) {
            find(Reason.METHOD, "is not static");
        }
        if (method.flags().has(AccessFlag.SYNCHRONIZED)) {
            find(Reason.SYNCHRONIZED, "is synchronized");
        }
        new Signature(method.methodTypeSymbol()).problem().ifPresent(problem -> find(Reason.SIGNATURE, problem));
        checkLimit(code.codeLength(), RoutineFormat.MAX_CODE_BYTES, "bytes of code");
        checkLimit(code.maxLocals(), RoutineFormat.MAX_LOCALS, "slots of locals");
        checkLimit(code.maxStack(), RoutineFormat.MAX_STACK, "slots of stack");
        for (CodeElement element : code) {
            switch (element) {
                case LineNumber number -> line = number.line();
                case Instruction instruction -> check(instruction);
                default -> {
                    // Labels, and what debuggers want.
                }
            }
        }
        checkHandlers(code);
        if (found.isEmpty() && referenceLine >= 0) {
            line = referenceLine;
            find(Reason.OBJECT, "uses an object");
        }
    }

    private void checkLimit(int is, int most, String of) {
        if (is > most) {
            find(Reason.LIMIT, "has " + is + " " + of + ", and at most " + most + " are allowed");
        }
    }

    private static int lineAt(CodeAttribute code, int offset) {
        int last = 0;
        for (LineNumberInfo info : code.findAttribute(Attributes.lineNumberTable()).map(table -> table.lineNumbers()).orElse(List.of())) {
            if (info.startPc() <= offset) {
                last = info.lineNumber();
            }
        }
        return last;
    }

    private void checkHandlers(CodeAttribute code) {
        for (ExceptionCatch handler : code.exceptionHandlers()) {
            int start = code.labelToBci(handler.tryStart());
            // javac makes a handler of a finally its own handler, too, and one for each synchronized block.
            boolean isOfSource = start < code.labelToBci(handler.handler()) && !hasFound(Reason.SYNCHRONIZED, -1);
            if (handler.catchType().isPresent() || isOfSource) {
                line = lineAt(code, start);
                find(Reason.HANDLER, handler.catchType().map(type -> "catches " + type.asInternalName().replace('/', '.'))
                    .orElse("has a finally, or a resource that is closed"));
            }
        }
    }

    private void check(Instruction instruction) {
        boolean movesReference = false;
        switch (instruction) {
            case ConstantInstruction constant -> checkConstant(constant.constantValue());
            case LoadInstruction load -> movesReference = checkKind(load.typeKind());
            case StoreInstruction store -> checkKind(store.typeKind());
            case ReturnInstruction returns -> checkKind(returns.typeKind());
            case OperatorInstruction operator -> checkOperator(operator);
            case ConvertInstruction convert -> {
                checkKind(convert.fromType());
                checkKind(convert.toType());
            }
            case BranchInstruction branch -> checkBranch(branch.opcode());
            case TableSwitchInstruction choice -> checkLimit(choice.cases().size(), RoutineFormat.MAX_LABELS, "values in a switch");
            case LookupSwitchInstruction choice -> checkLimit(choice.cases().size(), RoutineFormat.MAX_LABELS, "values in a switch");
            case InvokeInstruction call -> checkCall(call);
            case StackInstruction _, NopInstruction _ -> {
                // Moves what else was looked at.
            }
            default -> checkRefused(instruction);
        }
        movedReference = movesReference;
    }

    private void checkRefused(Instruction instruction) {
        switch (instruction) {
            case IncrementInstruction _ -> {
                // Of an int always.
            }
            case FieldInstruction field when field.name().equalsString(ASSERTIONS) -> find(Reason.ASSERTION, "asserts");
            case FieldInstruction field -> find(Reason.FIELD, "uses the field " + field.name().stringValue());
            case NewObjectInstruction made -> {
                if (!hasFound(Reason.ASSERTION, line)) {
                    find(Reason.OBJECT, "makes an object of " + made.className().asInternalName().replace('/', '.'));
                }
            }
            case NewPrimitiveArrayInstruction _, NewReferenceArrayInstruction _, NewMultiArrayInstruction _ ->
                find(Reason.ARRAY, "makes an array");
            case ArrayLoadInstruction _, ArrayStoreInstruction _ -> find(Reason.ARRAY, "uses an array");
            case InvokeDynamicInstruction dynamic -> find(Reason.DYNAMIC, "calls what is found at run time (" + dynamic.name().stringValue()
                + ")");
            case MonitorInstruction monitor -> {
                if (monitor.opcode() == Opcode.MONITORENTER) {
                    find(Reason.SYNCHRONIZED, "is synchronized");
                }
            }
            case ThrowInstruction _ -> checkThrow();
            default -> useReference();
        }
    }

    private void useReference() {
        if (referenceLine < 0) {
            referenceLine = line;
        }
    }

    /** What is thrown again was caught before, and that is a finding already; the exception's making is the throw's. */
    private void checkThrow() {
        if (movedReference || hasFound(Reason.ASSERTION, line)) {
            useReference();
            return;
        }
        found.removeIf(each -> each.line() == line && (each.reason() == Reason.OBJECT || each.reason() == Reason.CONSTANT));
        find(Reason.THROW, "throws an exception");
    }

    private void checkConstant(ConstantDesc value) {
        if (value instanceof Integer || value instanceof Long) {
            return;
        }
        if (value.equals(ConstantDescs.NULL)) {
            find(Reason.OBJECT, "uses null");
        } else if (value instanceof Float || value instanceof Double) {
            checkKind(TypeKind.DOUBLE);
        } else if (!hasFound(Reason.ASSERTION, line)) {
            find(Reason.CONSTANT, value instanceof String text ? "has the string \"" + text + "\"" : "has the constant " + value);
        }
    }

    /** {@return whether it is a reference} */
    private boolean checkKind(TypeKind kind) {
        switch (kind) {
            case FLOAT, DOUBLE -> find(Reason.FLOATING, "uses float or double");
            case REFERENCE -> useReference();
            default -> {
                // Ints, longs, and nothing.
            }
        }
        return kind == TypeKind.REFERENCE;
    }

    private void checkOperator(OperatorInstruction operator) {
        if (operator.opcode() == Opcode.ARRAYLENGTH) {
            find(Reason.ARRAY, "uses an array");
        } else {
            checkKind(operator.typeKind());
        }
    }

    private void checkBranch(Opcode opcode) {
        switch (opcode) {
            case IFNULL, IFNONNULL, IF_ACMPEQ, IF_ACMPNE -> useReference();
            default -> {
                // By ints, or without a condition.
            }
        }
    }

    private void checkCall(InvokeInstruction call) {
        MethodName name = MethodName.of(call);
        if (call.opcode() != Opcode.INVOKESTATIC) {
            if (!name.name().equals("<init>")) {
                find(Reason.CALL, "calls " + name.text() + ", which is not static");
            }
            return;
        }
        Callee.of(name, isThere).ifPresentOrElse(callee -> {
            if (callee instanceof Callee.InRoutine within) {
                called.accept(within.method());
            }
        }, () -> find(Reason.CALL, "calls " + name.text()));
    }
}
