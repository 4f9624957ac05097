package dev.spine.extension.panic.host.library;

import dev.spine.iop.bus.Region;
import java.lang.foreign.MemorySegment;

/** Memory of the host that programs of one card reach by GET and DELIVER, under a number. Its words are big-endian for programs. */
public final class PanicSegment implements AutoCloseable {
    private final PanicCard card;
    private final int number;
    private final Region region;
    private final long grant;
    private boolean isRevoked;
    private boolean isClosed;

    PanicSegment(PanicCard card, int number, Region region, long grant) {
        this.card = card;
        this.number = number;
        this.region = region;
        this.grant = grant;
    }

    /** {@return its number, 1 to 63; 0 is the control segment} */
    public int number() {
        return number;
    }

    /** {@return its bytes, zero at first} Any thread, until it is closed; what programs transfer may be there in part. */
    public MemorySegment memory() {
        return region.memory();
    }

    Region region() {
        return region;
    }

    /** Takes the memory back at once: afterwards nothing of it changes any more. A program that uses it gets a fault. */
    public void revoke() {
        if (!isRevoked) {
            isRevoked = true;
            card.revoke(grant);
        }
    }

    /** Takes the memory back and frees it; the number can be used again. Does nothing when it is closed. */
    @Override
    public void close() {
        if (!isClosed) {
            isClosed = true;
            revoke();
            card.detach(this);
        }
    }
}
