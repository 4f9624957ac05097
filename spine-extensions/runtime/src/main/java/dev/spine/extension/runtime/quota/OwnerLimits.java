package dev.spine.extension.runtime.quota;

import dev.spine.extension.runtime.load.FailureText;
import dev.spine.extension.runtime.verify.ExtensionException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;

/**
 * How much all extensions of one owner may use together. The control process sets it for each owner; an owner of which it says nothing has
 * {@link #STANDARD}, the node itself has {@link #UNLIMITED}.
 *
 * @param limits quota to limit; a quota that is left out is not bounded
 */
public record OwnerLimits(Map<Quota, Long> limits) {
    /** Nothing is bounded but what each extension may use. */
    public static final OwnerLimits UNLIMITED = new OwnerLimits(Map.of());
    /** What an owner gets when nobody says otherwise; the reasons are in docs/extension-rules.md. */
    public static final OwnerLimits STANDARD = new OwnerLimits(Map.of(Quota.FUEL_PER_SECOND, 10_000_000_000L, Quota.ALLOCATION_PER_SECOND,
        1L << 30, Quota.HEAP, 32L << 20, Quota.BUFFERS, 576L, Quota.MEMORY, 4L << 20, Quota.DMA_PER_SECOND, 8L << 30,
        Quota.MESSAGES_PER_SECOND, 40_000_000L, Quota.TIMERS, 256L, Quota.HANDLERS, 512L, Quota.INSTANCES, 16L));

    /**
     * Copies the limits.
     *
     * @throws IllegalArgumentException when a limit is negative
     */
    public OwnerLimits {
        limits.forEach((quota, limit) -> {
            if (limit < 0) {
                throw new IllegalArgumentException("the limit of " + quota.key() + " is " + limit + ": it is 0 or more");
            }
        });
        limits = Map.copyOf(limits);
    }

    /**
     * {@return how much may be used}
     *
     * @param quota of what
     */
    public long limit(Quota quota) {
        return limits.getOrDefault(quota, QuotaUse.UNLIMITED);
    }

    /**
     * Changes one limit.
     *
     * @param quota of what
     * @param limit how much, 0 or more
     * @return the limits with it
     */
    public OwnerLimits with(Quota quota, long limit) {
        Map<Quota, Long> changed = new EnumMap<>(Quota.class);
        changed.putAll(limits);
        changed.put(quota, limit);
        return new OwnerLimits(changed);
    }

    /** {@return the limits as they go over the bus: a line {@code quota=limit} for each} */
    public byte[] text() {
        StringBuilder text = new StringBuilder();
        for (Quota quota : Quota.values()) {
            if (limits.containsKey(quota)) {
                text.append(quota.key()).append('=').append(limit(quota)).append('\n');
            }
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads limits as they come over the bus.
     *
     * @param text lines {@code quota=limit}
     * @return the limits
     * @throws ExtensionException when a line is wrong
     */
    public static OwnerLimits parse(byte[] text) throws ExtensionException {
        OwnerLimits limits = UNLIMITED;
        try {
            for (String line : new String(text, StandardCharsets.UTF_8).split("\n", -1)) {
                int equals = line.indexOf('=');
                if (!line.isEmpty()) {
                    limits = limits.with(Quota.of(line.substring(0, Math.max(0, equals))), Long.parseLong(line.substring(equals + 1)));
                }
            }
        } catch (IllegalArgumentException e) {
            throw new ExtensionException("the limits cannot be read: " + FailureText.of(e), e);
        }
        return limits;
    }
}
