package dev.spine.command.route;

import dev.spine.extension.router.host.RouterFullException;
import java.util.function.Consumer;

/**
 * Tells when the cards have no room for all that the kernel has: when that begins, when twice as much is missing as was told last, and when
 * all of it is there again. One thread.
 */
final class Overflow {
    private final int tableKib;
    private final Consumer<String> text;
    private Missing notified = Missing.NONE;
    private RouterFullException.Resource full = RouterFullException.Resource.TABLE;

    /**
     * Nothing is missing yet.
     *
     * @param tableKib what {@code --table-size} is
     * @param text is notified of it, a line each
     */
    Overflow(int tableKib, Consumer<String> text) {
        this.tableKib = tableKib;
        this.text = text;
    }

    /** Something was refused for lack of this. */
    void refused(RouterFullException.Resource resource) {
        full = resource;
    }

    /** Looks at what is missing when all that was to be told has been told, or refused. */
    void look(Missing missing) {
        if (missing.isNone()) {
            if (!notified.isNone()) {
                text.accept("the cards have room again, and all routes, neighbours and addresses of the kernel");
            }
            notified = missing;
        } else if (notified.isNone() || missing.routes() > 2 * notified.routes() || missing.neighbours() > 2 * notified.neighbours()) {
            text.accept(why() + ", without " + missing.text() + " of the kernel: their packets go by shorter prefixes, by the host or not"
                + " at all; " + cure());
            notified = missing;
        }
    }

    private String why() {
        return switch (full) {
            case TABLE -> "the cards' tables (--table-size " + tableKib + ") are full";
            case NEXT_HOPS -> "the cards' " + KernelFollower.NEXT_HOPS + " next hops are all in use";
        };
    }

    private String cure() {
        return switch (full) {
            case TABLE -> "start again with a larger --table-size";
            case NEXT_HOPS -> "use fewer gateways";
        };
    }
}
