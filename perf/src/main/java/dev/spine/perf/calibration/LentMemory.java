package dev.spine.perf.calibration;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Region;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.node.NodeBuilder;
import java.lang.foreign.MemorySegment;

/**
 * Memory of a card, and as much that another card has granted to it, on a live engine that does not run: whoever measures acts in the name
 * of the first card. One thread.
 */
public final class LentMemory implements AutoCloseable {
    private final LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1);
    private final Region source;
    private final Region destination;
    private final DmaEngine dma;
    private final AgentContext agent;
    private final long grant;
    private final DeliveryList<Transfer> completions = DeliveryList.singleProducer("completions", 1);
    private final Transfer transfer = new Transfer(1, completions);

    /** An agent without work. */
    private record Idle(AgentContext context) implements Agent {
        @Override
        public int doWork(int limit) {
            return 0;
        }

        @Override
        public String roleName() {
            return context.path();
        }
    }

    /**
     * Two memories.
     *
     * @param bytes of each, at least 1
     */
    public LentMemory(int bytes) {
        NodeBuilder node = new NodeBuilder(engine, "", 2);
        Bus bus = node.bus();
        BusAgent from = node.busAgent("iop1");
        BusAgent to = node.busAgent("iop2");
        source = bus.allocate("source", from, Access.OWNER, bytes);
        destination = bus.allocate("destination", to, Access.OWNER, bytes);
        dma = new DmaEngine(bus, from);
        grant = bus.grants().grant(destination, 0, bytes, bytes, 1, from, true);
        agent = node.agent("iop1", ProcessorSpec.THIS_MACHINE, Idle::new).context();
    }

    /** {@return the card's own memory} */
    public MemorySegment source() {
        return source.memory();
    }

    /** {@return the memory of the other card} */
    public MemorySegment destination() {
        return destination.memory();
    }

    /**
     * Moves bytes to the same place of the other memory by the card's DMA engine: all that an agent does for it, from clearing the transfer
     * to finding it in its completion list.
     *
     * @param offset of both
     * @param bytes how many, at least 1
     * @throws IllegalStateException when it has not moved them at once
     */
    public void move(long offset, int bytes) {
        transfer.clear().under(grant).add(source.base() + offset, destination.base() + offset, bytes);
        agent.submit(dma, transfer);
        Transfer ended = completions.poll();
        if (ended == null || ended.outcome() != Transfer.Outcome.DONE) {
            throw new IllegalStateException(transfer + " should have been done at once");
        }
    }

    @Override
    public void close() {
        engine.close();
    }
}
