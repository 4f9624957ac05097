package dev.spine.system.ending;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * Has something done at a signal, where the Java machine would end the process. It knows signals by a class that it supports without
 * promising it, so that is looked for at run time. Any thread.
 */
public final class Signals {
    /** What a terminal sends that is closed; servers read their files again. */
    public static final String HANG_UP = "HUP";

    private Signals() {}

    /**
     * From now on, in place of what was done before.
     *
     * @param name of the signal, without SIG
     * @param action on a thread of the Java machine
     * @return whether the Java machine lets it; not where who started the process wants the signal to be ignored
     */
    public static boolean calls(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            InvocationHandler calls = (proxy, method, arguments) -> answer(proxy, method.getName(), arguments, action);
            Object made = Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, calls);
            signal.getMethod("handle", signal, handler).invoke(null, signal.getConstructor(String.class).newInstance(name), made);
            return true;
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            return false;
        }
    }

    private static @Nullable Object answer(Object proxy, String method, Object @Nullable [] arguments, Runnable action) {
        return switch (method) {
            case "handle" -> {
                action.run();
                yield null;
            }
            case "equals" -> arguments != null && isSame(proxy, arguments[0]);
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "what is done at a signal";
        };
    }

    @SuppressWarnings("ReferenceEquality") // that is what equality of handlers is
    private static boolean isSame(Object proxy, @Nullable Object other) {
        return proxy == other;
    }
}
