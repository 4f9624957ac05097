package dev.spine.extension.runtime.meter;

import dev.spine.extension.runtime.verify.CodeElements;
import dev.spine.extension.runtime.verify.Library;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.constant.ConstantDescs;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Small static methods that call nothing, loop nowhere and allocate nothing. Their work is charged where they are called, with the code
 * around the call, so that small steps that an author has given names cost nothing more.
 */
final class Leaves {
    /** What the caller cannot see must be small. */
    private static final int MAX_UNITS = 64;

    private final ImageShape shape;
    private final Map<String, Integer> units = new HashMap<>();

    Leaves(ImageShape shape) {
        this.shape = shape;
    }

    void add(ClassModel model, CodeElements elements, Calls calls) {
        boolean isLibrary = Library.has(model.thisClass().asInternalName());
        for (MethodModel method : model.methods()) {
            // What others call of the library pays for itself, because its callers are metered without having read it.
            if (!method.flags().has(AccessFlag.STATIC) || isLibrary && !method.flags().has(AccessFlag.PRIVATE)
                || method.methodName().equalsString(ConstantDescs.CLASS_INIT_NAME)) {
                continue;
            }
            List<CodeElement> code = elements.of(method);
            if (code.isEmpty() || !isPlain(model, code, calls)) {
                continue;
            }
            // No leaf calls another, so none has to be known yet.
            Loops loops = new Loops(code, calls, this);
            if (!loops.hasLoop() && loops.total() <= MAX_UNITS) {
                units.put(key(model.thisClass().asInternalName(), method.methodName().stringValue(), method.methodType().stringValue()),
                    loops.total());
            }
        }
    }

    private static String key(String owner, String name, String type) {
        return owner + '.' + name + type;
    }

    private boolean isPlain(ClassModel model, List<CodeElement> code, Calls calls) {
        for (CodeElement element : code) {
            boolean plain = switch (element) {
                case ExceptionCatch entry -> false;
                case NewObjectInstruction made -> false;
                case NewPrimitiveArrayInstruction made -> false;
                case NewReferenceArrayInstruction made -> false;
                case NewMultiArrayInstruction made -> false;
                case MonitorInstruction monitor -> false;
                case FieldInstruction field -> field.opcode() == Opcode.GETFIELD || field.opcode() == Opcode.PUTFIELD
                    || shape.isOwnStatic(model, field);
                case InvokeInstruction call -> calls.of(call).isFree();
                default -> true;
            };
            if (!plain) {
                return false;
            }
        }
        return true;
    }

    /** {@return whether a method is one of them} */
    boolean contains(ClassModel model, MethodModel method) {
        return units.containsKey(key(model.thisClass().asInternalName(), method.methodName().stringValue(),
            method.methodType().stringValue()));
    }

    /** {@return whether a call runs one of them in the caller's own class, which is initialised} */
    boolean isOwn(ClassModel caller, InvokeInstruction call) {
        return call.owner().equals(caller.thisClass()) && call.opcode() == Opcode.INVOKESTATIC
            && units.containsKey(key(call.owner().asInternalName(), call.name().stringValue(), call.type().stringValue()));
    }

    /** {@return units of the leaf that a static call of a method runs, 0 when it runs none} */
    int unitsOf(String owner, String name, String type) {
        return units.getOrDefault(key(shape.declaring(owner, name + type), name, type), 0);
    }
}
