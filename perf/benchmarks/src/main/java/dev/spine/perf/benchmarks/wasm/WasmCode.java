package dev.spine.perf.benchmarks.wasm;

import java.io.ByteArrayOutputStream;

/**
 * Instructions of one Wasm function. All its parameters, locals and results are 32-bit integers.
 *
 * <p>A method writes the instruction of which it tells; operands are taken from the stack and results left there. Opcodes are those of the
 * WebAssembly Core Specification 2.0, section 5.4.
 */
final class WasmCode {
    private static final int EMPTY_BLOCK = 0x40;
    private static final int I32 = 0x7F;

    private final ByteArrayOutputStream code = new ByteArrayOutputStream();
    private final int parameters;
    private int locals;

    /** A function with so many parameters, whose indexes are 0 and up. */
    WasmCode(int parameters) {
        this.parameters = parameters;
    }

    int parameters() {
        return parameters;
    }

    /** One local more, zero at first: {@return its index}. */
    int local() {
        return parameters + locals++;
    }

    /** {@return the body for the code section: locals, instructions and the end} */
    byte[] body() {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        if (locals == 0) {
            body.write(0);
        } else {
            body.write(1);
            Leb128.unsigned(body, locals);
            body.write(I32);
        }
        body.writeBytes(code.toByteArray());
        body.write(0x0B);
        return body.toByteArray();
    }

    private WasmCode op(int opcode) {
        code.write(opcode);
        return this;
    }

    private WasmCode op(int opcode, int index) {
        code.write(opcode);
        Leb128.unsigned(code, index);
        return this;
    }

    // --- values

    WasmCode constant(int value) {
        code.write(0x41);
        Leb128.signed(code, value);
        return this;
    }

    WasmCode get(int local) {
        return op(0x20, local);
    }

    WasmCode set(int local) {
        return op(0x21, local);
    }

    /** Sets a local and leaves the value on the stack. */
    WasmCode tee(int local) {
        return op(0x22, local);
    }

    // --- arithmetic

    WasmCode add() {
        return op(0x6A);
    }

    WasmCode subtract() {
        return op(0x6B);
    }

    WasmCode and() {
        return op(0x71);
    }

    WasmCode or() {
        return op(0x72);
    }

    WasmCode shiftLeft() {
        return op(0x74);
    }

    /** Shifts right and fills with zeros. */
    WasmCode shiftRight() {
        return op(0x76);
    }

    WasmCode notEqual() {
        return op(0x47);
    }

    WasmCode lessUnsigned() {
        return op(0x49);
    }

    // --- memory: an address is on the stack, and the instruction adds an offset to it

    private WasmCode memory(int opcode, int alignment, int offset) {
        code.write(opcode);
        Leb128.unsigned(code, alignment);
        Leb128.unsigned(code, offset);
        return this;
    }

    WasmCode load32(int offset) {
        return memory(0x28, 2, offset);
    }

    WasmCode load8(int offset) {
        return memory(0x2D, 0, offset);
    }

    /** Two bytes, the lower one first. */
    WasmCode load16(int offset) {
        return memory(0x2F, 0, offset);
    }

    WasmCode store32(int offset) {
        return memory(0x36, 2, offset);
    }

    WasmCode store8(int offset) {
        return memory(0x3A, 0, offset);
    }

    WasmCode store16(int offset) {
        return memory(0x3B, 0, offset);
    }

    // --- structure

    /** Begins what {@link #branchIf} with its depth leaves. */
    WasmCode block() {
        code.write(0x02);
        return op(EMPTY_BLOCK);
    }

    /** Begins what {@link #branchIf} with its depth repeats. */
    WasmCode loop() {
        code.write(0x03);
        return op(EMPTY_BLOCK);
    }

    /** Ends a block or a loop. */
    WasmCode end() {
        return op(0x0B);
    }

    /** Branches to the block or loop of this depth, 0 the innermost, if the value on the stack is not zero. */
    WasmCode branchIf(int depth) {
        return op(0x0D, depth);
    }

    /** Leaves the function. */
    WasmCode leave() {
        return op(0x0F);
    }
}
