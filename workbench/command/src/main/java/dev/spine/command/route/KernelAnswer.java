package dev.spine.command.route;

import dev.spine.extension.router.host.address.Prefix;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel's tables say of an address.
 *
 * @param prefix the longest that matches and of which the cards are to know; null when there is none
 * @param routes all of that prefix, the best first, in words
 * @param refused whether the cards have no room for it
 */
record KernelAnswer(@Nullable Prefix prefix, List<String> routes, boolean refused) {
    /** No route. */
    static final KernelAnswer NONE = new KernelAnswer(null, List.of(), false);

    /** Keeps its own list. */
    KernelAnswer {
        routes = List.copyOf(routes);
    }
}
