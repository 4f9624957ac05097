package dev.spine.extension.runtime.meter;

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

/** Writes {@code toString}, {@code equals} and {@code hashCode} of a record as code, in place of a call of {@code ObjectMethods}. */
final class RecordMethods {
    private static final ClassDesc OBJECTS = ClassDesc.of("java.util.Objects");
    private static final DirectMethodHandleDesc JOIN = ConstantDescs.ofCallsiteBootstrap(
        ClassDesc.of("java.lang.invoke.StringConcatFactory"), "makeConcatWithConstants", ConstantDescs.CD_CallSite,
        ConstantDescs.CD_String, ConstantDescs.CD_Object.arrayType());

    private final ClassModel model;
    private final CodeBuilder code;
    private final Emitter emitter;

    RecordMethods(ClassModel model, CodeBuilder code, Emitter emitter) {
        this.model = model;
        this.code = code;
        this.emitter = emitter;
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
        int self = emitter.slot(getters.size());
        code.astore(self);
        StringBuilder recipe = new StringBuilder(simpleName()).append('[');
        List<ClassDesc> types = new ArrayList<>();
        for (DirectMethodHandleDesc getter : getters) {
            recipe.append(types.isEmpty() ? "" : ", ").append(getter.methodName()).append("=\1");
            get(self, getter);
            types.add(typeOf(getter));
        }
        new Texts(code, emitter).join(JOIN, "makeConcatWithConstants", MethodTypeDesc.of(ConstantDescs.CD_String, types),
            List.of(recipe.append(']').toString()));
    }

    private void writeHashCode(List<DirectMethodHandleDesc> getters) {
        int self = emitter.slot(0);
        code.astore(self).iconst_0();
        for (DirectMethodHandleDesc getter : getters) {
            code.bipush(31).imul();
            ClassDesc type = typeOf(getter);
            if (!type.isPrimitive()) {
                visit(self, getter);
            }
            get(self, getter);
            if (type.isPrimitive()) {
                code.invokestatic(box(type), "hashCode", MethodTypeDesc.of(ConstantDescs.CD_int, type));
            } else {
                code.invokestatic(Substitutes.REPEATABLE, "hashOrZero", MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_Object));
            }
            code.iadd();
        }
    }

    private void visit(int slot, DirectMethodHandleDesc getter) {
        emitter.account();
        get(slot, getter);
        code.invokevirtual(Names.ACCOUNT, "visit", Names.OBJECT_TO_VOID);
    }

    private void writeEquals(ClassDesc record, List<DirectMethodHandleDesc> getters) {
        int self = emitter.slot(0);
        int other = emitter.slot(1);
        Label different = code.newLabel();
        Label end = code.newLabel();
        code.astore(other).astore(self);
        code.aload(other).instanceOf(record).ifeq(different);
        code.aload(other).checkcast(record).astore(other);
        for (DirectMethodHandleDesc getter : getters) {
            ClassDesc type = typeOf(getter);
            if (!type.isPrimitive()) {
                visit(self, getter);
                visit(other, getter);
            }
            get(self, getter);
            get(other, getter);
            if (type.isPrimitive()) {
                code.invokestatic(box(type), "compare", MethodTypeDesc.of(ConstantDescs.CD_int, type, type)).ifne(different);
            } else {
                code.invokestatic(OBJECTS, "equals",
                    MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_Object, ConstantDescs.CD_Object)).ifeq(different);
            }
        }
        code.iconst_1().goto_(end).labelBinding(different).iconst_0().labelBinding(end);
    }

    private static ClassDesc box(ClassDesc primitive) {
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
