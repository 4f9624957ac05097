package dev.spine.extension.router;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import org.jspecify.annotations.Nullable;

/**
 * The groups of next hops over which flows are spread: for each bucket the number of a next hop. A card that has had no group has no memory
 * for them; 64 KiB for all are taken with the first one.
 */
final class Spreads {
    private static final int GROUP_BYTES = RouterProtocol.SPREAD_BUCKETS * Short.BYTES;

    private final ExtensionContext context;
    private @Nullable Buffer groups;

    Spreads(ExtensionContext context) {
        this.context = context;
    }

    /**
     * Writes a group.
     *
     * @param group its number, 0 to {@link RouterProtocol#MAX_SPREADS} - 1
     * @param from holds 16 bits for each bucket
     * @param at the first
     * @return false when the card has no memory for it
     */
    boolean set(int group, Buffer from, int at) {
        Buffer all = groups;
        if (all == null) {
            all = context.allocate(RouterProtocol.MAX_SPREADS * GROUP_BYTES);
            groups = all;
        }
        if (all == null) {
            return false;
        }
        all.copyFrom(group * GROUP_BYTES, from, at, GROUP_BYTES);
        return true;
    }

    /** The number of the next hop of a bucket, 0 in a group that was never written. */
    int member(int group, int bucket) {
        Buffer all = groups;
        return all == null ? 0 : all.u16(group * GROUP_BYTES + bucket * Short.BYTES);
    }
}
