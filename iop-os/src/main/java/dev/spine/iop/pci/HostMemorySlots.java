package dev.spine.iop.pci;

import dev.spine.i2o.unit.RegisterInterface;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.Region;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Host memory that somebody else provides in slots: each slot is a region of the bus, open to all bus agents, so that transfers find it
 * there.
 *
 * <p>Changed by the IOP's agent through {@link PciCard#replaceHostMemory}; looked into by any thread. Transfers to what is no slot are
 * refused and entered in the account of their initiator, as all transfers are.
 */
public final class HostMemorySlots implements RegisterInterface.HostMemory {
    private final Bus bus;
    private final BusAgent host;
    private final List<Region> regions = new ArrayList<>();
    private volatile long unreachable;

    /**
     * No slots.
     *
     * @param bus the node's bus, on which memory of cards lies where no slot will be: see {@link Bus#Bus(int, long)}
     * @param host the host's bus agent
     */
    public HostMemorySlots(Bus bus, BusAgent host) {
        this.bus = bus;
        this.host = host;
    }

    /**
     * Replaces the map. Slots that are as they were stay without interruption; an address is never without memory between two maps that
     * both have it, except for the moment in which its slot changes. Slots that no 32-bit address reaches, or that overlap a card's memory
     * or each other, are left out and counted.
     */
    @SuppressWarnings("NonAtomicVolatileUpdate") // the IOP's agent is the only one that writes
    void replace(List<HostMemorySlot> slots) {
        List<HostMemorySlot> coming = new ArrayList<>(slots);
        for (Region region : List.copyOf(regions)) {
            if (!coming.removeIf(slot -> isSame(region, slot))) {
                bus.remove(region);
                regions.remove(region);
            }
        }
        for (HostMemorySlot slot : coming) {
            if (!add(slot)) {
                unreachable = unreachable + 1;
            }
        }
    }

    private static boolean isSame(Region region, HostMemorySlot slot) {
        MemorySegment reachable = reachable(slot);
        return reachable != null && region.base() == slot.address() && region.length() == reachable.byteSize()
            && region.memory().address() == reachable.address() && region.memory().heapBase().equals(reachable.heapBase());
    }

    /** The part of a slot that lies below 4 GiB. */
    private static @Nullable MemorySegment reachable(HostMemorySlot slot) {
        long bytes = Math.min(slot.memory().byteSize(), Bus.ADDRESS_LIMIT - slot.address());
        return slot.address() < 0 || bytes < 1 ? null : slot.memory().asSlice(0, bytes);
    }

    private boolean add(HostMemorySlot slot) {
        MemorySegment reachable = reachable(slot);
        if (reachable == null) {
            return false;
        }
        try {
            regions.add(bus.addAt("host memory", host, Access.READ_WRITE, slot.address(), reachable));
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** {@return how many slots were left out because no address of the bus can stand for them} */
    public long unreachable() {
        return unreachable;
    }

    @Override
    public @Nullable MemorySegment at(int address, int bytes) {
        long from = Integer.toUnsignedLong(address);
        Region region = bytes < 1 ? null : bus.find(from, bytes);
        return region == null || region.owner().id() != host.id() ? null : region.memory().asSlice(from - region.base(), bytes);
    }
}
