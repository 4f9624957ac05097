package dev.spine.command.route;

import com.google.common.collect.ImmutableMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A prefix of which the cards do something else than the kernel's tables say.
 *
 * @param prefix which
 * @param kernel next hop by the kernel's tables, in words; null for none
 * @param cards next hop on the cards, in words; null for none
 */
record RouteDifference(String prefix, @Nullable String kernel, @Nullable String cards) {
    /** {@return the difference in a line: plus is only the kernel's, minus only the cards'} */
    String line() {
        if (cards == null) {
            return "+ " + prefix + " " + kernel;
        }
        return kernel == null ? "- " + prefix + " " + cards : "! " + prefix + " " + kernel + ", on the cards " + cards;
    }

    /** {@return the same for programs} */
    Map<String, Object> members() {
        return ImmutableMap.of("prefix", prefix, "kernel", kernel == null ? "" : kernel, "cards", cards == null ? "" : cards);
    }
}
