package dev.spine.iop.executive;

import dev.spine.i2o.sgl.FragmentSource;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The card's processor reading and writing memory on the bus: lists, tables and status words of control messages.
 *
 * <p>Both the card and the sender of the request must have the right: a sender cannot make the card reach what it could not reach itself.
 * Every access is charged to the processor and entered in the card's account as programmed I/O. Belongs to the IOP's agent.
 */
final class BusWindow implements FragmentSource {
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final AgentContext agent;
    private final DmaEngine dma;
    private BusAgent sender;

    BusWindow(AgentContext agent, DmaEngine dma) {
        this.agent = agent;
        this.dma = dma;
        this.sender = dma.busAgent();
    }

    /** Says on whose behalf memory is reached from now on. */
    void onBehalfOf(BusAgent busAgent) {
        sender = busAgent;
    }

    /** Which way data flows. */
    enum Direction {
        READ,
        WRITE
    }

    /** The region of a range that both bus agents may use, or null. */
    private @Nullable Region reach(long address, long bytes, Direction direction) {
        boolean write = direction == Direction.WRITE;
        Region region = bytes < 1 ? null : dma.bus().find(address, bytes);
        return region != null && region.admits(dma.busAgent(), write) && region.admits(sender, write) ? region : null;
    }

    /** Whether a range can be reached; an empty range always can. */
    boolean admits(long address, long bytes, Direction direction) {
        return bytes == 0 || reach(address, bytes, direction) != null;
    }

    /** Copies memory on the bus into the card; false when it cannot be reached, then nothing is copied. */
    boolean read(long address, MemorySegment into, long offset, int bytes) {
        if (bytes == 0) {
            return true;
        }
        Region region = reach(address, bytes, Direction.READ);
        if (region == null) {
            return false;
        }
        MemorySegment.copy(region.memory(), address - region.base(), into, offset, bytes);
        agent.charge(Op.REGISTER_READ);
        agent.charge(Op.TOUCH_BYTE, bytes);
        agent.programmedIo(dma, region.owner(), bytes);
        return true;
    }

    /** Copies from the card into memory on the bus; false when it cannot be reached, then nothing is written. */
    boolean write(long address, MemorySegment from, long offset, int bytes) {
        if (bytes == 0) {
            return true;
        }
        Region region = reach(address, bytes, Direction.WRITE);
        if (region == null) {
            return false;
        }
        MemorySegment.copy(from, offset, region.memory(), address - region.base(), bytes);
        agent.charge(Op.FRAME_WORD_WRITE, (bytes + 3L) >> 2);
        agent.programmedIo(dma, region.owner(), bytes);
        return true;
    }

    /** Writes a word after everything that was written before it, for somebody who polls it; false when it cannot be reached. */
    boolean publishWord(long address, int value) {
        Region region = reach(address, Integer.BYTES, Direction.WRITE);
        if (region == null) {
            return false;
        }
        VarHandle.releaseFence();
        region.memory().set(WORD, address - region.base(), value);
        agent.charge(Op.FRAME_WORD_WRITE);
        agent.programmedIo(dma, region.owner(), Integer.BYTES);
        return true;
    }

    /** Writes a byte after everything that was written before it, for somebody who polls it; false when it cannot be reached. */
    boolean publishByte(long address, int value) {
        Region region = reach(address, 1, Direction.WRITE);
        if (region == null) {
            return false;
        }
        VarHandle.releaseFence();
        region.memory().set(ValueLayout.JAVA_BYTE, address - region.base(), (byte) value);
        agent.charge(Op.FRAME_WORD_WRITE);
        agent.programmedIo(dma, region.owner(), 1);
        return true;
    }

    /** {@inheritDoc} A local address is the sender's idea of this card's memory, which nobody told it: refused. */
    @Override
    public boolean copyFragment(long address, AddressSpace addressSpace, MemorySegment into, int byteCount) {
        return addressSpace == AddressSpace.BUS && read(address, into, 0, byteCount);
    }
}
