package dev.spine.perf.reproduce;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;

/** A card that gets frames at an even pace and moves each to where it is wanted, as long as it has buffers. */
final class FrameLoad implements Agent {
    /** Frames that a card has under way. */
    static final int BUFFERS = 16;
    /** From one buffer to the next. */
    static final int SLOT_BYTES = 2_048;

    private final AgentContext context;
    private final DmaEngine dma;
    private final long from;
    private final long to;
    private final DeliveryList<Integer> arrived;
    private final DeliveryList<Integer> free;
    private final DeliveryList<Transfer> completions = DeliveryList.singleProducer("moved frames", BUFFERS);
    private final Transfer[] transfers = new Transfer[BUFFERS];
    private final int[] unused = new int[BUFFERS];
    private int unusedCount = BUFFERS;
    private long nextNs;

    /** Whoever takes a frame learns its buffer from {@code arrived} and gives it back by {@code free}. */
    FrameLoad(AgentContext context, DmaEngine dma, long from, long to, DeliveryList<Integer> arrived, DeliveryList<Integer> free) {
        this.context = context;
        this.dma = dma;
        this.from = from;
        this.to = to;
        this.arrived = arrived;
        this.free = free;
        for (int i = 0; i < BUFFERS; i++) {
            transfers[i] = new Transfer(1, completions);
            transfers[i].tag(i);
            unused[i] = i;
        }
        context.consumes(completions);
        context.consumes(free);
    }

    @Override
    public int doWork(int limit) {
        int work = 0;
        for (Integer buffer = free.poll(); buffer != null; buffer = free.poll()) {
            unused[unusedCount++] = buffer;
            work++;
        }
        Transfer moved = completions.poll();
        if (moved != null) {
            context.charge(Op.COMPLETE_TRANSFER);
            context.deliver(arrived, (int) moved.tag());
            work++;
        }
        if (context.nowNs() >= nextNs) {
            nextNs += BusSaturation.FRAME_NS;
            if (unusedCount > 0) {
                context.charge(Op.START_TRANSFER);
                int buffer = unused[--unusedCount];
                long offset = (long) buffer * SLOT_BYTES;
                Transfer transfer = transfers[buffer];
                transfer.clear().add(from + offset, to + offset, BusSaturation.FRAME_BYTES);
                context.submit(dma, transfer);
            }
            work++;
        }
        context.wakeAt(nextNs);
        return work;
    }

    @Override
    public String roleName() {
        return context.path();
    }
}
