package dev.spine.extension.services.host.filter;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a rule does with packets for which its expression holds. Any thread. */
public enum FilterAction {
    /** The packet ends here. */
    DROP,
    /** The packet goes on; later rules are not asked. */
    PASS,
    /** The packet is counted; the next rule is asked. */
    COUNT;

    /** {@return its word in rules} */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * {@return the action of a word, or null}
     *
     * @param word in lower case
     */
    public static @Nullable FilterAction of(String word) {
        for (FilterAction action : values()) {
            if (action.word().equals(word)) {
                return action;
            }
        }
        return null;
    }
}
