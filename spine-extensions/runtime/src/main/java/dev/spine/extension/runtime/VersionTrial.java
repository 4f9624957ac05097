package dev.spine.extension.runtime;

import dev.spine.extension.runtime.demux.FilterTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A replacement that does not hold yet: what is needed to go back to the version before. Belongs to the card's agent.
 *
 * <p>It holds after {@link #ACTIVATIONS} activations of the new version, or after {@link #NS}, whichever comes first.
 */
final class VersionTrial {
    /** How many activations the new version has to pass. */
    static final int ACTIVATIONS = 32;
    /** How long a trial lasts at most, so that an idle extension does not keep two versions for good. */
    static final long NS = 10_000_000_000L;

    /** A buffer that both versions see. */
    private record Carried(Lease before, Lease now) {}

    private final ExtensionVersion before;
    private final FilterTable.Taken<Installation<?>> filters;
    private final List<Lease> kept;
    private final long handlers;
    private final long endsNs;
    private final List<Carried> carried = new ArrayList<>();
    private int left = ACTIVATIONS;

    /**
     * A trial.
     *
     * @param before the version that was replaced
     * @param filters its packet handlers, in their places
     * @param kept what it keeps
     * @param handlers how many handlers it has
     * @param endsNs when the trial ends
     */
    VersionTrial(ExtensionVersion before, FilterTable.Taken<Installation<?>> filters, List<Lease> kept, long handlers, long endsNs) {
        this.before = before;
        this.filters = filters;
        this.kept = new ArrayList<>(kept);
        this.handlers = handlers;
        this.endsNs = endsNs;
    }

    ExtensionVersion before() {
        return before;
    }

    FilterTable.Taken<Installation<?>> filters() {
        return filters;
    }

    long handlers() {
        return handlers;
    }

    long endsNs() {
        return endsNs;
    }

    int activationsLeft() {
        return left;
    }

    /** One more activation was passed: {@return whether it was the last that was needed}. */
    boolean pass() {
        return --left == 0;
    }

    /** Notes that a buffer of the old version has one of the new version beside it. */
    void carry(Lease old, Lease now) {
        carried.add(new Carried(old, now));
    }

    /** {@return whether the old version keeps a lease} */
    boolean wasKept(Lease lease) {
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
