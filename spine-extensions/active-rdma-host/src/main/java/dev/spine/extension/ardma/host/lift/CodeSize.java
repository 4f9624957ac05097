package dev.spine.extension.ardma.host.lift;

import java.lang.classfile.attribute.CodeAttribute;

/**
 * What code takes of a method.
 *
 * @param bytes of instructions
 * @param locals slots of locals
 * @param stack slots of stack
 */
record CodeSize(int bytes, int locals, int stack) {
    static CodeSize of(CodeAttribute code) {
        return new CodeSize(code.codeLength(), code.maxLocals(), code.maxStack());
    }

    CodeSize plus(CodeSize other) {
        return new CodeSize(bytes + other.bytes, locals + other.locals, stack + other.stack);
    }

    boolean isWithin(CodeSize limit) {
        return bytes <= limit.bytes && locals <= limit.locals && stack <= limit.stack;
    }
}
