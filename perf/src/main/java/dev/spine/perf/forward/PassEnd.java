package dev.spine.perf.forward;

import dev.spine.device.wire.capture.CaptureWire;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Whether a pass is over: all packets have come, or those that are missing will not come any more. These nobody waits for once nothing has
 * come for a while since the last of them was offered; on a described machine, where a packet may take seconds, once nothing is in flight.
 *
 * <p>A pass that ended earlier would leave packets behind that the next one takes for its own. Asked by the thread that drives the run.
 */
final class PassEnd implements BooleanSupplier {
    private final CaptureWire wire;
    private final FarEnd farEnd;
    private final long packets;
    private final LongSupplier clockNs;
    private final BooleanSupplier atRest;
    private final long quietNs;
    private long seen;
    private long sinceNs;
    private boolean wasOffered;

    /**
     * The end of a pass that begins now.
     *
     * @param packets how many are offered
     * @param clockNs the time by which it is quiet
     * @param atRest whether nothing is in flight, and nothing will be: on the modelled engine this is known
     * @param quietNs how long nothing may have come where it is not
     */
    PassEnd(CaptureWire wire, FarEnd farEnd, long packets, LongSupplier clockNs, BooleanSupplier atRest, long quietNs) {
        this.wire = wire;
        this.farEnd = farEnd;
        this.packets = packets;
        this.clockNs = clockNs;
        this.atRest = atRest;
        this.quietNs = quietNs;
        this.sinceNs = clockNs.getAsLong();
    }

    @Override
    public boolean getAsBoolean() {
        long received = farEnd.received();
        boolean isOffered = wire.isDone();
        if (received != seen || isOffered != wasOffered) {
            seen = received;
            wasOffered = isOffered;
            sinceNs = clockNs.getAsLong();
        }
        return received >= packets || atRest.getAsBoolean() || isOffered && clockNs.getAsLong() - sinceNs > quietNs;
    }
}
