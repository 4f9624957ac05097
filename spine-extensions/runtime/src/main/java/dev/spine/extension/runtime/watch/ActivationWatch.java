package dev.spine.extension.runtime.watch;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Handler;
import dev.spine.extension.api.Message;
import dev.spine.extension.runtime.load.FailureText;
import dev.spine.extension.runtime.quota.ActivationLedger;
import dev.spine.extension.runtime.report.ActivationObserver;
import dev.spine.iop.PlainText;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * Puts an {@link ActivationObserver} between the instances of a card and their context. Without an observer there is none of it. Belongs
 * to the card's agent.
 */
public final class ActivationWatch {
    private static final int MAX_TEXT = 80;

    private final ActivationObserver observer;

    public ActivationWatch(ActivationObserver observer) {
        this.observer = observer;
    }

    public void begin(int instance, String what, @Nullable Message message) {
        observer.onBegin(instance, what, message);
    }

    public void line(int instance, String file, int line) {
        observer.onLine(instance, file, line);
    }

    public void end(int instance, ActivationLedger ledger, @Nullable String failure) {
        observer.onEnd(instance, ledger.lastFuel(), ledger.lastHeap(), failure);
    }

    public void called(int instance, String call) {
        observer.onCall(instance, call);
    }

    /** {@return the context as the extension sees it: each call is reported when it has returned} */
    public ExtensionContext around(int instance, ExtensionContext context) {
        // Through reflection, so that what the API learns is reported without a line here.
        return (ExtensionContext) Proxy.newProxyInstance(ExtensionContext.class.getClassLoader(), new Class<?>[] {ExtensionContext.class},
            (_, method, arguments) -> {
                Object[] given = arguments == null ? new Object[0] : arguments;
                Object result;
                try {
                    result = method.invoke(context, given);
                } catch (InvocationTargetException e) {
                    Throwable thrown = e.getCause() == null ? e : e.getCause();
                    called(instance, text(method, given) + " threw " + FailureText.of(thrown));
                    throw thrown;
                }
                called(instance, text(method, given) + (method.getReturnType() == void.class ? "" : " = " + text(result)));
                return result;
            });
    }

    private static String text(Method method, Object[] arguments) {
        StringBuilder text = new StringBuilder(method.getName()).append('(');
        Class<?>[] types = method.getParameterTypes();
        for (int i = 0; i < arguments.length; i++) {
            text.append(i == 0 ? "" : ", ");
            // The text of the author's own objects is the author's code, which does not run outside of its activation.
            text.append(types[i] == Object.class || types[i] == Handler.class ? "..." : text(arguments[i]));
        }
        return text.append(')').toString();
    }

    private static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case String string -> '"' + FailureText.oneLine(string.length() > MAX_TEXT ? string.substring(0, MAX_TEXT) : string) + '"';
            case Buffer buffer -> buffer.toString();
            case Object other when other.getClass().getClassLoader() == null
                || other.getClass().getPackage() == ExtensionContext.class.getPackage() -> named(other);
            default -> "an object";
        };
    }

    /** An object of the JDK's or the API's: with its own text if it has one. */
    private static String named(Object value) {
        String text = value.toString();
        if (text.startsWith(value.getClass().getName() + '@')) {
            return "a " + value.getClass().getSimpleName();
        }
        return PlainText.line(text, MAX_TEXT) + (text.length() > MAX_TEXT ? "..." : "");
    }
}
