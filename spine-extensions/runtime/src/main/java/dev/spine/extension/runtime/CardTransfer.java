package dev.spine.extension.runtime;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.HostRegion;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.api.Surface;
import dev.spine.extension.api.TransferRequest;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.GrantTable;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.Op;
import org.jspecify.annotations.Nullable;

/** An extension's transfer: checks each run against what the extension holds, then lets the card's DMA engine move it. Preallocated. */
final class CardTransfer extends TransferRequest {
    /** The most runs of one transfer: a packet of video has fewer lines. */
    static final int MAX_RUNS = 32;

    private final Holdings holdings;
    private final Transfer transfer;
    private @Nullable Lease source;
    private @Nullable Lease destination;
    private @Nullable Surface surface;
    /** The region that is read, or written when there is a source buffer. */
    private @Nullable HostRegion region;
    /** What is known of the surface or region, if something was or can be made of it. */
    private @Nullable GrantPart part;
    private boolean open;
    private boolean inFlight;
    /** Who waits for its end, a bit each. */
    private int fences;
    private int reportTo;
    private int reportNumber;
    private int generation;

    CardTransfer(Holdings holdings, DeliveryList<Transfer> completions) {
        this.holdings = holdings;
        this.transfer = new Transfer(MAX_RUNS, completions);
        transfer.attach(this);
    }

    void begin(Lease from, Surface to) {
        begin(from, null, RuntimeAccess.grant(to));
        surface = to;
        holdPart(RuntimeAccess.origin(to));
    }

    void begin(Lease from, Lease to) {
        begin(from, to, GrantTable.NONE);
    }

    void begin(Lease from, HostRegion to) {
        begin(from, null, RuntimeAccess.grant(to));
        region = to;
        holdPart(RuntimeAccess.origin(to));
    }

    void begin(HostRegion from, Lease to) {
        begin(null, to, RuntimeAccess.grant(from));
        region = from;
        holdPart(RuntimeAccess.origin(from));
    }

    private void begin(@Nullable Lease from, @Nullable Lease to, long grant) {
        source = from;
        destination = to;
        if (from != null) {
            from.hold();
        }
        if (to != null) {
            to.hold();
        }
        open = true;
        transfer.clear().under(grant);
    }

    private void holdPart(@Nullable Object origin) {
        if (origin instanceof GrantPart known) {
            part = known;
            known.hold();
        }
    }

    private void checkOpen() {
        if (!open) {
            throw new IllegalStateException("this transfer was submitted, cancelled or revoked: take a new one from the context");
        }
    }

    private long sourceAddress(int offset, int bytes) {
        checkOpen();
        return addressIn(source, offset, bytes, "source");
    }

    private long destinationAddress(int offset, int bytes) {
        return addressIn(destination, offset, bytes, "destination");
    }

    private long addressIn(@Nullable Lease lease, int offset, int bytes, String which) {
        HostRegion other = region;
        if (lease != null || other == null) {
            if (lease == null) {
                throw new IllegalStateException("this transfer has no " + which + ": take a new one from the context");
            }
            return addressIn(lease.buffer(), offset, bytes, which);
        }
        if (bytes < 1 || offset < 0 || offset > other.length() - bytes) {
            throw new IndexOutOfBoundsException(bytes + " bytes at offset " + offset + " leave the " + which + " region of "
                + other.length() + " bytes");
        }
        return RuntimeAccess.address(other) + offset;
    }

    static long addressIn(Buffer buffer, int offset, int bytes, String which) {
        if (bytes < 1 || offset < 0 || offset > buffer.length() - bytes) {
            throw new IndexOutOfBoundsException(bytes + " bytes at offset " + offset + " leave the " + which + " buffer of "
                + buffer.length()
                + " bytes");
        }
        return RuntimeAccess.address(buffer) + offset;
    }

    @Override
    public boolean run(int sourceOffset, int lineOffset, int line, int bytes) {
        holdings.parts().agent().charge(Op.TRANSFER_RUN);
        Surface to = surface;
        if (to == null) {
            throw new IllegalStateException("this transfer goes to a buffer, not to a surface: use copy");
        }
        if (bytes < 1 || lineOffset < 0 || line < 0 || lineOffset > to.lineBytes() - bytes || line >= to.height()) {
            throw new IndexOutOfBoundsException(bytes + " bytes at byte " + lineOffset + " of line " + line + " leave a surface of "
                + to.height() + " lines of " + to.lineBytes() + " bytes");
        }
        return transfer.add(sourceAddress(sourceOffset, bytes), RuntimeAccess.addressOf(to, lineOffset, line), bytes);
    }

    @Override
    public boolean copy(int sourceOffset, int destinationOffset, int bytes) {
        holdings.parts().agent().charge(Op.TRANSFER_RUN);
        if (surface != null) {
            throw new IllegalStateException("this transfer goes to a surface, not to a buffer: use run");
        }
        return transfer.add(sourceAddress(sourceOffset, bytes), destinationAddress(destinationOffset, bytes), bytes);
    }

    @Override
    public int runs() {
        return transfer.runs();
    }

    @Override
    public void submit() {
        submit(0, 0);
    }

    @Override
    public void submit(int handler, int number) {
        checkOpen();
        holdings.parts().agent().charge(Op.TRANSFER);
        open = false;
        inFlight = true;
        holdings.transferStarted(this);
        reportTo = handler;
        reportNumber = number;
        generation = holdings.generation();
        holdings.chargeWork();
        holdings.parts().start(transfer);
    }

    @Override
    public void cancel() {
        if (open) {
            open = false;
            release();
            holdings.returnTransfer(this);
        }
    }

    long bytes() {
        long bytes = 0;
        for (int i = 0; i < transfer.runs(); i++) {
            bytes += transfer.length(i);
        }
        return bytes;
    }

    @Override
    public String toString() {
        return "transfer of " + transfer.runs() + " runs";
    }

    /** {@return which version of the code has submitted it} */
    int generation() {
        return generation;
    }

    boolean uses(Lease lease) {
        return lease == source || lease == destination;
    }

    boolean uses(GrantPart known) {
        return known == part;
    }

    /** What it uses was revoked: not another byte of it moves. */
    void giveUp() {
        if (open) {
            cancel();
        } else {
            transfer.cancel();
        }
    }

    boolean isOpen() {
        return open;
    }

    boolean isInFlight() {
        return inFlight;
    }

    void addFence(int bit) {
        fences |= bit;
    }

    /** {@return who waited for its end, a bit each; nobody any more} */
    int takeFences() {
        int waited = fences;
        fences = 0;
        return waited;
    }

    /** The DMA engine is done, one way or the other. */
    void onCompletion() {
        Transfer.Outcome outcome = transfer.outcome();
        if (outcome == Transfer.Outcome.REVOKED) {
            grantEnded();
        }
        release();
        inFlight = false;
        holdings.onTransferEnd(this, outcome, reportTo, reportNumber);
    }

    private void grantEnded() {
        Surface to = surface;
        HostRegion other = region;
        GrantPart known = part;
        if (known != null) {
            known.grantEnded();
        }
        if (to != null) {
            RuntimeAccess.invalidate(to);
        }
        if (other != null) {
            RuntimeAccess.invalidate(other);
        }
    }

    /** What is read and written is held from the beginning, so that nobody gets it while runs name its addresses. */
    private void release() {
        Lease from = source;
        Lease into = destination;
        source = null;
        GrantPart known = part;
        destination = null;
        surface = null;
        region = null;
        part = null;
        if (known != null) {
            known.release();
        }
        if (from != null) {
            from.release();
        }
        if (into != null) {
            into.release();
        }
    }
}
