package sample;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;

/** Wants more than an extension may have. */
public final class Trespasser implements Extension {
    /** Loaded by the runtime. */
    public Trespasser() {}

    @Override
    public void start(ExtensionContext context) {
        System.setProperty("sample.trespasser", "was here");
    }
}
