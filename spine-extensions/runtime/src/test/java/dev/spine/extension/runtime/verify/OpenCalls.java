package dev.spine.extension.runtime.verify;

import dev.spine.extension.api.Extension;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Every call outside the image that the allow-list opens, as an instruction needs it. */
public final class OpenCalls {
    /**
     * A method.
     *
     * @param owner its class
     * @param name its name, {@code <init>} for a constructor
     * @param type its type without the receiver
     * @param isStatic whether it takes no receiver
     * @param inInterface whether its class is an interface
     */
    public record Call(ClassDesc owner, String name, MethodTypeDesc type, boolean isStatic, boolean inInterface) {}

    private OpenCalls() {}

    /** {@return all of them, in the order of the list and of their names} */
    public static List<Call> all() {
        List<Call> calls = new ArrayList<>();
        for (AllowedType type : AllowList.standard().types()) {
            Class<?> loaded = load(type.name());
            boolean made = !Modifier.isAbstract(loaded.getModifiers());
            type.methods().values().stream().sorted((a, b) -> (a.name() + a.descriptor()).compareTo(b.name() + b.descriptor()))
                .filter(member -> made || !member.name().equals("<init>"))
                .filter(member -> !member.descriptor().contains("Ljava/lang/Class;"))
                .forEach(member -> calls.add(new Call(ClassDesc.ofInternalName(type.name()), member.name(),
                    MethodTypeDesc.ofDescriptor(member.descriptor()), isStatic(loaded, member), loaded.isInterface())));
        }
        return List.copyOf(calls);
    }

    private static Class<?> load(String internalName) {
        try {
            return Class.forName(internalName.replace('/', '.'), false, Extension.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(internalName, e);
        }
    }

    private static boolean isStatic(Class<?> type, AllowedMember member) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Method method : at.getDeclaredMethods()) {
                if (method.getName().equals(member.name()) && descriptor(method).equals(member.descriptor())) {
                    return Modifier.isStatic(method.getModifiers());
                }
            }
        }
        return false;
    }

    private static String descriptor(Executable method) {
        Class<?> result = ((Method) method).getReturnType();
        return MethodTypeDesc.of(result.describeConstable().orElseThrow(), Arrays.stream(method.getParameterTypes())
            .map(each -> each.describeConstable().orElseThrow()).toList()).descriptorString();
    }
}
