package dev.spine.perf.access;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What it costs to reach one thing. Any thread.
 *
 * @param place what is reached
 * @param cardNs nanoseconds from the card's processor
 * @param cardCycles the same in cycles of that processor
 * @param hostNs nanoseconds from the host's processor
 * @param hostCycles the same in cycles of that processor
 */
public record AccessCost(String place, double cardNs, double cardCycles, double hostNs, double hostCycles) {
    /** {@return the fields for programs} */
    public Map<String, Object> json(String profile) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("profile", profile);
        fields.put("place", place);
        fields.put("cardNs", cardNs);
        fields.put("cardCycles", cardCycles);
        fields.put("hostNs", hostNs);
        fields.put("hostCycles", hostCycles);
        return fields;
    }
}
