package dev.spine.perf.access;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;

/** A processor that reaches one thing over and over, and does nothing else. */
final class ReachingAgent implements Agent {
    private static final int WORD = Integer.BYTES;

    private final AgentContext context;
    private final DmaEngine dma;
    private final BusAgent other;
    private final AccessReach reach;
    private final DeliveryList<Transfer> completions = DeliveryList.singleProducer("ends of transfers", 2);
    private final Transfer transfer = new Transfer(1, completions);
    private final long own;
    private final long far;
    private int left;
    private boolean waits;
    private long beginNs;
    private long waitedNs;

    /** {@code own} and {@code far} are bus addresses of a word in this bus agent's memory and in the other's. */
    ReachingAgent(AgentContext context, DmaEngine dma, BusAgent other, AccessReach reach, long own, long far, int times) {
        this.context = context;
        this.dma = dma;
        this.other = other;
        this.reach = reach;
        this.own = own;
        this.far = far;
        this.left = times;
        context.consumes(completions);
    }

    @Override
    public int doWork(int limit) {
        if (waits && completions.poll() == null || left == 0) {
            return 0;
        }
        if (waits) {
            context.charge(Op.COMPLETE_TRANSFER);
            waitedNs += context.nowNs() - beginNs;
            waits = false;
            left--;
        }
        if (left > 0) {
            context.charge(Op.POLL);
            reach();
        }
        return 1;
    }

    private void reach() {
        beginNs = context.nowNs();
        switch (reach) {
            case NOTHING -> { }
            case OWN_MEMORY -> context.charge(Op.TOUCH_BYTE, WORD);
            case OTHER_MEMORY -> programmed(Op.FRAME_WORD_WRITE);
            case REGISTER_WRITE -> programmed(Op.REGISTER_WRITE);
            case REGISTER_READ -> programmed(Op.REGISTER_READ);
            case DMA_ENGINE, DMA_WRITE -> move(own, far);
            case DMA_READ -> move(far, own);
        }
        if (!reach.isTransfer()) {
            left--;
        }
    }

    private void programmed(Op op) {
        context.charge(op);
        context.programmedIo(dma, other, WORD);
    }

    private void move(long from, long to) {
        context.charge(Op.START_TRANSFER);
        context.charge(Op.ADD_RUN);
        transfer.clear().add(from, to, WORD);
        context.submit(dma, transfer);
        waits = true;
    }

    boolean hasEnded() {
        return left == 0;
    }

    /** {@return nanoseconds from the beginning of transfers to their ends, of all together} */
    long waitedNs() {
        return waitedNs;
    }

    @Override
    public String roleName() {
        return context.path();
    }
}
