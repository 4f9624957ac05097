package dev.spine.perf.reproduce;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.DoubleEntry;
import java.lang.classfile.constantpool.FloatEntry;
import java.lang.classfile.constantpool.IntegerEntry;
import java.lang.classfile.constantpool.LongEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.lang.reflect.AccessFlag;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the software of a card takes: instructions of its class files, the constants that they load, and its static fields.
 *
 * <p>Counted are all classes that some class names, beginning with a few, as far as they are the card's: what a linker would have to put
 * into an image that can load nothing later. Names, types and lines for debuggers are not counted, nor classes of the JDK and of libraries,
 * nor buffers.
 *
 * @param classes how many
 * @param code bytes of instructions
 * @param constants bytes of texts and numbers that instructions load
 * @param data bytes of static fields
 */
record CardImage(int classes, long code, long constants, long data) {
    private static final int REFERENCE_BYTES = 4;

    /**
     * Counts.
     *
     * @param roots the classes to begin with
     * @param isOfCard whether a class is the card's, by its name with slashes
     * @throws IllegalStateException for a root that is not there
     */
    static CardImage of(Set<Class<?>> roots, Predicate<String> isOfCard) {
        Set<String> seen = new HashSet<>();
        Deque<String> open = new ArrayDeque<>();
        for (Class<?> root : roots) {
            String name = root.getName().replace('.', '/');
            seen.add(name);
            open.add(name);
        }
        CardImage image = new CardImage(0, 0, 0, 0);
        for (String name = open.poll(); name != null; name = open.poll()) {
            ClassModel model = model(name);
            if (model == null) {
                continue;
            }
            for (PoolEntry entry : model.constantPool()) {
                if (entry instanceof ClassEntry named) {
                    String element = elementOf(named.asInternalName());
                    if (isOfCard.test(element) && seen.add(element)) {
                        open.add(element);
                    }
                }
            }
            image = image.plus(model);
        }
        return image;
    }

    /** {@return all of it, in bytes} */
    long bytes() {
        return code + constants + data;
    }

    /** Arrays are named by their elements: {@code [Lsome/Name;}. */
    private static String elementOf(String name) {
        int at = name.lastIndexOf('[') + 1;
        return at > 0 && name.charAt(at) == 'L' ? name.substring(at + 1, name.length() - 1) : name;
    }

    private static @Nullable ClassModel model(String name) {
        try (InputStream in = CardImage.class.getResourceAsStream("/" + name + ".class")) {
            return in == null ? null : ClassFile.of().parse(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("a class of the card cannot be read: build again", e);
        }
    }

    private CardImage plus(ClassModel model) {
        long moreCode = 0;
        for (MethodModel method : model.methods()) {
            moreCode += method.code().map(each -> each instanceof CodeAttribute attribute ? attribute.codeLength() : 0).orElse(0);
        }
        long moreConstants = 0;
        for (PoolEntry entry : model.constantPool()) {
            moreConstants += switch (entry) {
                case StringEntry text -> text.stringValue().getBytes(StandardCharsets.UTF_8).length;
                case IntegerEntry _, FloatEntry _ -> Integer.BYTES;
                case LongEntry _, DoubleEntry _ -> Long.BYTES;
                default -> 0;
            };
        }
        long moreData = 0;
        for (FieldModel field : model.fields()) {
            if (field.flags().has(AccessFlag.STATIC)) {
                moreData += bytesOf(TypeKind.fromDescriptor(field.fieldType().stringValue()));
            }
        }
        return new CardImage(classes + 1, code + moreCode, constants + moreConstants, data + moreData);
    }

    private static int bytesOf(TypeKind kind) {
        return switch (kind) {
            case BOOLEAN, BYTE -> Byte.BYTES;
            case CHAR, SHORT -> Short.BYTES;
            case INT, FLOAT -> Integer.BYTES;
            case LONG, DOUBLE -> Long.BYTES;
            case REFERENCE -> REFERENCE_BYTES;
            case VOID -> 0;
        };
    }
}
