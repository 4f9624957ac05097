package dev.spine.extension.runtime.verify;

import java.lang.classfile.constantpool.PoolEntry;

/** The texts in the constant pool of a class file, as they are encoded, and where the class ends. */
final class PoolTexts {
    private final byte[] bytes;
    private final int entries;

    /**
     * Texts of a class file.
     *
     * @param bytes a class file that the Class-File API has read
     * @param entries the size of its constant pool
     */
    PoolTexts(byte[] bytes, int entries) {
        this.bytes = bytes;
        this.entries = entries;
    }

    private int u1(int at) {
        return bytes[at] & 0xFF;
    }

    private int u2(int at) {
        return u1(at) << 8 | u1(at + 1);
    }

    /** {@return whether nothing comes behind the class} */
    boolean isAll() {
        int at = end() + 6;
        at += 2 + 2 * u2(at);
        for (int members = 0; members < 2; members++) {
            int count = u2(at);
            at += 2;
            for (int i = 0; i < count; i++) {
                at = behindAttributes(at + 6);
            }
        }
        return behindAttributes(at) == bytes.length;
    }

    private int behindAttributes(int begin) {
        int count = u2(begin);
        int at = begin + 2;
        for (int i = 0; i < count; i++) {
            at += 6 + (u2(at + 2) << 16 | u2(at + 4));
        }
        return at;
    }

    /** {@return whether each is encoded as JVMS 25, 4.4.7, wants it} */
    boolean areSound() {
        return end() > 0;
    }

    /** Where the constant pool ends, or -1. */
    private int end() {
        // After the magic number, the version and the number of entries.
        int at = 10;
        for (int i = 1; i < entries; i++) {
            switch (u1(at)) {
                case PoolEntry.TAG_UTF8 -> {
                    int begin = at + 3;
                    at = begin + u2(at + 1);
                    if (!isText(begin, at)) {
                        return -1;
                    }
                }
                case PoolEntry.TAG_LONG, PoolEntry.TAG_DOUBLE -> {
                    at += 9;
                    i++;
                }
                case PoolEntry.TAG_CLASS, PoolEntry.TAG_STRING, PoolEntry.TAG_METHOD_TYPE, PoolEntry.TAG_MODULE, PoolEntry.TAG_PACKAGE ->
                    at += 3;
                case PoolEntry.TAG_METHOD_HANDLE -> at += 4;
                default -> at += 5;
            }
        }
        return at;
    }

    /** Each character is in its shortest form, but for the one of value 0. */
    private boolean isText(int begin, int end) {
        for (int i = begin; i < end; i++) {
            int first = u1(i);
            if (first == 0 || first >= 0x80) {
                int more = first >> 5 == 0x6 ? 1 : first >> 4 == 0xE ? 2 : end;
                if (i + more >= end) {
                    return false;
                }
                int value = more == 1 ? first & 0x1F : first & 0xF;
                for (; more > 0; more--) {
                    int next = u1(++i);
                    if (next >> 6 != 0x2) {
                        return false;
                    }
                    value = value << 6 | next & 0x3F;
                }
                if (first >> 4 == 0xE ? value < 0x800 : value != 0 && value < 0x80) {
                    return false;
                }
            }
        }
        return true;
    }
}
