package dev.spine.extension.runtime;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a version that was replaced keeps, and what its successor sees of it, as long as there is a way back. Belongs to the card's agent.
 */
final class KeptLeases {
    /** A buffer that both versions see. */
    private record Carried(Lease before, Lease now) {}

    private final List<Lease> kept;
    private final List<Carried> carried = new ArrayList<>();

    KeptLeases(List<Lease> kept) {
        this.kept = new ArrayList<>(kept);
    }

    /** Notes that a buffer of the old version has one of the new version beside it. */
    void carry(Lease old, Lease now) {
        carried.add(new Carried(old, now));
    }

    /** {@return whether the old version keeps a lease} */
    boolean contains(Lease lease) {
        return kept.contains(lease);
    }

    /** A lease has returned, so what it holds next is not what the old version keeps: whoever gave it has taken it back. */
    void forget(Lease lease) {
        kept.remove(lease);
    }

    /** The replacement holds: what the old version keeps goes to the new one if it was handed on, and returns otherwise. */
    void hold(Holdings holdings) {
        for (Lease lease : List.copyOf(kept)) {
            Lease now = successorOf(lease);
            if (now == null) {
                holdings.release(lease.buffer());
            } else {
                lease.adopt(now);
            }
        }
    }

    /** The lease by which the new version still keeps the memory of one of the old version, or null. */
    private @Nullable Lease successorOf(Lease lease) {
        for (Carried pair : carried) {
            // A lease that the new version has released may serve something else by now.
            if (pair.before == lease && pair.now.base() == lease && pair.now.isKept()) {
                return pair.now;
            }
        }
        return null;
    }
}
