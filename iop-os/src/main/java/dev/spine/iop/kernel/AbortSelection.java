package dev.spine.iop.kernel;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.AbortType;
import dev.spine.i2o.message.UtilAbort;
import dev.spine.iop.bus.BusAgent;
import org.jspecify.annotations.Nullable;

/**
 * Which requests an initiator wants to be rid of: those that it has sent itself, from the same bus agent and under the same TID, and among
 * them what its abort says. Belongs to the IOP's agent.
 *
 * <p>Source: I2O 1.5 utility messages, abort.
 */
public final class AbortSelection {
    private final int busAgentId;
    private final int initiator;
    private final @Nullable KernelRequest requester;
    private final UtilAbort abort;

    private AbortSelection(BusAgent busAgent, int initiator, @Nullable KernelRequest requester, UtilAbort abort) {
        this.busAgentId = busAgent.id();
        this.initiator = initiator;
        this.requester = requester;
        this.abort = abort;
    }

    /**
     * {@return what an abort selects, or null when its type is none of the architecture}
     *
     * @param requester a UtilAbort in work
     */
    public static @Nullable AbortSelection of(KernelRequest requester) {
        UtilAbort abort = UtilAbort.KIND.parse(requester.frame());
        return abort.abortType() > AbortType.CLEAN_WILD ? null
            : new AbortSelection(requester.sender(), requester.frame().initiator(), requester, abort);
    }

    /**
     * {@return all requests of one object of another bus agent}
     *
     * @param sender the bus agent
     * @param initiator its object, as this IOP knows it
     */
    public static AbortSelection everythingOf(BusAgent sender, int initiator) {
        return new AbortSelection(sender, initiator, null, new UtilAbort(AbortType.WILD, 0, 0));
    }

    /** {@return whether only requests that have not begun are meant: none whose data has begun to move, or whose store is at work} */
    public boolean onlyUnbegun() {
        return abort.abortType() >= AbortType.CLEAN_EXACT;
    }

    /**
     * {@return whether a request is meant}
     *
     * @param request a request in work
     */
    public boolean selects(KernelRequest request) {
        MessageFrame frame = request.frame();
        return request != requester && selects(request.sender(), frame.initiator(), frame.function(), frame.wordOrZero(3));
    }

    /**
     * {@return whether a transaction is meant} For requests that carry several, whose contexts are in their scatter-gather list, and for
     * what a device keeps after its request has ended, such as a posted bucket.
     *
     * @param sender the bus agent that asked for it
     * @param askedBy the TID that asked for it
     * @param function the function of its request
     * @param context its own context
     */
    public boolean selects(BusAgent sender, int askedBy, int function, int context) {
        if (sender.id() != busAgentId || askedBy != initiator) {
            return false;
        }
        boolean sameFunction = function == abort.functionToAbort();
        boolean sameContext = context == abort.contextToAbort();
        return switch (abort.abortType()) {
            case AbortType.EXACT, AbortType.CLEAN_EXACT -> sameFunction && sameContext;
            case AbortType.FUNCTION, AbortType.CLEAN_FUNCTION -> sameFunction;
            case AbortType.TRANSACTION, AbortType.CLEAN_TRANSACTION -> sameContext;
            default -> true;
        };
    }
}
