package dev.spine.extension.runtime;

import dev.spine.extension.runtime.demux.FilterTable;

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

    private final ExtensionVersion before;
    private final FilterTable.Taken<Installation<?>> filters;
    private final KeptLeases kept;
    private final long handlers;
    private final long endsNs;
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
    VersionTrial(ExtensionVersion before, FilterTable.Taken<Installation<?>> filters, KeptLeases kept, long handlers, long endsNs) {
        this.before = before;
        this.filters = filters;
        this.kept = kept;
        this.handlers = handlers;
        this.endsNs = endsNs;
    }

    ExtensionVersion before() {
        return before;
    }

    FilterTable.Taken<Installation<?>> filters() {
        return filters;
    }

    KeptLeases kept() {
        return kept;
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
}
