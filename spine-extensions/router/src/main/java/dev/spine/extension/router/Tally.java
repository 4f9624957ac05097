package dev.spine.extension.router;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;

/** What a router counts: every packet that comes to it is in exactly one of forwarded, to the host and the drops of its card. */
final class Tally {
    /** Packets that were put on their way out. */
    static final String FORWARDED = "forwarded packets";
    /** Their bytes, without MAC header. */
    static final String FORWARDED_BYTES = "forwarded bytes";
    /** Frames that this card's wire has taken. */
    static final String SENT = "sent frames";
    /** Packets that went on to the host. */
    static final String TO_HOST = "to host packets";
    /** Fragments that were made; of each packet that was fragmented only one counts as forwarded. */
    static final String FRAGMENTS = "fragments made";
    /** ICMP errors that were sent. */
    static final String ERRORS = "ICMP errors sent";
    /** ICMP errors that were not, because there were too many. */
    static final String ERRORS_LIMITED = "ICMP errors throttled";
    /** Batches that other cards were sent. */
    static final String BATCHES = "batches sent";
    /** Frames that went with batches from where they came in, and were not copied. */
    static final String WHOLE = "frames sent uncopied";
    /** Frames that stages hold, and send themselves. */
    static final String HELD = "frames held by a stage";

    final Counter forwarded;
    final Counter forwardedBytes;
    final Counter sent;
    final Counter toHost;
    final Counter fragments;
    final Counter errors;
    final Counter errorsLimited;
    final Counter batches;
    final Counter whole;
    final Counter held;
    private final Counter[] drops;

    Tally(ExtensionContext context) {
        forwarded = context.counter(FORWARDED);
        forwardedBytes = context.counter(FORWARDED_BYTES);
        sent = context.counter(SENT);
        toHost = context.counter(TO_HOST);
        fragments = context.counter(FRAGMENTS);
        errors = context.counter(ERRORS);
        errorsLimited = context.counter(ERRORS_LIMITED);
        batches = context.counter(BATCHES);
        whole = context.counter(WHOLE);
        held = context.counter(HELD);
        DropReason[] reasons = DropReason.values();
        drops = new Counter[reasons.length];
        for (DropReason reason : reasons) {
            drops[reason.ordinal()] = context.counter(reason.title());
        }
    }

    void drop(DropReason reason) {
        drops[reason.ordinal()].increment();
    }

    void drop(DropReason reason, int frames) {
        drops[reason.ordinal()].add(frames);
    }
}
