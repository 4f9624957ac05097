package f;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;

public final class Fuzzed implements Extension {
    @Override
    public void start(ExtensionContext context) {
        System.setProperty("spine.fuzz.escaped", "yes");
        context.onMessage(1, this, (self, message) -> {
            try {
                Class.forName("dev.spine.iop.bus.Bus").getDeclaredMethods();
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
