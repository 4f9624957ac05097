package dev.spine.extension.router;

import dev.spine.extension.api.ExtensionContext;

/** One timer for everything that waits for another card, the wire or the host. */
final class Retry {
    private static final long FIRST_NS = 20_000;
    private static final long LAST_NS = 1_000_000;

    private final ExtensionContext context;
    private long delayNs = FIRST_NS;
    private boolean set;

    Retry(ExtensionContext context) {
        this.context = context;
    }

    /** Asks for another try. */
    void ask() {
        if (!set) {
            set = context.timer(delayNs, RouterProtocol.RETRY, 0);
        }
    }

    /** The timer has expired: what waits is tried again, the later the longer nothing has come of it. */
    void begin() {
        set = false;
        delayNs = Math.min(2 * delayNs, LAST_NS);
    }

    /** Something has come of it. */
    void succeeded() {
        delayNs = FIRST_NS;
    }
}
