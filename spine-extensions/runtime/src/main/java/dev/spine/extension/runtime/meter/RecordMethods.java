package dev.spine.extension.runtime.meter;

import dev.spine.extension.runtime.verify.Library;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.attribute.InnerClassInfo;
import java.lang.classfile.attribute.InnerClassesAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;

/** Writes {@code toString}, {@code equals} and {@code hashCode} of a record as methods whose first argument it is. */
final class RecordMethods {
    private static final ClassDesc OBJECTS = ClassDesc.ofInternalName(Library.PACKAGE + "Objects");

    private final ClassModel model;
    private final CodeBuilder code;

    RecordMethods(ClassModel model, CodeBuilder code) {
        this.model = model;
        this.code = code;
    }

    /** Writes the method of this name; the bootstrap method's arguments are the class, the names of the components, and their getters. */
    void write(String name, List<ConstantDesc> arguments) {
        if (!(arguments.getFirst() instanceof ClassDesc type) || !type.equals(model.thisClass().asSymbol())) {
            throw new IllegalArgumentException("a record's method is that of another class");
        }
        List<DirectMethodHandleDesc> getters = new ArrayList<>();
        for (ConstantDesc getter : arguments.subList(2, arguments.size())) {
            if (!(getter instanceof DirectMethodHandleDesc handle) || handle.kind() != DirectMethodHandleDesc.Kind.GETTER) {
                throw new IllegalArgumentException("a component of a record is no field");
            }
            getters.add(handle);
        }
        switch (name) {
            case "toString" -> writeToString(getters);
            case "equals" -> writeEquals(type, getters);
            case "hashCode" -> writeHashCode(getters);
            default -> throw new IllegalArgumentException("a record has no method " + name + " that is made for it");
        }
    }

    private static ClassDesc typeOf(DirectMethodHandleDesc getter) {
        return getter.invocationType().returnType();
    }

    private void get(int slot, DirectMethodHandleDesc getter) {
        code.aload(slot).getfield(getter.owner(), getter.methodName(), typeOf(getter));
    }

    private String simpleName() {
        String name = model.thisClass().asInternalName();
        for (InnerClassesAttribute attribute : model.findAttributes(Attributes.innerClasses())) {
            for (InnerClassInfo info : attribute.classes()) {
                if (info.innerClass().asInternalName().equals(name) && info.innerName().isPresent()) {
                    return info.innerName().get().stringValue();
                }
            }
        }
        return name.substring(name.lastIndexOf('/') + 1);
    }

    private void writeToString(List<DirectMethodHandleDesc> getters) {
        JoinedText text = new JoinedText(code);
        text.begin();
        StringBuilder literal = new StringBuilder(simpleName()).append('[');
        String separator = "";
        for (DirectMethodHandleDesc getter : getters) {
            text.literal(literal.append(separator).append(getter.methodName()).append('='));
            get(0, getter);
            text.append(typeOf(getter));
            separator = ", ";
        }
        text.literal(literal.append(']'));
        text.end();
    }

    private void writeHashCode(List<DirectMethodHandleDesc> getters) {
        code.iconst_0();
        for (DirectMethodHandleDesc getter : getters) {
            ClassDesc type = typeOf(getter);
            code.bipush(31).imul();
            get(0, getter);
            code.invokestatic(type.isPrimitive() ? busAgent(type) : OBJECTS, "hashCode",
                MethodTypeDesc.of(ConstantDescs.CD_int, type.isPrimitive() ? type : ConstantDescs.CD_Object)).iadd();
        }
        code.ireturn();
    }

    private void writeEquals(ClassDesc record, List<DirectMethodHandleDesc> getters) {
        Label different = code.newLabel();
        code.aload(1).instanceOf(record).ifeq(different);
        code.aload(1).checkcast(record).astore(2);
        for (DirectMethodHandleDesc getter : getters) {
            ClassDesc type = typeOf(getter);
            get(0, getter);
            get(2, getter);
            if (type.isPrimitive()) {
                code.invokestatic(busAgent(type), "compare", MethodTypeDesc.of(ConstantDescs.CD_int, type, type)).ifne(different);
            } else {
                code.invokestatic(OBJECTS, "equals",
                    MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_Object, ConstantDescs.CD_Object)).ifeq(different);
            }
        }
        code.iconst_1().ireturn().labelBinding(different).iconst_0().ireturn();
    }

    private static ClassDesc busAgent(ClassDesc primitive) {
        return switch (primitive.descriptorString()) {
            case "I" -> ConstantDescs.CD_Integer;
            case "J" -> ConstantDescs.CD_Long;
            case "S" -> ConstantDescs.CD_Short;
            case "B" -> ConstantDescs.CD_Byte;
            case "C" -> ConstantDescs.CD_Character;
            case "Z" -> ConstantDescs.CD_Boolean;
            case "F" -> ConstantDescs.CD_Float;
            default -> ConstantDescs.CD_Double;
        };
    }
}
