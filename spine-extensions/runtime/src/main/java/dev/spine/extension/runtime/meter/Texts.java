package dev.spine.extension.runtime.meter;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes joining of strings so that it is charged by the length of the result: each object is made a string first, where its class can
 * only be charged for what it does, and then the lengths are known.
 */
final class Texts {
    /** The longest text of a number. */
    private static final int NUMBER_LENGTH = 26;

    private final CodeBuilder code;
    private final Emitter emitter;

    Texts(CodeBuilder code, Emitter emitter) {
        this.code = code;
        this.emitter = emitter;
    }

    /** Joins the values on the stack as a call of {@code StringConcatFactory} says. */
    void join(DirectMethodHandleDesc factory, String name, MethodTypeDesc type, List<ConstantDesc> constants) {
        List<ClassDesc> given = type.parameterList();
        emitter.store(given);
        List<ClassDesc> types = new ArrayList<>();
        long length = 0;
        for (ConstantDesc constant : constants) {
            length += constant instanceof String text ? text.length() : NUMBER_LENGTH;
        }
        for (int i = 0; i < given.size(); i++) {
            ClassDesc each = given.get(i);
            if (each.isPrimitive()) {
                length += NUMBER_LENGTH;
                types.add(each);
            } else {
                emitter.account().aload(emitter.slot(i)).invokevirtual(Names.ACCOUNT, "text",
                    MethodTypeDesc.of(ConstantDescs.CD_String, ConstantDescs.CD_Object)).astore(emitter.slot(i));
                types.add(ConstantDescs.CD_String);
            }
        }
        code.loadConstant(length);
        for (int i = 0; i < types.size(); i++) {
            if (!types.get(i).isPrimitive()) {
                code.aload(emitter.slot(i)).invokestatic(Names.ACCOUNT, "length",
                    MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_String)).ladd();
            }
        }
        emitter.joined();
        emitter.load(types);
        code.invokedynamic(DynamicCallSiteDesc.of(factory, name, MethodTypeDesc.of(type.returnType(), types),
            constants.toArray(ConstantDesc[]::new)));
    }
}
