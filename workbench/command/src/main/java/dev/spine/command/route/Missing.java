package dev.spine.command.route;

import java.util.ArrayList;
import java.util.List;

/**
 * What the cards have otherwise than the kernel, because they have no room for it.
 *
 * @param routes whose packets go by a shorter prefix, or by the way they had before
 * @param neighbours whose packets the host gets
 * @param ports with other addresses than those of their interfaces
 */
record Missing(int routes, int neighbours, int ports) {
    /** Nothing. */
    static final Missing NONE = new Missing(0, 0, 0);

    /** {@return whether the cards have all} */
    boolean isNone() {
        return equals(NONE);
    }

    /** {@return the same for people} */
    String text() {
        List<String> parts = new ArrayList<>();
        count(parts, routes, "route", "routes");
        count(parts, neighbours, "neighbour", "neighbours");
        count(parts, ports, "port's addresses", "ports' addresses");
        return parts.isEmpty() ? "nothing" : String.join(" and ", parts);
    }

    private static void count(List<String> parts, int number, String one, String several) {
        if (number > 0) {
            parts.add(number + " " + (number == 1 ? one : several));
        }
    }
}
