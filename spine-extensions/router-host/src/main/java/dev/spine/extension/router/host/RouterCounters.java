package dev.spine.extension.router.host;

import java.util.Map;

/**
 * What the router of one card has counted since it was loaded. Any thread.
 *
 * @param forwarded packets that were put on their way out
 * @param forwardedBytes their bytes, without MAC header
 * @param sent frames that this card's wire has taken
 * @param toHost packets that went on to the host
 * @param drops packets dropped on this card, by reason; without those that never came
 * @param all every counter by its name
 */
public record RouterCounters(long forwarded, long forwardedBytes, long sent, long toHost, Map<String, Long> drops, Map<String, Long> all) {
    /** Copies the maps. */
    public RouterCounters {
        drops = Map.copyOf(drops);
        all = Map.copyOf(all);
    }

    /** {@return packets dropped on this card, for whatever reason} */
    public long dropped() {
        return drops.values().stream().mapToLong(Long::longValue).sum();
    }
}
