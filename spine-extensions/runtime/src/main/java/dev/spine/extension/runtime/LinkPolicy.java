package dev.spine.extension.runtime;

import dev.spine.extension.api.MeterAccount;
import java.util.Set;

/**
 * Which classes from outside its own image an extension's class loader finds: an allow-list.
 *
 * <p>The rest of {@code dev.spine}, and with it every way to an address, does not exist for an extension. What an extension does with the
 * classes of the JDK that it can name is checked by the verifier.
 */
final class LinkPolicy {
    private static final String API = "dev.spine.extension.api.";
    private static final Set<String> HIDDEN_API = Set.of("RuntimeAccess", "BufferOwner", "MeterAccount",
        "MeterAccount$Holder", "QuotaError");
    private static final Set<String> JDK_PACKAGES = Set.of("java.lang", "java.util", "java.util.function", "java.lang.invoke",
        "java.lang.runtime");
    private static final Set<String> HIDDEN_JDK = Set.of("java.lang.Thread", "java.lang.Runtime", "java.lang.ProcessBuilder",
        "java.lang.Process", "java.lang.System", "java.lang.ClassLoader", "java.lang.Class", "java.lang.Module", "java.lang.ModuleLayer",
        "java.lang.ThreadGroup", "java.lang.ThreadLocal", "java.lang.InheritableThreadLocal", "java.lang.ScopedValue",
        "java.lang.StackWalker", "java.lang.ProcessHandle", "java.lang.Shutdown", "java.util.ServiceLoader", "java.util.Timer",
        "java.util.TimerTask", "java.util.ResourceBundle", "java.util.Scanner", "java.util.Formatter");

    private LinkPolicy() {}

    /**
     * {@return whether an extension may link to a class that is not its own}
     *
     * @param className its binary name
     */
    static boolean allows(String className) {
        if (className.startsWith(API)) {
            String simple = className.substring(API.length());
            return simple.indexOf('.') < 0 && !HIDDEN_API.contains(simple);
        }
        int dot = className.lastIndexOf('.');
        return dot > 0 && JDK_PACKAGES.contains(className.substring(0, dot)) && !HIDDEN_JDK.contains(outermost(className));
    }

    /**
     * {@return whether the code that the meter puts into an extension may link to a class; no class of an image names it}
     *
     * @param className its binary name
     */
    static boolean allowsMeter(String className) {
        return className.equals(MeterAccount.class.getName());
    }

    /**
     * {@return whether a class of this name may be in an image}
     *
     * @param className its binary name
     */
    static boolean mayDefine(String className) {
        if (className.startsWith("dev.spine.")) {
            return className.startsWith("dev.spine.extension.") && !className.startsWith(API)
                && !className.startsWith("dev.spine.extension.runtime.") && !className.startsWith("dev.spine.extension.metered.");
        }
        return !className.startsWith("java.");
    }

    private static String outermost(String className) {
        int dollar = className.indexOf('$');
        return dollar < 0 ? className : className.substring(0, dollar);
    }
}
