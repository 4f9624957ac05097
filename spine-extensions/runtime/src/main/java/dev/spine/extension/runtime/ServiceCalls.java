package dev.spine.extension.runtime;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.HostRegion;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.api.ServiceException;
import dev.spine.extension.api.ServiceException.Reason;
import dev.spine.extension.api.Surface;
import dev.spine.extension.api.metered.MeterAccount;
import dev.spine.extension.runtime.service.CallFrame;
import dev.spine.extension.runtime.service.ExporterSide;
import org.jspecify.annotations.Nullable;

/**
 * The calls from extension to extension that are in flight on a card, innermost last: who waits for whom, who pays, what is lent. Belongs
 * to the card's agent.
 */
final class ServiceCalls {
    /** The most services that wait for one another. */
    static final int MAX_DEPTH = 3;

    /** Units of a call beside what the service uses: copying parameters, checks. */
    private static final int UNITS_OF_CALL = 200;
    private static final int BYTES_OF_RESULT = 128;
    /** What the parameters of a call take beside their texts. */
    private static final int BYTES_OF_CALL = 512;

    private final CallFrame[] frames = new CallFrame[MAX_DEPTH];
    /** The instances whose code waits: the first caller, then the services that were called. */
    private final @Nullable ExtensionInstance[] waiting = new ExtensionInstance[MAX_DEPTH + 1];
    /** What is lent to each service, in the order of the references of its frame. */
    private final @Nullable Lease[][] lent = new Lease[MAX_DEPTH][];
    private int depth;

    ServiceCalls() {
        for (int i = 0; i < MAX_DEPTH; i++) {
            frames[i] = new CallFrame();
            lent[i] = new Lease[CallFrame.MAX_VALUES];
        }
    }

    private static ServiceException failure(Reason reason, String text) {
        return RuntimeAccess.newServiceException(reason, text);
    }

    /** {@return the frame of a call that is about to be made} */
    CallFrame begin(ServiceOffer offer) {
        if (depth == MAX_DEPTH) {
            throw failure(Reason.TOO_DEEP, offer.type() + " cannot be called: " + MAX_DEPTH + " services wait for one another already");
        }
        CallFrame frame = frames[depth];
        frame.clear();
        return frame;
    }

    /** Calls, in the activation of the caller. */
    void call(ExtensionInstance caller, CardDelegation delegation, ServiceOffer offer, int method, CallFrame frame) {
        int level = depth;
        waiting[level] = caller;
        try {
            callAtThisDepth(caller, delegation, offer, method, frame);
        } catch (Throwable e) {
            frame.clear();
            throw e;
        } finally {
            depth = level;
            if (level == 0) {
                waiting[0] = null;
            }
        }
    }

    private void callAtThisDepth(ExtensionInstance caller, CardDelegation delegation, ServiceOffer offer, int method, CallFrame frame) {
        ExporterSide side = offer.side();
        if (side == null) {
            throw failure(Reason.GONE, offer.type() + " is exported no more by the extension that it was linked to: link again");
        }
        ExtensionInstance callee = offer.instance();
        for (int i = 0; i <= depth; i++) {
            if (callee == waiting[i]) {
                throw failure(Reason.REENTERED, offer.type() + " cannot be called: it waits for this call itself");
            }
        }
        MeterAccount payer = caller.ledger().account();
        payer.charge(UNITS_OF_CALL);
        if (payer.fuel() < offer.fuelOfCall()) {
            throw failure(Reason.FUEL, offer.type() + " may use " + offer.fuelOfCall() + " units of fuel in a call, and this activation"
                + " has " + payer.fuel() + " left");
        }
        int text = frame.characters();
        // Numbers and buffers are there already: what is counted for them has the heap of the exporter counted, which takes more.
        int heap = offer.takesHeap(method) ? BYTES_OF_CALL + 2 * text : 0;
        int references = frame.references();
        int level = depth;
        ExtensionVersion running = callee.version();
        String problem;
        try {
            lend(caller, delegation, callee, offer, frame);
            caller.chargeWork();
            depth = level + 1;
            waiting[depth] = callee;
            problem = callee.serve(offer.type(), offer.fuelOfCall(), side, method, frame, heap);
        } finally {
            waiting[level + 1] = null;
            takeBack(level, references);
        }
        int used = running.ledger().lastCallFuel();
        payer.charge(used);
        caller.ledger().paidFor(used);
        if (problem != null) {
            throw failure(offer.isOpen() ? Reason.DECLINED : Reason.FAILED, problem);
        }
        if (!offer.isResultNumber(method)) {
            payer.allocate(BYTES_OF_RESULT + 2 * frame.characters());
        }
    }

    // --- what is lent

    private void lend(ExtensionInstance caller, CardDelegation delegation, ExtensionInstance callee, ServiceOffer offer, CallFrame frame) {
        @Nullable Lease[] leases = lent[depth];
        for (int i = 0; i < frame.references(); i++) {
            switch (frame.reference(i)) {
                case Buffer buffer -> frame.exchange(i, lend(caller, callee, offer, buffer, leases, i));
                case Surface surface -> frame.exchange(i, delegation.copyFor(callee, surface));
                case HostRegion region -> frame.exchange(i, delegation.copyFor(callee, region));
                case null, default -> {
                    // Texts are shared as they are, and null is null.
                }
            }
        }
    }

    private static Buffer lend(ExtensionInstance caller, ExtensionInstance callee, ServiceOffer offer, Buffer buffer,
        @Nullable Lease[] leases, int index) {
        Lease whole = caller.holdings().leaseOf(buffer);
        Lease part = callee.holdings().partOf(whole, 0, buffer.length(), true,
            whole.origin() == Lease.Origin.PART ? Lease.Origin.PART : Lease.Origin.LENT);
        if (part == null) {
            throw failure(Reason.FULL, offer.type() + " can hold no more buffers now");
        }
        leases[index] = part;
        return part.buffer();
    }

    /** What was lent ends with the call; of what was delegated the service has what it has kept. */
    private void takeBack(int level, int references) {
        @Nullable Lease[] leases = lent[level];
        for (int i = 0; i < references; i++) {
            Lease lease = leases[i];
            if (lease == null) {
                continue;
            }
            leases[i] = null;
            if (lease.origin() == Lease.Origin.LENT) {
                lease.revoke();
            }
            Holdings.endView(lease);
        }
    }
}
