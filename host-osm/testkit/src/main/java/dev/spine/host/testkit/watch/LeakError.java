package dev.spine.host.testkit.watch;

import java.util.List;

/**
 * A test has left something behind: frames, claims, registrations, contexts. The message has a line for each, with who took it.
 * Any thread.
 */
public final class LeakError extends AssertionError {
    private static final long serialVersionUID = 1;

    /**
     * Reports leaks.
     *
     * @param lines one for each
     */
    public LeakError(List<String> lines) {
        super("the test leaves behind what it took:\n    " + String.join("\n    ", lines));
    }
}
