package dev.spine.extension.ardma.host.lift;

import java.lang.classfile.instruction.InvokeInstruction;

/**
 * A method as class files name it.
 *
 * @param owner the class, with slashes
 * @param name the method's name
 * @param descriptor its parameters and result
 */
record MethodName(String owner, String name, String descriptor) {
    static MethodName of(InvokeInstruction call) {
        return new MethodName(call.owner().asInternalName(), call.name().stringValue(), call.type().stringValue());
    }

    /** {@return class and method, for people} */
    String text() {
        return owner.replace('/', '.') + "." + name;
    }
}
