package dev.spine.extension.runtime.load;

import dev.spine.extension.api.QuotaError;
import dev.spine.extension.api.metered.Values;
import dev.spine.extension.runtime.verify.Library;
import dev.spine.iop.PlainText;
import java.util.ArrayList;
import java.util.List;

/**
 * What is said about a throwable of an extension: one line of bounded length, whatever its class does when it is asked. Any thread.
 *
 * <p>The texts of a throwable are methods that the extension's author may have written, so asking for them is running the extension's code.
 */
public final class FailureText {
    /** The most characters of a text. */
    static final int MAX_LENGTH = 400;
    /** The most lines of a stack. */
    static final int MAX_FRAMES = 32;

    private FailureText() {}

    /**
     * {@return a throwable in words}
     *
     * @param why what an extension has thrown
     */
    public static String of(Throwable why) {
        String text = Values.nameOf(why);
        try {
            // For the text of this one the virtual machine goes through the code before it, however long that takes.
            String message = why.getClass() == NullPointerException.class ? null : why.getMessage();
            text = message == null ? text : text + ": " + message;
        } catch (Throwable second) {
            text += ", whose message cannot be had";
        }
        return oneLine(text);
    }

    /**
     * {@return how something of an extension ended}
     *
     * @param what what was running, for failures of quotas
     * @param why what an extension has thrown, or what has ended it
     */
    public static String of(String what, Throwable why) {
        if (!(why instanceof QuotaError)) {
            return of(why);
        }
        for (StackTraceElement frame : why.getStackTrace()) {
            if (isOfExtension(frame)) {
                return oneLine(what + " " + why.getMessage() + " in " + place(frame));
            }
        }
        return oneLine(what + " " + why.getMessage());
    }

    /**
     * {@return where an extension was, its own lines only, innermost first}
     *
     * @param why what an extension has thrown, or what has ended it
     */
    public static List<String> stackOf(Throwable why) {
        List<String> stack = new ArrayList<>();
        try {
            for (StackTraceElement frame : why.getStackTrace()) {
                if (isOfExtension(frame) && stack.size() < MAX_FRAMES) {
                    stack.add(oneLine(place(frame)));
                }
            }
        } catch (Throwable second) {
            stack.add("whose stack cannot be had");
        }
        return stack;
    }

    private static boolean isOfExtension(StackTraceElement frame) {
        String loader = frame.getClassLoaderName();
        if (frame.getMethodName().startsWith("meter$") || frame.getClassName().contains("$meter$")
            || Library.has(frame.getClassName().replace('.', '/'))) {
            // What stands for a lambda, a joined text or a collection is no line of the author's.
            return false;
        }
        return loader != null && loader.startsWith(ExtensionClassLoader.NAME);
    }

    /** {@return a line of code: class, method, file and number} */
    public static String place(StackTraceElement frame) {
        return simple(frame.getClassName()) + '.' + frame.getMethodName() + '(' + frame.getFileName() + ':' + frame.getLineNumber() + ')';
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    /**
     * {@return what lies behind a linkage error, or the throwable itself}
     *
     * @param why what an extension has thrown
     */
    public static Throwable causeOf(Throwable why) {
        if (why instanceof LinkageError) {
            try {
                Throwable cause = why.getCause();
                return cause == null ? why : cause;
            } catch (Throwable second) {
                return why;
            }
        }
        return why;
    }

    /**
     * {@return a text in one line of at most {@link #MAX_LENGTH} characters}
     *
     * @param text any
     */
    public static String oneLine(String text) {
        return oneLine(text, MAX_LENGTH);
    }

    /**
     * {@return a text in one line}
     *
     * @param text any
     * @param most characters of it
     */
    public static String oneLine(String text, int most) {
        return PlainText.line(text, most);
    }
}
