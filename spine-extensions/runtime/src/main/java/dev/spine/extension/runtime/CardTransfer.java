package dev.spine.extension.runtime;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.api.Surface;
import dev.spine.extension.api.TransferRequest;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.GrantTable;
import dev.spine.iop.bus.Transfer;
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
    private boolean open;
    private int reportTo;
    private int reportNumber;
    private int generation;

    CardTransfer(Holdings holdings, DeliveryList<Transfer> completions) {
        this.holdings = holdings;
        this.transfer = new Transfer(MAX_RUNS, completions);
        transfer.attach(this);
    }

    void begin(Lease from, Surface to) {
        source = from;
        from.hold();
        surface = to;
        destination = null;
        open = true;
        transfer.clear().under(RuntimeAccess.grant(to));
    }

    void begin(Lease from, Lease to) {
        source = from;
        from.hold();
        surface = null;
        destination = to;
        to.hold();
        open = true;
        transfer.clear().under(GrantTable.NONE);
    }

    private long sourceAddress(int offset, int bytes) {
        Lease lease = source;
        if (!open || lease == null) {
            throw new IllegalStateException("this transfer was submitted or cancelled: take a new one from the context");
        }
        return addressIn(lease.buffer(), offset, bytes, "source");
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
        Lease to = destination;
        if (to == null) {
            throw new IllegalStateException("this transfer goes to a surface, not to a buffer: use run");
        }
        return transfer.add(sourceAddress(sourceOffset, bytes), addressIn(to.buffer(), destinationOffset, bytes, "destination"), bytes);
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
        if (!open) {
            throw new IllegalStateException("this transfer was submitted or cancelled: take a new one from the context");
        }
        open = false;
        holdings.transferStarted(this);
        reportTo = handler;
        reportNumber = number;
        generation = holdings.generation();
        holdings.chargeWork();
        holdings.runtime().start(transfer);
    }

    @Override
    public void cancel() {
        if (open) {
            open = false;
            letGo();
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

    boolean isOpen() {
        return open;
    }

    /** The DMA engine is done, one way or the other. */
    void onCompletion() {
        Transfer.Outcome outcome = transfer.outcome();
        Surface to = surface;
        if (outcome == Transfer.Outcome.REVOKED && to != null) {
            RuntimeAccess.invalidate(to);
        }
        letGo();
        holdings.onTransferEnd(this, outcome, reportTo, reportNumber);
    }

    /** What is read and written is held from the beginning, so that nobody gets it while runs name its addresses. */
    private void letGo() {
        Lease from = source;
        Lease into = destination;
        source = null;
        destination = null;
        surface = null;
        if (from != null) {
            from.letGo();
        }
        if (into != null) {
            into.letGo();
        }
    }
}
