package dev.spine.command.route.service;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gives services priority numbers of packet handlers, lower ones to those that are named first. Who has a number already keeps it if the
 * order allows, as another one means another start, with empty tables.
 */
final class ServiceOrder {
    /** The lowest number: below it are extensions of the operator that see packets before all services. */
    static final int FIRST = -30_000;
    /** The highest number: above it are extensions of the operator that see packets between the services and the router, at 0. */
    static final int LAST = -1_001;

    private ServiceOrder() {}

    /**
     * {@return a number for each name}
     *
     * @param names in the order of the services, each once
     * @param before the numbers that they had; names that are not there are new
     */
    static Map<String, Integer> of(List<String> names, Map<String, Integer> before) {
        Map<String, Integer> numbers = between(names, kept(names, before));
        return numbers != null ? numbers : evenly(names);
    }

    private static Map<String, Integer> evenly(List<String> names) {
        Map<String, Integer> numbers = between(names, Map.of());
        checkArgument(numbers != null, "%s services are more than there are priority numbers", names.size());
        return numbers;
    }

    /** The most that can keep their numbers: the longest rising sequence. */
    private static Map<String, Integer> kept(List<String> names, Map<String, Integer> before) {
        List<String> old = names.stream().filter(before::containsKey).toList();
        int[] length = new int[old.size()];
        int[] previous = new int[old.size()];
        int best = -1;
        for (int i = 0; i < old.size(); i++) {
            length[i] = 1;
            previous[i] = -1;
            for (int j = 0; j < i; j++) {
                if (number(old.get(j), before) < number(old.get(i), before) && length[j] >= length[i]) {
                    length[i] = length[j] + 1;
                    previous[i] = j;
                }
            }
            best = best < 0 || length[i] > length[best] ? i : best;
        }
        Map<String, Integer> kept = new HashMap<>();
        for (int i = best; i >= 0; i = previous[i]) {
            kept.put(old.get(i), number(old.get(i), before));
        }
        return kept;
    }

    private static int number(String name, Map<String, Integer> before) {
        return before.getOrDefault(name, LAST);
    }

    /** Puts the others evenly between those that keep their numbers: null when there is no room. */
    private static @Nullable Map<String, Integer> between(List<String> names, Map<String, Integer> kept) {
        Map<String, Integer> numbers = new HashMap<>(kept);
        List<String> gap = new ArrayList<>();
        int low = FIRST - 1;
        for (int i = 0; i <= names.size(); i++) {
            Integer high = i == names.size() ? Integer.valueOf(LAST + 1) : kept.get(names.get(i));
            if (high == null) {
                gap.add(names.get(i));
                continue;
            }
            if (high - low <= gap.size()) {
                return null;
            }
            for (int g = 0; g < gap.size(); g++) {
                numbers.put(gap.get(g), low + (int) ((long) (high - low) * (g + 1) / (gap.size() + 1)));
            }
            gap.clear();
            low = high;
        }
        return numbers;
    }
}
