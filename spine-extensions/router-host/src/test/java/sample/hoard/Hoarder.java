package sample.hoard;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;

/** Takes all memory of the card, to the last kilobyte, as long as it is loaded. */
public final class Hoarder implements Extension {
    private static final int LARGEST = 1 << 20;
    private static final int SMALLEST = 64;

    /** Loaded by the runtime. */
    public Hoarder() {}

    @Override
    public void start(ExtensionContext context) {
        int bytes = LARGEST;
        while (bytes >= SMALLEST) {
            if (context.allocate(bytes) == null) {
                bytes >>= 1;
            }
        }
    }
}
