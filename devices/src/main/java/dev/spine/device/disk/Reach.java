package dev.spine.device.disk;

import dev.spine.i2o.sgl.FragmentSource;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Which memory a request may name: what both the bus agent that it comes from and the card have a right to. Otherwise an initiator could
 * have the card's own memory read or written. Belongs to the IOP's agent.
 */
final class Reach implements FragmentSource {
    private final AgentContext agent;
    private final DmaEngine dma;
    private final Bus bus;
    private final BusAgent card;
    private BusAgent initiator;
    private @Nullable Region last;
    private int lastInitiator = -1;
    private boolean lastReadable;
    private boolean lastWritable;
    private int version;

    Reach(AgentContext agent, DmaEngine dma) {
        this.agent = agent;
        this.dma = dma;
        this.bus = dma.bus();
        this.card = dma.busAgent();
        this.initiator = card;
    }

    /** Says on whose behalf fragments are fetched from now on. */
    void onBehalfOf(BusAgent busAgent) {
        initiator = busAgent;
    }

    /** Whether a range can be read, or written, by both. */
    boolean admits(BusAgent busAgent, long address, int bytes, boolean written) {
        Region region = last;
        int now = bus.version();
        if (region == null || now != version || busAgent.id() != lastInitiator || !region.contains(address, bytes)) {
            region = address < Bus.ADDRESS_LIMIT && bytes > 0 ? bus.find(address, bytes) : null;
            last = region;
            version = now;
            lastInitiator = busAgent.id();
            lastReadable = region != null && region.admits(busAgent, false) && region.admits(card, false);
            lastWritable = region != null && region.admits(busAgent, true) && region.admits(card, true);
        }
        return written ? lastWritable : lastReadable;
    }

    /** {@inheritDoc} A local address is the sender's idea of this card's memory, which nobody told it: refused. */
    @Override
    public boolean copyFragment(long address, AddressSpace addressSpace, MemorySegment into, int byteCount) {
        if (addressSpace != AddressSpace.BUS || !admits(initiator, address, byteCount, false)) {
            return false;
        }
        Region region = last;
        if (region == null) {
            return false;
        }
        MemorySegment.copy(region.memory(), address - region.base(), into, 0, byteCount);
        agent.charge(Op.REGISTER_READ);
        agent.charge(Op.TOUCH_BYTE, byteCount);
        agent.programmedIo(dma, region.owner(), byteCount);
        return true;
    }
}
