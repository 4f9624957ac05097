package dev.spine.extension.runtime.verify;

import java.lang.classfile.ClassFile;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.StoreInstruction;

/**
 * The local variables of a method: what its arguments take, and how far its code reaches. The meter keeps what is left of the fuel behind
 * those that a method says to have, so nothing in the code may name one there. That is said by this alone: whatever checks types looks at
 * the code again when charges are in it, and finds a variable there that the author did not have. Any thread.
 */
public final class Variables {
    private Variables() {}

    /**
     * {@return how many an instruction needs: one more than the last that it names, 0 when it names none}
     *
     * @param instruction not {@code ret}, which no accepted class has
     */
    public static int needed(Instruction instruction) {
        return switch (instruction) {
            case LoadInstruction load -> load.slot() + load.typeKind().slotSize();
            case StoreInstruction store -> store.slot() + store.typeKind().slotSize();
            case IncrementInstruction step -> step.slot() + 1;
            default -> 0;
        };
    }

    /** {@return whether the arguments of a method with code find room in its variables} */
    static boolean takeArguments(MethodModel method, CodeAttribute code) {
        int needed = (method.flags().flagsMask() & ClassFile.ACC_STATIC) == 0 ? 1 : 0;
        String descriptor = method.methodType().stringValue();
        for (int at = 1; at < descriptor.length() && descriptor.charAt(at) != ')'; at++) {
            needed += "JD".indexOf(descriptor.charAt(at)) < 0 ? 1 : 2;
            while (at < descriptor.length() && descriptor.charAt(at) == '[') {
                at++;
            }
            if (at < descriptor.length() && descriptor.charAt(at) == 'L') {
                at = descriptor.indexOf(';', at);
                if (at < 0) {
                    return false;
                }
            }
        }
        return needed <= code.maxLocals();
    }
}
