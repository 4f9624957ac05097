package dev.spine.perf.benchmarks.tax;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.spine.extension.benchmarks.AttackerExtension;
import dev.spine.extension.benchmarks.Bulk;
import dev.spine.extension.host.PackagedExtension;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What an attacker is loaded from: its classes as they are, or with code in the place of {@link Bulk} that no compiler of Java writes. */
final class AttackerImages {
    /** More than are loaded between two collections that throw classes away. */
    private static final int IMAGES_OF_TEXTS = 40;
    /** An image has 1 MiB at most. */
    private static final int CLASSES_OF_TEXTS = 15;
    /** A pool has 8,192 entries at most, and a text takes two. */
    private static final int TEXTS_OF_CLASS = 4_000;
    /** A card remembers an image of 256 KiB with what the meter adds, and a class has 128 KiB at most. */
    private static final int CLASSES_OF_METHODS = 2;
    private static final int METHODS_OF_CLASS = 12;
    /** Instructions of 4 bytes together: a method of 8,000 bytes is not compiled, and the meter adds some. */
    private static final int CALLS = 1_950;

    private static final ClassDesc BULK = Bulk.class.describeConstable().orElseThrow();
    private static final MethodTypeDesc RUN = MethodTypeDesc.of(CD_void);
    private static final MethodTypeDesc LONG = MethodTypeDesc.of(CD_void, CD_Object);

    private AttackerImages() {}

    /** {@return what the attacker of an attack is loaded from, one after the other; each is made when it is asked for} */
    static Stream<byte[]> of(Attack attack) {
        return switch (attack) {
            case CODE -> Stream.of(image(classes -> addBulk(classes, "run", CLASSES_OF_METHODS, AttackerImages::addLongMethods)));
            case CONSTANTS -> IntStream.range(0, IMAGES_OF_TEXTS).map(image -> image * CLASSES_OF_TEXTS)
                .mapToObj(first -> image(classes -> addBulk(classes, "start", CLASSES_OF_TEXTS,
                    (type, number) -> addTexts(type, first + number))));
            default -> Stream.of(PackagedExtension.image("attacker", AttackerExtension.class));
        };
    }

    private static byte[] image(Consumer<SortedMap<String, byte[]>> bulk) {
        SortedMap<String, byte[]> classes = new TreeMap<>();
        ClassLoader loader = AttackerExtension.class.getClassLoader();
        String entry = AttackerExtension.class.getName().replace('.', '/') + ".class";
        bulk.accept(classes);
        try (InputStream in = loader.getResourceAsStream(entry)) {
            if (in == null) {
                throw new IllegalStateException("there is no " + entry);
            }
            classes.put(entry, in.readAllBytes());
            PackagedExtension.addNamed(loader, classes);
        } catch (IOException e) {
            throw new UncheckedIOException("the classes of the attacker cannot be read", e);
        }
        return PackagedExtension.jar("attacker", AttackerExtension.class.getName(), classes);
    }

    private static void add(SortedMap<String, byte[]> classes, ClassDesc type, Consumer<ClassBuilder> content) {
        String descriptor = type.descriptorString();
        classes.put(descriptor.substring(1, descriptor.length() - 1) + ".class", ClassFile.of().build(type, content));
    }

    private static void method(ClassBuilder type, String name, MethodTypeDesc descriptor, Consumer<CodeBuilder> code) {
        type.withMethodBody(name, descriptor, ClassFile.ACC_STATIC, body -> {
            code.accept(body);
            body.return_();
        });
    }

    /** Classes with a name and a number, which the start or the messages run. */
    private static void addBulk(SortedMap<String, byte[]> classes, String when, int count, BiConsumer<ClassBuilder, Integer> content) {
        ClassDesc[] holders = new ClassDesc[count];
        for (int i = 0; i < count; i++) {
            int number = i;
            holders[i] = ClassDesc.of(Bulk.class.getName() + i);
            add(classes, holders[i], type -> content.accept(type, number));
        }
        add(classes, BULK, type -> {
            for (String name : List.of("start", "run")) {
                method(type, name, RUN, body -> {
                    for (int i = 0; i < count && name.equals(when); i++) {
                        body.invokestatic(holders[i], "run", RUN);
                    }
                });
            }
        });
    }

    /** Methods that are called and return at once: the first compiler translates them whole, and their owner pays for what is run. */
    private static void addLongMethods(ClassBuilder type, int number) {
        ClassDesc self = ClassDesc.of(Bulk.class.getName() + number);
        method(type, "run", RUN, body -> {
            for (int i = 0; i < METHODS_OF_CLASS; i++) {
                body.aconst_null().invokestatic(self, "long" + i, LONG);
            }
        });
        for (int i = 0; i < METHODS_OF_CLASS; i++) {
            String name = "long" + i;
            method(type, name, LONG, body -> callLong(body, self, name));
        }
    }

    private static void callLong(CodeBuilder body, ClassDesc self, String name) {
        Label end = body.newLabel();
        body.aload(0).ifnull(end);
        for (int i = 0; i < CALLS; i++) {
            body.aload(0).invokestatic(self, name, LONG);
        }
        body.labelBinding(end);
    }

    private static void addTexts(ClassBuilder type, int number) {
        method(type, "run", RUN, body -> {
            for (int i = 0; i < TEXTS_OF_CLASS; i++) {
                body.loadConstant(Integer.toString(number * TEXTS_OF_CLASS + i, Character.MAX_RADIX)).pop();
            }
        });
    }
}
