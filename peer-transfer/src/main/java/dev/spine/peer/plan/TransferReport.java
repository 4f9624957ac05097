package dev.spine.peer.plan;

import dev.spine.iop.bus.Account;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;

/**
 * Which route bytes took between two places, why, and what the accounts of the bus say. Any thread.
 *
 * @param plan what was possible
 * @param taken the route that was taken
 * @param moved the bytes that were moved meanwhile
 */
public record TransferReport(TransferPlan plan, TransferRoute taken, Reading moved) {
    /**
     * Bytes moved by DMA between two bus agents and the host, whoever initiated it.
     *
     * @param direct from the source's bus agent to the destination's
     * @param toHost from the source's bus agent into host memory
     * @param fromHost from host memory to the destination's bus agent
     */
    public record Reading(long direct, long toHost, long fromHost) {
        /**
         * {@return what was moved since an earlier reading}
         *
         * @param earlier the earlier reading
         */
        public Reading since(Reading earlier) {
            return new Reading(direct - earlier.direct, toHost - earlier.toHost, fromHost - earlier.fromHost);
        }
    }

    /**
     * Reads the accounts. While the engine stands still.
     *
     * @param bus the node's bus
     * @param source where the bytes are
     * @param destination where they go
     * @return the bytes moved so far
     */
    public static Reading read(Bus bus, DataLocation source, DataLocation destination) {
        BusAgent host = BusAgent.host();
        long direct = 0;
        long toHost = 0;
        long fromHost = 0;
        BusAgent[] initiators = {host, source.busAgent(), destination.busAgent()};
        for (int i = 0; i < initiators.length; i++) {
            if (i == 2 && source.busAgent().id() == destination.busAgent().id()) {
                break;
            }
            Account account = bus.account(initiators[i]);
            direct += account.dataBytes(source.busAgent(), destination.busAgent());
            toHost += account.dataBytes(source.busAgent(), host);
            fromHost += account.dataBytes(host, destination.busAgent());
        }
        return new Reading(direct, toHost, fromHost);
    }

    /** {@return the bytes that the route that was taken has carried} */
    public long bytes() {
        return taken == TransferRoute.THROUGH_HOST_MEMORY ? moved.fromHost() : moved.direct();
    }

    /** {@return whether the accounts agree with the route: bytes on it, and none on the other} */
    public boolean agrees() {
        boolean hostUsed = moved.toHost() > 0 || moved.fromHost() > 0;
        return bytes() > 0 && (taken == TransferRoute.THROUGH_HOST_MEMORY ? moved.direct() == 0 : !hostUsed);
    }

    /** {@return the route for a record, with the reason, and whether the accounts contradict it: one line} */
    public String route() {
        TransferPlan.Option option = plan.option(taken);
        StringBuilder text = new StringBuilder(taken.label()).append(": ").append(option.reason());
        TransferRoute best = plan.best();
        if (best != taken) {
            text.append(taken.ordinal() > best.ordinal() ? "; " + best.label() + " was possible" : "; not possible at the end");
        }
        for (TransferPlan.Option other : plan.options()) {
            if (other.route().ordinal() < taken.ordinal() && !other.possible()) {
                text.append("; not ").append(other.route().label()).append(" because ").append(other.reason());
            }
        }
        return text.append(agrees() ? "" : "; the accounts of the bus contradict this: " + moved).toString();
    }
}
