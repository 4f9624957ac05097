package dev.spine.extension.runtime.verify;

import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.reflect.AccessFlag;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What javac writes on its own, and nobody could write in Java: accepted by its exact shape. */
final class Shapes {
    private static final String ASSERTIONS = "$assertionsDisabled";
    private static final String SWITCH_MAP = "$SwitchMap$";
    private static final String VALUES = "$VALUES";

    private Shapes() {}

    /** The array behind {@code values()}, the tables of switches on enums, and the flag of assertions. */
    static boolean isJavacField(ClassModel model, FieldModel field) {
        String name = field.fieldName().stringValue();
        if (!field.flags().has(AccessFlag.SYNTHETIC)) {
            return false;
        }
        return name.equals(VALUES) && ImageClasses.isEnum(model) && field.flags().has(AccessFlag.PRIVATE)
            && field.fieldType().equalsString("[L" + model.thisClass().asInternalName() + ";")
            || name.startsWith(SWITCH_MAP) && isSwitchMap(model) && field.fieldType().equalsString("[I")
            || name.equals(ASSERTIONS) && field.fieldType().equalsString("Z");
    }

    /** A class that javac made for nothing but tables of switches. */
    static boolean isSwitchMap(ClassModel model) {
        return model.flags().has(AccessFlag.SYNTHETIC)
            && model.methods().stream().allMatch(method -> method.methodName().equalsString("<clinit>"))
            && model.fields().stream().allMatch(field -> field.fieldName().stringValue().startsWith(SWITCH_MAP));
    }

    /** Only {@code values()} reads the array of an enum, and copies it. */
    static boolean isValuesField(String name) {
        return name.equals(VALUES);
    }

    /** {@code static E valueOf(String)} of an enum. */
    static boolean isEnumValueOf(ClassModel model, MethodModel method) {
        String self = model.thisClass().asInternalName();
        if (!ImageClasses.isEnum(model) || !method.methodName().equalsString("valueOf") || !method.flags().has(AccessFlag.STATIC)
            || !method.methodType().equalsString("(Ljava/lang/String;)L" + self + ";")) {
            return false;
        }
        List<Instruction> code = instructions(method);
        return code.size() == 5 && loadsClass(code.get(0), self) && code.get(1).opcode() == Opcode.ALOAD_0
            && calls(code.get(2), "java/lang/Enum", "valueOf") && code.get(3).opcode() == Opcode.CHECKCAST
            && code.get(4).opcode() == Opcode.ARETURN && handlers(method) == 0;
    }

    /** {@code static E[] values()} of an enum. */
    static boolean isEnumValues(ClassModel model, MethodModel method) {
        String array = "[L" + model.thisClass().asInternalName() + ";";
        if (!ImageClasses.isEnum(model) || !method.methodName().equalsString("values") || !method.methodType().equalsString("()" + array)) {
            return false;
        }
        List<Instruction> code = instructions(method);
        return code.size() == 4 && code.get(0) instanceof FieldInstruction field && field.name().equalsString(VALUES)
            && calls(code.get(1), array, "clone") && code.get(2).opcode() == Opcode.CHECKCAST && code.get(3).opcode() == Opcode.ARETURN;
    }

    /**
     * {@return how many instructions at the beginning of a class initialiser set the flag of assertions: 7, or 0 when it begins otherwise}
     *
     * @param code its instructions
     * @param image tells whether the class that is asked is one of the image
     */
    static int assertionFlag(List<Instruction> code, ImageClasses image) {
        return code.size() >= 7 && code.get(0) instanceof ConstantInstruction.LoadConstantInstruction load
            && load.constantEntry() instanceof ClassEntry asked && image.has(asked.asInternalName())
            && calls(code.get(1), "java/lang/Class", "desiredAssertionStatus") && code.get(2).opcode() == Opcode.IFNE
            && code.get(3).opcode() == Opcode.ICONST_1 && code.get(4) instanceof BranchInstruction
            && code.get(5).opcode() == Opcode.ICONST_0 && code.get(6) instanceof FieldInstruction field
            && field.name().equalsString(ASSERTIONS) ? 7 : 0;
    }

    static List<Instruction> instructions(MethodModel method) {
        return method.code().map(code -> code.elementStream().filter(Instruction.class::isInstance).map(Instruction.class::cast).toList())
            .orElse(List.of());
    }

    private static int handlers(MethodModel method) {
        return method.code().map(code -> code.exceptionHandlers().size()).orElse(0);
    }

    private static boolean loadsClass(Instruction instruction, String name) {
        return instruction instanceof ConstantInstruction.LoadConstantInstruction load && load.constantEntry() instanceof ClassEntry entry
            && entry.asInternalName().equals(name);
    }

    static boolean calls(@Nullable Instruction instruction, String owner, String name) {
        return instruction instanceof InvokeInstruction invoke && invoke.owner().asInternalName().equals(owner)
            && invoke.name().equalsString(name);
    }
}
