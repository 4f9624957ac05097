package dev.spine.extension.runtime.meter;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.DiscontinuedInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.List;

/**
 * Writes one method as it links for extensions, without charges. Code that catches is refused: nobody would keep it from catching what
 * ends a thread that was given up.
 */
final class UnmeteredMethod {
    private final MethodModel method;
    private final List<CodeElement> elements;
    private final Calls targets;
    private final AccountEntries entries;

    UnmeteredMethod(ClassContext context, MethodModel method, List<CodeElement> elements) {
        this.method = method;
        this.elements = elements;
        this.targets = context.calls();
        this.entries = context.entries();
        if (method.methodName().equalsString(ConstantDescs.CLASS_INIT_NAME)) {
            throw new IllegalArgumentException("a class that is initialised is metered");
        }
    }

    void write(CodeBuilder code) {
        Emitter emitter = new Emitter(code, entries, ((CodeAttribute) method.code().orElseThrow()).maxLocals());
        for (CodeElement element : elements) {
            switch (element) {
                case ExceptionCatch caught -> throw new IllegalArgumentException("code that catches is metered");
                case InvokeDynamicInstruction call -> throw new IllegalArgumentException("what links when it runs is metered");
                case ConstantInstruction.LoadConstantInstruction load when load.constantEntry() instanceof ClassEntry ->
                    throw new IllegalArgumentException("a class as a value is metered");
                case DiscontinuedInstruction old -> throw new IllegalArgumentException("jsr and ret are not loaded");
                case InvokeInstruction call -> emitter.invoke(call, targets.of(call));
                case NewObjectInstruction made -> {
                    ClassDesc type = made.className().asSymbol();
                    code.with(Exceptions.areMadeOfAnother(type)
                        ? NewObjectInstruction.of(code.constantPool().classEntry(Exceptions.made(type))) : made);
                }
                default -> code.with(element);
            }
        }
    }
}
