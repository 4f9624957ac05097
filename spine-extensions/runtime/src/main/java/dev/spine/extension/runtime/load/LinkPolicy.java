package dev.spine.extension.runtime.load;

import dev.spine.extension.runtime.verify.AllowList;
import dev.spine.extension.runtime.verify.Library;

/**
 * Which classes from outside its own image an extension's class loader finds: an allow-list. Any thread.
 *
 * <p>The rest of {@code dev.spine}, and with it every way to an address, does not exist for an extension. What an extension does with the
 * classes of the JDK that it can name is checked by the verifier.
 */
public final class LinkPolicy {
    private static final String API = "dev.spine.extension.api.";
    private static final String METERED = API + "metered.";

    private LinkPolicy() {}

    /**
     * {@return whether an extension may link to a class that is not its own}
     *
     * @param className its binary name
     */
    static boolean allows(String className) {
        String name = className.replace('.', '/');
        return !Library.has(name) && AllowList.standard().type(name);
    }

    /**
     * {@return whether the code that the meter puts into an extension may link to a class; no class of an image names it}
     *
     * @param className its binary name
     */
    static boolean allowsMeter(String className) {
        return className.startsWith(METERED);
    }

    /**
     * {@return whether a class of this name may be in an image}
     *
     * @param className its binary name
     */
    public static boolean mayDefine(String className) {
        if (className.startsWith("dev.spine.")) {
            return className.startsWith("dev.spine.extension.") && !className.startsWith(API)
                && !className.startsWith("dev.spine.extension.runtime.") && !className.startsWith("dev.spine.extension.metered.");
        }
        return !className.startsWith("java.");
    }
}
