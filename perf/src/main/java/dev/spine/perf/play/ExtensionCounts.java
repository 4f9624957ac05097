package dev.spine.perf.play;

import java.util.HashMap;
import java.util.Map;

/**
 * The counters of one instance, read from the line in which its runtime describes it: {@code "1 video running, 678 activations, 0 dropped,
 * 678 packets drawn"}.
 */
final class ExtensionCounts {
    private final Map<String, Long> counts = new HashMap<>();

    /**
     * Reads the counters of the first instance with a name.
     *
     * @param listing what the runtime lists: a line for each instance
     * @param name the extension's name
     */
    ExtensionCounts(String listing, String name) {
        for (String line : listing.lines().toList()) {
            String[] words = line.split(" ", 3);
            if (words.length == 3 && words[1].equals(name) && counts.isEmpty()) {
                read(words[2]);
            }
        }
    }

    private void read(String description) {
        for (String part : description.split(", ", -1)) {
            int space = part.indexOf(' ');
            if (space > 0 && part.substring(0, space).chars().allMatch(Character::isDigit)) {
                counts.put(part.substring(space + 1), Long.parseLong(part.substring(0, space)));
            }
        }
    }

    /**
     * {@return a count, 0 when there is none of that label}
     *
     * @param label the counter's words
     */
    long get(String label) {
        return counts.getOrDefault(label, 0L);
    }
}
