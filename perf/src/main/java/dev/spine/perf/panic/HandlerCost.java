package dev.spine.perf.panic;

import dev.spine.iop.engine.Op;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Where the time of one activation of a program goes, as docs/fidelity.md counts it: microseconds, each in one of them alone. Any thread.
 *
 * @param dispatchUs what card and runtime do
 * @param interpreterUs code of the virtual machine
 * @param deliverUs the service that DELIVER reaches
 * @param dmaUs the DMA engine's own time
 */
public record HandlerCost(double dispatchUs, double interpreterUs, double deliverUs, double dmaUs) {
    private static final Set<Op> DELIVER = EnumSet.of(Op.TRANSFER_RUN, Op.START_TRANSFER, Op.COMPLETE_TRANSFER);
    private static final double PS_PER_US = 1e6;

    /** What a card has done since it was last forgotten. */
    static HandlerCost of(CardWatch watch, String card) {
        Map<Op, Long> worked = watch.worked(card);
        double all = worked.values().stream().mapToLong(Long::longValue).sum();
        double interpreter = worked.getOrDefault(Op.UNIT, 0L);
        double deliver = DELIVER.stream().mapToLong(op -> worked.getOrDefault(op, 0L)).sum();
        return new HandlerCost((all - interpreter - deliver) / PS_PER_US, interpreter / PS_PER_US, deliver / PS_PER_US,
            watch.dmaPs(card) / PS_PER_US);
    }
}
