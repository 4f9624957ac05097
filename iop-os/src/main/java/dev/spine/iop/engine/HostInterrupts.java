package dev.spine.iop.engine;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * For what the cards of a machine interrupt its host. Immutable; any thread.
 *
 * @param when which of the things that are found cost an interrupt
 * @param intervalNs the least time between two interrupts that are {@linkplain When#MODERATED moderated}, at least 0
 */
public record HostInterrupts(When when, long intervalNs) {
    /** As drivers have it that poll while there is work. */
    public static final HostInterrupts PER_BURST = new HostInterrupts(When.PER_BURST, 0);

    /** Which of the things that a host finds it was interrupted for. */
    public enum When {
        /** For the first after it had found nothing. */
        PER_BURST,
        /** For each reply, and for each packet of a reply that brings several. */
        PER_PACKET,
        /** For one that is found an interval after the last interrupt; others do not wait for that. */
        MODERATED
    }

    /** Checks the interval. */
    public HostInterrupts {
        checkArgument(intervalNs >= 0, "interrupts are at least 0 ns apart, got %s", intervalNs);
    }
}
