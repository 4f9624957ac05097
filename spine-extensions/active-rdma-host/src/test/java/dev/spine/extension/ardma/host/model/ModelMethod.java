package dev.spine.extension.ardma.host.model;

import java.nio.ByteBuffer;

/**
 * A method as the binary form has it.
 *
 * @param code its code alone
 * @param locals slots
 * @param stack slots
 * @param parameters a letter each, I or J
 * @param result V, I or J
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ModelMethod(byte[] code, int locals, int stack, String parameters, char result) {
    int at8(int offset) {
        return code[offset] & 0xFF;
    }

    int at16(int offset) {
        return ByteBuffer.wrap(code).getChar(offset);
    }

    int at32(int offset) {
        return ByteBuffer.wrap(code).getInt(offset);
    }

    /** Where the words of a switch begin: after as many bytes as bring them to a multiple of four. */
    static int words(int at) {
        return (at / 4 + 1) * 4;
    }

    /** How many cases a switch has, without its default. */
    long cases(int at) {
        int words = words(at);
        return at8(at) == 0xAA ? 1L + at32(words + 8) - at32(words + 4) : at32(words + 4);
    }

    /** Where a case of a switch goes; -1 for the default. */
    int caseTarget(int at, int number) {
        int words = words(at);
        return at + at32(number < 0 ? words : at8(at) == 0xAA ? words + 12 + 4 * number : words + 12 + 8 * number);
    }

    int caseKey(int at, int number) {
        int words = words(at);
        return at8(at) == 0xAA ? at32(words + 4) + number : at32(words + 8 + 8 * number);
    }

    int jumpTarget(int at) {
        return at + (short) at16(at + 1);
    }
}
