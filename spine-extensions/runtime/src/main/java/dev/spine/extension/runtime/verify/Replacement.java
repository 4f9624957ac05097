package dev.spine.extension.runtime.verify;

import dev.spine.extension.api.metered.Values;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * A static method that metered code calls in place of one of the JDK. One of the {@link Library} is metered code itself; one of
 * {@link Values} gets the account as its last argument, and charges what the object that it is given makes it do.
 *
 * @param owner internal name of its class
 * @param name its name
 * @param type its type; the receiver of the call that it replaces is the first parameter
 * @param isOfStatic whether what it replaces is static; another call of that fails where it is linked
 */
public record Replacement(String owner, String name, MethodTypeDesc type, boolean isOfStatic) {
    private static final String VALUES = Values.class.getName().replace('.', '/');

    /** {@return whether the account is the last argument} */
    public boolean takesAccount() {
        return owner.equals(VALUES);
    }

    /** {@return what is called where the replaced method is that of the class above} */
    public Replacement ofSuper() {
        return takesAccount() ? ofValues(name + "OfSuper", isOfStatic) : this;
    }

    /** Reads {@code Class.method}, which replaces a method of this owner and type. */
    static Replacement parse(String text, String owner, String descriptor) {
        int dot = text.indexOf('.');
        String method = text.substring(dot + 1);
        if (text.startsWith(Values.class.getSimpleName() + '.')) {
            return ofValues(method.replace("!", ""), method.endsWith("!"));
        }
        MethodTypeDesc type = MethodTypeDesc.ofDescriptor(descriptor);
        String library = Library.PACKAGE + text.substring(0, dot);
        // A static method of the JDK keeps its type; one with a receiver gets it as its first parameter.
        boolean isStatic = method.endsWith("!");
        return new Replacement(library, isStatic ? method.substring(0, method.length() - 1) : method,
            isStatic ? type : type.insertParameterTypes(0, ClassDesc.ofInternalName(owner)), isStatic);
    }

    private static Replacement ofValues(String method, boolean isStatic) {
        Method found = Arrays.stream(Values.class.getMethods()).filter(one -> one.getName().equals(method)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no method " + method));
        return new Replacement(VALUES, method, MethodTypeDesc.ofDescriptor(
            MethodType.methodType(found.getReturnType(), found.getParameterTypes()).descriptorString()), isStatic);
    }
}
