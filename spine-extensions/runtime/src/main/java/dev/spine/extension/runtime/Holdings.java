package dev.spine.extension.runtime;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.BufferOwner;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.memory.CardMemory;
import dev.spine.extension.runtime.message.TransferFences;
import dev.spine.extension.runtime.parts.RuntimeParts;
import dev.spine.extension.runtime.quota.Quota;
import dev.spine.extension.runtime.quota.QuotaLedger;
import dev.spine.extension.runtime.watch.ActivationWatch;
import dev.spine.iop.bus.GrantTable;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.packet.Packet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What one instance holds of the card: packets and memory that it sees, buffers that it keeps, transfers in the making and in flight, and
 * requests to disks. All of it is preallocated; when the instance ends, all of it returns, now or when its last transfer has ended. Belongs
 * to the card's agent.
 */
final class Holdings implements BufferOwner {
    /** The most surfaces and regions that an instance was given or has made parts of. */
    static final int MAX_PARTS = 64;
    /** The most revocations of one instance whose end was not told yet. */
    static final int MAX_REVOCATIONS = 64;

    private final Resident instance;
    private final RuntimeParts parts;
    private final LocalRoutes local;
    private final Consumer<Lease> onRevoked;
    /** Whether a packet goes first of all to this instance. */
    private final Predicate<Packet> isFirst;
    private final InstanceLimits limits;
    private final List<Lease> allLeases = new ArrayList<>();
    /** Those that nothing uses are the first; the last one given back is taken first, as it is still in the processor's cache. */
    private final Lease[] leases;
    private int freeLeases;
    /** One that packets get as long as nothing else uses it; it is never among the others. */
    private Lease ready;
    private final List<CardTransfer> allTransfers = new ArrayList<>();
    private final ArrayDeque<CardTransfer> transfers;
    private final TransferFences fences;
    private final QuotaLedger quotas;
    private final List<GrantPart> granted = new ArrayList<>();
    /** What a version that was replaced keeps, while its successor is on trial. */
    private @Nullable KeptLeases before;
    private @Nullable CardTransfer openTransfer;
    private int blocks;
    private int inFlight;
    /** Leases that share the memory of another: there are none unless a replacement is on trial. */
    private int shares;
    /** Parts of what this instance holds that are in the hands of others. */
    private int lentToOthers;
    private int revocations;
    private long refusedTransfers;

    /**
     * An instance that holds nothing.
     *
     * @param instance which
     * @param parts of the runtime
     * @param local where ends of transfers and revocations are reported
     * @param quotas what it may hold
     * @param isFirst whether a packet goes first of all to this instance
     * @param onRevoked is notified of a lease that is revoked: of messages that bring data of it no byte moves any more
     */
    Holdings(Resident instance, RuntimeParts parts, LocalRoutes local, QuotaLedger quotas, Predicate<Packet> isFirst,
        Consumer<Lease> onRevoked) {
        this.instance = instance;
        this.parts = parts;
        this.local = local;
        this.isFirst = isFirst;
        this.onRevoked = onRevoked;
        this.limits = parts.limits();
        this.quotas = quotas;
        this.fences = new TransferFences(this::reportFence);
        this.ready = new Lease(this);
        allLeases.add(ready);
        this.leases = new Lease[limits.leases() - 1];
        for (; freeLeases < leases.length; freeLeases++) {
            Lease lease = new Lease(this);
            allLeases.add(lease);
            leases[freeLeases] = lease;
        }
        this.transfers = new ArrayDeque<>(limits.transfers());
        for (int i = 0; i < limits.transfers(); i++) {
            CardTransfer transfer = new CardTransfer(this, parts.completions());
            allTransfers.add(transfer);
            transfers.push(transfer);
        }
    }

    /** {@return which version of the code is running} */
    int generation() {
        return instance.generation();
    }

    RuntimeParts parts() {
        return parts;
    }

    /** Charges for the code so far: see {@link Resident#chargeWork}. */
    void chargeWork() {
        instance.chargeWork();
    }

    /** {@return transfers that did not move every byte} */
    long refusedTransfers() {
        return refusedTransfers;
    }

    int blocks() {
        return blocks;
    }

    /** {@return transfers and requests to disks that are in flight} */
    int inFlight() {
        return inFlight;
    }

    /** {@return packets and pieces of memory that it sees, keeps or has lent to transfers} */
    int leasesInUse() {
        return leases.length - freeLeases + (ready.isInUse() ? 1 : 0);
    }

    /** {@return whether nothing is in flight any more, and nobody has a part of what it held} */
    boolean isDrained() {
        return inFlight == 0 && lentToOthers == 0;
    }

    /** The instance has ended: its buffers are empty from now on, and what nothing in flight uses returns. */
    void end() {
        endOpenTransfer();
        for (Lease lease : List.copyOf(allLeases)) {
            if (lease.isInUse()) {
                lease.revokeParts();
            }
            if (lease.isKept()) {
                release(lease.buffer());
            }
            RuntimeAccess.empty(lease.buffer());
        }
        List.copyOf(granted).forEach(GrantPart::revoke);
    }

    // --- leases

    /** {@return the lease of the next packet, if it is not in use} */
    Lease ready() {
        return ready;
    }

    /** The lease that was ready is in use for longer: another one is, if there is one. */
    void makeReady() {
        if (ready.isInUse() && freeLeases > 0) {
            ready = leases[--freeLeases];
        }
    }

    /** {@return a lease, not in use, or null when all are} */
    @Nullable Lease takeLease() {
        if (freeLeases == 0) {
            return ready.isInUse() ? null : ready;
        }
        return leases[--freeLeases];
    }

    private boolean hasLease() {
        return freeLeases > 0 || !ready.isInUse();
    }

    /** {@return whether the instance may hold so many bytes of the card's memory when it holds nothing else} */
    boolean couldEverHold(int bytes) {
        long reserved = CardMemory.reservedFor(bytes);
        return reserved <= parts.memory().region().length() && quotas.couldEverTake(Quota.MEMORY, reserved);
    }

    /** A lease of memory that already holds the data of a bulk message, or null when the instance can hold no more. */
    @Nullable Lease leaseFor(CardMemory.Block block) {
        Lease lease = blocks == limits.blocks() || !hasLease() || !quotas.take(Quota.MEMORY, block.reservedBytes()) ? null : takeLease();
        if (lease == null) {
            return null;
        }
        blocks++;
        lease.take(block, true);
        return lease;
    }

    /** {@return the lease behind one of this instance's buffers; an exception says so when it is another's or empty} */
    Lease leaseOf(Buffer buffer) {
        if (RuntimeAccess.owner(buffer) != this || !(RuntimeAccess.origin(buffer) instanceof Lease lease)) {
            throw new IllegalArgumentException("this buffer is not this extension's, or it is empty: released, revoked, or its"
                + " activation is over");
        }
        return lease;
    }

    /** The activation lets its lease go; what the extension has not kept, it no longer sees. */
    static void endView(Lease lease) {
        if (!RuntimeAccess.isKept(lease.buffer())) {
            RuntimeAccess.hide(lease.buffer());
        }
        lease.release();
    }

    /** {@return a part of a lease of this or another instance, in the hands of this one; null when it can hold no more} */
    @Nullable Lease partOf(Lease whole, int offset, int bytes, boolean writable, Lease.Origin how) {
        Lease part = takeLease();
        if (part != null) {
            part.take(whole, offset, bytes, writable, how);
        }
        return part;
    }

    /** A part of one of this instance's leases was made for somebody. */
    void partLent(Holdings to) {
        lentToOthers += to == this ? 0 : 1;
    }

    /** A part of one of this instance's leases has ended. */
    void partReturned(Holdings from) {
        lentToOthers -= from == this ? 0 : 1;
        if (lentToOthers == 0) {
            parts.finishDraining();
        }
    }

    void returnLease(Lease lease) {
        KeptLeases open = before;
        if (open != null) {
            open.forget(lease);
        }
        if (lease == ready) {
            return;
        }
        if (freeLeases < leases.length) {
            if (leases[freeLeases] != lease) {
                leases[freeLeases] = lease;
            }
            freeLeases++;
        } else {
            allLeases.remove(lease);
        }
    }

    /** The thread that was given up has ended: the packets that its code could see go home. Nothing else of this is used again. */
    void returnPackets() {
        allLeases.forEach(Lease::returnPacketOfLost);
    }

    // --- two versions of the code

    private List<Lease> kept() {
        return allLeases.stream().filter(Lease::isKept).toList();
    }

    /** Another version begins on trial: {@return what the one before it keeps} */
    KeptLeases beginTrial() {
        KeptLeases begun = new KeptLeases(kept());
        before = begun;
        return begun;
    }

    /** The trial is over: the new version holds, or the one before it is back. */
    void endTrial() {
        before = null;
    }

    /** {@return a lease that shares the memory of another and is kept beside it; it does not count as one more} */
    Lease share(Lease base) {
        Lease share = takeLease();
        if (share == null) {
            share = new Lease(this);
            allLeases.add(share);
        }
        share.share(base);
        shares++;
        RuntimeAccess.setKept(share.buffer());
        return share;
    }

    /** A share of a lease has ended. */
    void shareReturned(Lease share) {
        shares--;
        returnLease(share);
    }

    /** What another version of the code sees of a lease that was revoked ends, too. */
    void revokeShares(Lease base) {
        if (shares == 0) {
            return;
        }
        for (Lease lease : List.copyOf(allLeases)) {
            if (lease.base() == base && lease != base) {
                lease.revoke();
            }
        }
    }

    /** The old version goes on: returns whatever was not kept by it. */
    void releaseAllBut(KeptLeases ofOld) {
        for (Lease lease : kept()) {
            if (!ofOld.contains(lease)) {
                release(lease.buffer());
            }
        }
    }

    // --- memory

    @Nullable Buffer allocate(CardMemory memory, int bytes) {
        if (blocks == limits.blocks() || !hasLease()) {
            return null;
        }
        CardMemory.Block block = memory.allocate(bytes);
        if (block == null) {
            return null;
        }
        Lease lease = quotas.take(Quota.MEMORY, block.reservedBytes()) ? takeLease() : null;
        if (lease == null) {
            block.free();
            return null;
        }
        lease.take(block, true);
        blocks++;
        if (lease.buffer().keep() == null) {
            lease.release();
            return null;
        }
        lease.release();
        return lease.buffer();
    }

    /** A block is about to be given back. */
    void blockReturned(CardMemory.Block block) {
        blocks--;
        quotas.give(Quota.MEMORY, block.reservedBytes());
    }

    @Override
    public boolean keep(Buffer buffer) {
        parts.guests().requireThread();
        if (leaseOf(buffer).origin() == Lease.Origin.LENT || !quotas.take(Quota.BUFFERS, 1)) {
            return false;
        }
        leaseOf(buffer).hold();
        report("keep ", buffer);
        return true;
    }

    @Override
    public int ahead(int packets, int offset) {
        return parts.upcoming().word(isFirst, packets, offset);
    }

    @Override
    public long offload(Buffer buffer) {
        return leaseOf(buffer).offload();
    }

    @Override
    public boolean isLent(Buffer buffer) {
        return leaseOf(buffer).isLent();
    }

    @Override
    public void release(Buffer buffer) {
        parts.guests().requireThread();
        if (!RuntimeAccess.isKept(buffer)) {
            return;
        }
        Lease lease = leaseOf(buffer);
        report("release ", buffer);
        lease.revokeParts();
        dropView(lease);
    }

    /** The extension sees a lease no more, also if it has kept it. */
    void dropView(Lease lease) {
        boolean kept = RuntimeAccess.isKept(lease.buffer());
        RuntimeAccess.empty(lease.buffer());
        if (kept) {
            if (lease.base() == null) {
                quotas.give(Quota.BUFFERS, 1);
            }
            lease.release();
        }
    }

    private void report(String what, Object object) {
        ActivationWatch watch = parts.carried().watch();
        if (watch != null) {
            watch.called(instance.number(), what + object);
        }
    }

    // --- transfers

    @Nullable CardTransfer takeTransfer() {
        CardTransfer open = openTransfer;
        if (open != null && open.isOpen()) {
            throw new IllegalStateException("one transfer is open already: submit or cancel it first");
        }
        CardTransfer transfer = quotas.mayBegin(Quota.DMA_PER_SECOND, parts.nowNs()) ? transfers.poll() : null;
        openTransfer = transfer;
        return transfer;
    }

    /** A transfer that was taken and neither submitted nor cancelled ends with the activation. */
    void endOpenTransfer() {
        CardTransfer open = openTransfer;
        if (open != null) {
            open.cancel();
        }
    }

    void transferStarted(CardTransfer transfer) {
        report("submit ", transfer);
        openTransfer = null;
        quotas.enterEverywhere(Quota.DMA_PER_SECOND, transfer.bytes());
        inFlight++;
    }

    /** Of no transfer that uses a lease another byte moves; one that was not submitted yet is given back. */
    void cancelTransfers(Lease lease) {
        onRevoked.accept(lease);
        if (inFlight == 0 && openTransfer == null) {
            return;
        }
        for (CardTransfer transfer : allTransfers) {
            if (transfer.uses(lease)) {
                transfer.giveUp();
            }
        }
    }

    /** As {@link #cancelTransfers(Lease)}, for those under a grant. */
    void cancelTransfers(GrantPart part) {
        for (CardTransfer transfer : allTransfers) {
            if (transfer.uses(part)) {
                transfer.giveUp();
            }
        }
    }

    void returnTransfer(CardTransfer transfer) {
        if (openTransfer == transfer) {
            openTransfer = null;
        }
        transfers.push(transfer);
    }

    void onTransferEnd(CardTransfer transfer, Transfer.Outcome outcome, int handler, int transferNumber) {
        inFlight--;
        transfers.push(transfer);
        int waitedFor = transfer.takeFences();
        if (waitedFor != 0) {
            fences.onTransferEnd(waitedFor);
        }
        if (outcome != Transfer.Outcome.DONE) {
            refusedTransfers++;
        }
        if (handler > 0) {
            reportTransfer(transfer.generation(), handler, transferNumber, outcome);
        }
    }

    private void reportTransfer(int generation, int handler, int transferNumber, Transfer.Outcome outcome) {
        if (instance.wants(generation)) {
            local.reportTransfer(instance.number(), handler, transferNumber, outcome);
        }
    }

    /** As {@link #reportTransfer}, for the end of all; false when nobody is told, because nobody wants to know or there is no room. */
    private boolean reportFence(int generation, int handler, int number, TransferFences waiting, int fence) {
        return instance.wants(generation) && local.reportFence(instance.number(), handler, number, waiting, fence);
    }

    /** A handler wants to know when all transfers have ended that are in flight; false when too many wait already, or are told. */
    boolean fence(int handler, int fenceNumber) {
        int bit = fences.take();
        if (bit == 0 || !local.canReport()) {
            return false;
        }
        int inFlight = 0;
        for (CardTransfer transfer : allTransfers) {
            if (transfer.isInFlight()) {
                transfer.addFence(bit);
                inFlight++;
            }
        }
        fences.begin(bit, inFlight, generation(), handler, fenceNumber);
        return true;
    }

    /** {@return whether a disk may be asked for something in this second} */
    boolean mayBeginOperation() {
        return quotas.mayBegin(Quota.DMA_PER_SECOND, parts.nowNs());
    }

    /** A disk has been asked for something. */
    void operationStarted(long bytes) {
        quotas.enterEverywhere(Quota.DMA_PER_SECOND, bytes);
        inFlight++;
    }

    /** A disk has answered. */
    void operationEnded() {
        inFlight--;
    }

    // --- parts under grants, and revocations

    /** {@return whether another part of a surface or region may be made for this instance} */
    boolean mayHavePart() {
        if (granted.size() == MAX_PARTS) {
            // What was granted from outside is over when its grant is.
            GrantTable valid = parts.environment().bus().grants();
            List.copyOf(granted).stream().filter(part -> !part.isPart() && !valid.isValid(part.grant())).forEach(GrantPart::revoke);
        }
        return granted.size() < MAX_PARTS;
    }

    void partMade(GrantPart part) {
        granted.add(part);
    }

    void partEnded(GrantPart part) {
        granted.remove(part);
    }

    /** A revocation with a report begins; an exception says when too many are in flight. */
    void beginRevocation() {
        if (revocations == MAX_REVOCATIONS) {
            throw new IllegalStateException(MAX_REVOCATIONS + " revocations are under way: wait for the end of one");
        }
        revocations++;
    }

    void reportRevoked(int handler, int number) {
        parts.revocationReports().add(() -> {
            revocations--;
            if (instance.isRunning()) {
                local.reportRevoked(instance.number(), handler, number);
            }
        });
    }
}
