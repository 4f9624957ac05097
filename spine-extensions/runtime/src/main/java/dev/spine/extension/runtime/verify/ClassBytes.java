package dev.spine.extension.runtime.verify;

import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.Utf8Entry;

/** The bytes of a class file that the Class-File API has read, with what its constant pool names. */
final class ClassBytes {
    final byte[] bytes;
    final ClassModel model;
    private final String[] texts;

    ClassBytes(byte[] bytes, ClassModel model) {
        this.bytes = bytes;
        this.model = model;
        this.texts = new String[model.constantPool().size()];
    }

    int u1(int at) {
        return bytes[at] & 0xFF;
    }

    int s1(int at) {
        return bytes[at];
    }

    int u2(int at) {
        return (bytes[at] & 0xFF) << 8 | bytes[at + 1] & 0xFF;
    }

    int s2(int at) {
        return bytes[at] << 8 | bytes[at + 1] & 0xFF;
    }

    int s4(int at) {
        return u2(at) << 16 | u2(at + 2);
    }

    /** {@return the text at an index of the constant pool} */
    @SuppressWarnings("NullAway") // an array of texts that have not been asked for yet
    String text(int index) {
        String known = texts[index];
        if (known == null) {
            known = model.constantPool().entryByIndex(index, Utf8Entry.class).stringValue();
            texts[index] = known;
        }
        return known;
    }
}
