package dev.spine.extension.ardma.host.lift;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.util.List;
import java.util.Optional;

/** A class whose class file was read. */
final class LiftedClass {
    private final ClassModel model;

    private LiftedClass(ClassModel model) {
        this.model = model;
    }

    static LiftedClass of(Class<?> type) {
        byte[] bytes;
        try (InputStream in = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            if (in == null) {
                throw new LiftException(List.of(new Refusal(Refusal.Reason.METHOD, type.getName(), "", type.getSimpleName(), 0,
                    "there is no class file, as of an array, a primitive type or a class that was made while the program runs")));
            }
            bytes = in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("the class file of " + type.getName() + " cannot be read", e);
        }
        return new LiftedClass(ClassFile.of(ClassFile.DebugElementsOption.DROP_DEBUG).parse(bytes));
    }

    /** {@return its name with slashes} */
    String name() {
        return model.thisClass().asInternalName();
    }

    /** {@return the name of its source file, as far as the class file tells} */
    String source() {
        return model.findAttribute(Attributes.sourceFile()).map(file -> file.sourceFile().stringValue())
            .orElse(name().substring(name().lastIndexOf('/') + 1));
    }

    /** {@return the methods of a name} */
    List<MethodModel> named(String method) {
        return model.methods().stream().filter(each -> each.methodName().equalsString(method)).toList();
    }

    /** {@return a method, or nothing when it is not in this class itself} */
    Optional<MethodModel> find(MethodName method) {
        return named(method.name()).stream().filter(each -> each.methodType().equalsString(method.descriptor())).findFirst();
    }

    Refusal refusal(Refusal.Reason reason, String method, int line, String problem) {
        return new Refusal(reason, name().replace('/', '.'), method, source(), line, problem);
    }
}
