package outlaws;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;

/** Looks for other classes. */
public final class Reflector implements Extension {
    /** Loaded by the runtime. */
    public Reflector() {}

    @Override
    public void start(ExtensionContext context) {
        try {
            context.log(Class.forName("java.lang.Runtime").getName());
        } catch (ClassNotFoundException e) {
            context.log("no");
        }
    }
}
