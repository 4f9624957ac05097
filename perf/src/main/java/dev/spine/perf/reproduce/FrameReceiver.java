package dev.spine.perf.reproduce;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;

/** A card to which frames come: into its own memory, or into the host's, from which it fetches them. */
final class FrameReceiver implements Agent {
    /** Frames need no fetching. */
    static final long IN_PLACE = -1;

    private final AgentContext context;
    private final DmaEngine dma;
    private final long from;
    private final long to;
    private final DeliveryList<Integer> arrived;
    private final DeliveryList<Integer> free;
    private final DeliveryList<Transfer> completions = DeliveryList.singleProducer("fetched frames", FrameLoad.BUFFERS);
    private final Transfer[] transfers = new Transfer[FrameLoad.BUFFERS];
    private long frames;

    FrameReceiver(AgentContext context, DmaEngine dma, long from, long to, DeliveryList<Integer> arrived, DeliveryList<Integer> free) {
        this.context = context;
        this.dma = dma;
        this.from = from;
        this.to = to;
        this.arrived = arrived;
        this.free = free;
        for (int i = 0; i < transfers.length; i++) {
            transfers[i] = new Transfer(1, completions);
            transfers[i].tag(i);
        }
        context.consumes(arrived);
        context.consumes(completions);
    }

    @Override
    public int doWork(int limit) {
        int work = 0;
        Transfer fetched = completions.poll();
        if (fetched != null) {
            context.charge(Op.COMPLETE_TRANSFER);
            done((int) fetched.tag());
            work++;
        }
        Integer buffer = arrived.poll();
        if (buffer != null) {
            if (from == IN_PLACE) {
                context.charge(Op.POLL);
                done(buffer);
            } else {
                context.charge(Op.START_TRANSFER);
                long offset = (long) buffer * FrameLoad.SLOT_BYTES;
                transfers[buffer].clear().add(from + offset, to + offset, BusSaturation.FRAME_BYTES);
                context.submit(dma, transfers[buffer]);
            }
            work++;
        }
        return work;
    }

    private void done(int buffer) {
        frames++;
        context.deliver(free, buffer);
    }

    /** {@return frames that have arrived} */
    long frames() {
        return frames;
    }

    @Override
    public String roleName() {
        return context.path();
    }
}
