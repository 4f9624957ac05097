package dev.spine.extension.runtime.meter;

import dev.spine.extension.api.metered.Made;
import dev.spine.extension.api.metered.Values;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Map;
import java.util.Set;

/**
 * Makes exceptions of the JDK. Where the JDK would take the text of a cause or of a detail by itself, metered code takes it first and hands
 * it over; where the virtual machine throws the same class, a class of {@link Made} is made.
 */
final class Exceptions {
    private static final ClassDesc VALUES = ClassDesc.of(Values.class.getName());
    private static final ClassDesc ASSERTION_ERROR = ClassDesc.of("java.lang.AssertionError");
    private static final MethodTypeDesc FROM_CAUSE = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Throwable);
    private static final MethodTypeDesc FROM_DETAIL = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object);
    private static final MethodTypeDesc FROM_BOTH = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String,
        ConstantDescs.CD_Throwable);
    private static final Map<ClassDesc, ClassDesc> MADE = Map.of(
        ClassDesc.of("java.lang.ArithmeticException"), made(Made.Arithmetic.class),
        ClassDesc.of("java.lang.NullPointerException"), made(Made.NullPointer.class),
        ClassDesc.of("java.lang.ArrayIndexOutOfBoundsException"), made(Made.ArrayIndex.class),
        ClassDesc.of("java.lang.ClassCastException"), made(Made.ClassCast.class),
        ClassDesc.of("java.lang.ArrayStoreException"), made(Made.ArrayStore.class));
    private static final Set<ClassDesc> NAMES = MADE.keySet();

    private final CodeBuilder code;
    private final Emitter emitter;

    Exceptions(CodeBuilder code, Emitter emitter) {
        this.code = code;
        this.emitter = emitter;
    }

    private static ClassDesc made(Class<?> type) {
        return ClassDesc.of(type.getName());
    }

    /** {@return whether an object of another class is made when code names a class} */
    static boolean areMadeOfAnother(ClassDesc type) {
        return NAMES.contains(type);
    }

    /** {@return the class of which an object is made when code names {@code type}} */
    static ClassDesc made(ClassDesc type) {
        return MADE.getOrDefault(type, type);
    }

    /** Calls a constructor of a class outside the image, whose arguments are on the stack. */
    void construct(ClassDesc owner, MethodTypeDesc type, InvokeInstruction call) {
        ClassDesc made = made(owner);
        if (type.equals(FROM_CAUSE)) {
            code.dup();
            emitter.account().invokestatic(VALUES, "textOfCause", MethodTypeDesc.of(ConstantDescs.CD_String, ConstantDescs.CD_Throwable,
                Names.ACCOUNT)).swap().invokespecial(made, ConstantDescs.INIT_NAME, FROM_BOTH);
        } else if (owner.equals(ASSERTION_ERROR) && type.equals(FROM_DETAIL)) {
            code.dup();
            emitter.account().invokestatic(VALUES, "valueText", MethodTypeDesc.of(ConstantDescs.CD_String, ConstantDescs.CD_Object,
                Names.ACCOUNT)).swap().invokestatic(VALUES, "causeOf", MethodTypeDesc.of(ConstantDescs.CD_Throwable,
                ConstantDescs.CD_Object)).invokespecial(made, ConstantDescs.INIT_NAME, FROM_BOTH);
        } else if (made.equals(owner)) {
            code.with(call);
        } else {
            code.invokespecial(made, call.name().stringValue(), type);
        }
    }
}
