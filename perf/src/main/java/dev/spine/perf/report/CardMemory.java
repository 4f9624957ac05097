package dev.spine.perf.report;

import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.system.SpineSystem;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The card of a modelled system that holds most of its memory. Any thread.
 *
 * @param card its name
 * @param heldBytes that what runs on it holds
 * @param hasBytes that a card of the machine has; nothing that is more is refused
 */
public record CardMemory(String card, long heldBytes, long hasBytes) {
    /**
     * {@return the fullest card; null on the live engine, whose cards are no machine's}
     *
     * @param system is asked now; nothing of it runs
     */
    public static @Nullable CardMemory of(SpineSystem system) {
        return system.engine() instanceof ModelledEngine engine ? fullest(system.iops().keySet().stream()
            .map(iop -> new CardMemory(iop, system.memory(iop).held(), engine.profile().cardMemoryBytes()))) : null;
    }

    /**
     * {@return of some cards the one that exceeds its machine's most, the first of several, or null when there is none}
     *
     * @param some may have nulls
     */
    public static @Nullable CardMemory fullest(Stream<? extends @Nullable CardMemory> some) {
        return some.flatMap(Stream::ofNullable)
            .reduce((one, other) -> other.heldBytes - other.hasBytes > one.heldBytes - one.hasBytes ? other : one).orElse(null);
    }

    /** {@return how much it holds, and whether that is more than it has} */
    public String words() {
        return String.format(Locale.ROOT, heldBytes > hasBytes ? "the fullest card, %s, holds %,d bytes, MORE than the %,d that it has"
            : "the fullest card, %s, holds %,d bytes of the %,d that it has", card, heldBytes, hasBytes);
    }

    /** {@return the fields for programs} */
    public Map<String, Object> json() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("card", card);
        fields.put("heldBytes", heldBytes);
        fields.put("hasBytes", hasBytes);
        return fields;
    }
}
