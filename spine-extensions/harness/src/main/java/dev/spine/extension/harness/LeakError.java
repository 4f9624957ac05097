package dev.spine.extension.harness;

import java.util.List;

/**
 * A card was left with something on it: what extensions still hold, or what has not come back. The message has a line for each. Any thread.
 */
public final class LeakError extends AssertionError {
    private static final long serialVersionUID = 1L;

    /**
     * Reports what was left.
     *
     * @param lines one for each thing, at least one
     */
    LeakError(List<String> lines) {
        super("the test leaves something on the card:\n  " + String.join("\n  ", lines));
    }
}
