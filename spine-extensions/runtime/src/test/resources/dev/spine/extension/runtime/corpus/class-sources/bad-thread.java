package f;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;

public final class Fuzzed implements Extension {
    private static int shared;

    @Override
    public void start(ExtensionContext context) {
        synchronized (this) {
            shared++;
        }
        new Thread(() -> {
            while (shared > 0) {
                Thread.onSpinWait();
            }
        }).start();
    }
}
