package dev.spine.extension.runtime.meter;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the method that says which label of a switch comes next: its arguments are what is switched on and the number of the first label
 * to look at, as in {@code SwitchBootstraps}. One test follows the other.
 */
final class PatternSwitch {
    private static final MethodTypeDesc EQUALS = MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_Object);
    private static final MethodTypeDesc TO_INT = MethodTypeDesc.of(ConstantDescs.CD_int);
    private static final ClassDesc ENUM = ClassDesc.of("java.lang.Enum");

    private PatternSwitch() {}

    static void write(CodeBuilder code, List<ConstantDesc> labels, boolean onEnum) {
        Label none = code.newLabel();
        Label some = code.newLabel();
        code.aload(0).ifnonnull(some).iconst_m1().ireturn().labelBinding(some);
        List<SwitchCase> begins = new ArrayList<>();
        for (int i = 0; i < labels.size(); i++) {
            begins.add(SwitchCase.of(i, code.newLabel()));
        }
        if (labels.isEmpty()) {
            code.labelBinding(none).loadConstant(0).ireturn();
            return;
        }
        code.iload(1).tableswitch(0, labels.size() - 1, none, begins);
        for (int i = 0; i < labels.size(); i++) {
            code.labelBinding(begins.get(i).target());
            Label next = i + 1 < labels.size() ? begins.get(i + 1).target() : none;
            test(code, labels.get(i), onEnum, next);
            code.loadConstant(i).ireturn();
        }
        code.labelBinding(none).loadConstant(labels.size()).ireturn();
    }

    /** Goes on when a label fits, and to the next one when it does not. */
    private static void test(CodeBuilder code, ConstantDesc label, boolean onEnum, Label next) {
        switch (label) {
            case ClassDesc type -> code.aload(0).instanceOf(type).ifeq(next);
            case String name when onEnum -> code.loadConstant(name).aload(0).checkcast(ENUM)
                .invokevirtual(ENUM, "name", MethodTypeDesc.of(ConstantDescs.CD_String))
                .invokevirtual(ConstantDescs.CD_String, "equals", EQUALS).ifeq(next);
            case String text -> code.loadConstant(text).aload(0).invokevirtual(ConstantDescs.CD_String, "equals", EQUALS).ifeq(next);
            case Integer number -> {
                Label character = code.newLabel();
                Label fits = code.newLabel();
                code.aload(0).instanceOf(ConstantDescs.CD_Integer).ifeq(character);
                code.aload(0).checkcast(ConstantDescs.CD_Integer).invokevirtual(ConstantDescs.CD_Integer, "intValue", TO_INT)
                    .loadConstant(number).if_icmpne(next).goto_(fits);
                code.labelBinding(character).aload(0).instanceOf(ConstantDescs.CD_Character).ifeq(next);
                code.aload(0).checkcast(ConstantDescs.CD_Character)
                    .invokevirtual(ConstantDescs.CD_Character, "charValue", MethodTypeDesc.of(ConstantDescs.CD_char))
                    .loadConstant(number).if_icmpne(next).labelBinding(fits);
            }
            default -> throw new IllegalArgumentException("a label that is neither a type, a text nor a number");
        }
    }
}
