package dev.spine.device.remote;

import dev.spine.device.remote.RemoteCounters.Counter;
import dev.spine.iop.pci.HostMemorySlot;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The memory that a client has passed by descriptors, mapped.
 *
 * <p>A file is mapped once, as a whole, however often it is named: a client repeats its map at every change, with fresh descriptors of the
 * same file. It is unmapped when no region names it any more and the card uses it no more; if that takes too long, with the next map for
 * which it does not. Memory must not shrink under the card, so only
 * files are taken that are sealed against that, or can be; others stay unreachable, and are counted.
 *
 * <p>Belongs to the thread of the connection.
 */
final class GuestMemory {
    /** What is mapped of a file at most: a card reaches 4 GiB, of a machine that may be larger. */
    static final long MAX_BYTES = 64L << 30;

    /** One file. */
    private record Mapping(long device, long inode, MemorySegment memory) {}

    private final RemoteCounters counters;
    private final Taker card;
    private List<Mapping> mappings = new ArrayList<>();
    /** What no region names any more and the card may still use. */
    private final List<Mapping> leaving = new ArrayList<>();

    /** Who uses the memory. */
    @FunctionalInterface
    interface Taker {
        /**
         * Takes over a map, and waits until the memory of before is used no more.
         *
         * @param slots the whole new map
         * @return whether it is used no more, that of any map before included; false when that takes too long
         */
        boolean take(List<HostMemorySlot> slots);
    }

    /**
     * No memory.
     *
     * @param counters where refusals are counted
     * @param card who uses the memory
     */
    GuestMemory(RemoteCounters counters, Taker card) {
        this.counters = counters;
        this.card = card;
    }

    /**
     * Replaces the map.
     *
     * @param regions what a client has said
     * @param descriptors one per region; they stay the caller's
     */
    void replace(List<GuestRegion> regions, int[] descriptors) {
        List<Mapping> named = new ArrayList<>();
        List<HostMemorySlot> slots = new ArrayList<>();
        for (int i = 0; i < regions.size(); i++) {
            GuestRegion region = regions.get(i);
            Mapping mapping = mapping(descriptors[i], named);
            if (mapping == null || !region.fits(mapping.memory().byteSize())) {
                counters.increment(Counter.REFUSED_MEMORY);
            } else {
                slots.add(new HostMemorySlot(region.address(), mapping.memory().asSlice(region.fileOffset(), region.bytes())));
            }
        }
        for (Mapping old : mappings) {
            if (!named.contains(old)) {
                leaving.add(old);
            }
        }
        mappings = named;
        if (card.take(slots)) {
            leaving.forEach(old -> NativeCalls.unmap(old.memory()));
            leaving.clear();
        } else {
            counters.increment(Counter.LATE_DRAINS);
        }
        counters.increment(Counter.MEMORY_MAPS);
    }

    private @Nullable Mapping mapping(int descriptor, List<Mapping> named) {
        NativeCalls.FileStatus status = NativeCalls.status(descriptor);
        Mapping known = find(named, status);
        if (known != null) {
            return known;
        }
        known = find(mappings, status);
        if (known == null && NativeCalls.sealAgainstShrinking(descriptor)) {
            // Asked again after the seal: it may have shrunk before.
            long bytes = Math.min(NativeCalls.status(descriptor).bytes(), MAX_BYTES);
            MemorySegment mapped = bytes < 1 ? MemorySegment.NULL : NativeCalls.map(descriptor, bytes);
            if (mapped.address() != 0) {
                counters.increment(Counter.MAPPINGS);
                known = new Mapping(status.device(), status.inode(), mapped);
            }
        }
        if (known != null) {
            named.add(known);
        }
        return known;
    }

    private static @Nullable Mapping find(List<Mapping> list, NativeCalls.FileStatus status) {
        for (Mapping mapping : list) {
            if (mapping.device() == status.device() && mapping.inode() == status.inode() && status.bytes() >= 0) {
                return mapping;
            }
        }
        return null;
    }

    /** The client has gone. */
    void clear() {
        replace(List.of(), new int[0]);
    }

    /** {@return files that are mapped, those that are leaving included} */
    int mappings() {
        return mappings.size() + leaving.size();
    }
}
