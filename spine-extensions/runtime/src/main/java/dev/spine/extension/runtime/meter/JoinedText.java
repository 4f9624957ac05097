package dev.spine.extension.runtime.meter;

import dev.spine.extension.runtime.verify.Library;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/** Writes a method that joins its arguments into a text, as a recipe of {@code StringConcatFactory} says, with a builder. */
final class JoinedText {
    private static final ClassDesc BUILDER = ClassDesc.ofInternalName(Library.PACKAGE + "StringBuilder");
    private static final char ARGUMENT = '\1';
    private static final char CONSTANT = '\2';

    private final CodeBuilder code;

    JoinedText(CodeBuilder code) {
        this.code = code;
    }

    /** Writes the whole method; the arguments of the bootstrap method are the recipe and its constants. */
    void write(MethodTypeDesc type, List<ConstantDesc> arguments) {
        begin();
        String recipe = (String) arguments.getFirst();
        StringBuilder literal = new StringBuilder();
        int slot = 0;
        int argument = 0;
        int constant = 1;
        for (int i = 0; i < recipe.length(); i++) {
            switch (recipe.charAt(i)) {
                case ARGUMENT -> {
                    literal(literal);
                    ClassDesc each = type.parameterType(argument++);
                    code.loadLocal(TypeKind.from(each), slot);
                    slot += TypeKind.from(each).slotSize();
                    append(each);
                }
                case CONSTANT -> literal.append(arguments.get(constant++));
                default -> literal.append(recipe.charAt(i));
            }
        }
        literal(literal);
        end();
    }

    void begin() {
        code.new_(BUILDER).dup().invokespecial(BUILDER, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void);
    }

    /** Appends a text, when there is one, and forgets it. */
    void literal(StringBuilder text) {
        if (!text.isEmpty()) {
            code.loadConstant(text.toString());
            append(ConstantDescs.CD_String);
            text.setLength(0);
        }
    }

    /** Appends the value on the stack. */
    void append(ClassDesc type) {
        ClassDesc shown = switch (TypeKind.from(type)) {
            case BYTE, SHORT, INT -> ConstantDescs.CD_int;
            case REFERENCE -> type.equals(ConstantDescs.CD_String) ? type : ConstantDescs.CD_Object;
            default -> type;
        };
        code.invokevirtual(BUILDER, "append", MethodTypeDesc.of(BUILDER, shown));
    }

    void end() {
        code.invokevirtual(BUILDER, "toString", MethodTypeDesc.of(ConstantDescs.CD_String)).areturn();
    }
}
