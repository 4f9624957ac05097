package dev.spine.iop.bus;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The address space of one node, with its regions, grants and accounts.
 *
 * <p>Regions are added while the node is built or reconfigured; look-ups come from the agents that move data. The region list is
 * replaced as a whole, so a look-up on another thread sees the old list or the new one.
 */
public final class Bus {
    /** One above the highest bus address: outbound MFAs and plain scatter-gather addresses are 32-bit. */
    public static final long ADDRESS_LIMIT = 1L << 32;

    private static final long ALIGNMENT = 4096;

    private final int boxCount;
    private final GrantTable grants = new GrantTable();
    private final Account[] accounts;
    private volatile Region[] regions = {};
    private long nextBase = 0x0010_0000;

    /**
     * An empty bus.
     *
     * @param boxCount how many boxes there are, the host included; box ids are below it
     */
    public Bus(int boxCount) {
        this.boxCount = boxCount;
        this.accounts = new Account[boxCount];
        for (int i = 0; i < boxCount; i++) {
            accounts[i] = new Account(boxCount);
        }
    }

    /** {@return how many boxes the bus joins, the host included} */
    public int boxCount() {
        return boxCount;
    }

    /** {@return the grants under which boxes reach memory that is not theirs} */
    public GrantTable grants() {
        return grants;
    }

    /**
     * {@return the account of transfers that {@code box} initiated}
     *
     * @param box a box of this bus
     */
    public Account account(Box box) {
        return accounts[box.id()];
    }

    /**
     * Adds memory at the next free address.
     *
     * @param name for messages
     * @param owner whose memory it is
     * @param access what others may do without a grant
     * @param memory the backing; its size is the region's
     * @return the new region
     * @throws IllegalArgumentException when the address space is used up
     */
    public synchronized Region add(String name, Box owner, Access access, MemorySegment memory) {
        long base = nextBase;
        Region region = new Region(name, base, memory.byteSize(), owner, access, memory);
        nextBase = (region.end() + 2 * ALIGNMENT - 1) & -ALIGNMENT;
        insert(region);
        return region;
    }

    /**
     * Adds newly allocated, zeroed memory, touched so that the first transfer does not pay for it.
     *
     * @param name for messages
     * @param owner whose memory it is
     * @param access what others may do without a grant
     * @param bytes its size, at least 1
     * @return the new region
     */
    public Region allocate(String name, Box owner, Access access, long bytes) {
        MemorySegment memory = Arena.ofAuto().allocate(bytes, 64);
        memory.fill((byte) 0);
        return add(name, owner, access, memory);
    }

    private void insert(Region region) {
        Region[] old = regions;
        for (Region other : old) {
            if (region.base() < other.end() && other.base() < region.end()) {
                throw new IllegalArgumentException("region '" + region.name() + "' overlaps '" + other.name() + "'");
            }
        }
        Region[] next = Arrays.copyOf(old, old.length + 1);
        next[old.length] = region;
        Arrays.sort(next, Comparator.comparingLong(Region::base));
        regions = next;
    }

    /**
     * Removes a region; later transfers to it are refused. Transfers in flight must have been drained by the caller.
     *
     * @param region what {@link #add} returned
     */
    public synchronized void remove(Region region) {
        regions = Arrays.stream(regions).filter(other -> other.base() != region.base()).toArray(Region[]::new);
    }

    /**
     * {@return the region that holds all bytes of a range, or null}
     *
     * @param address first bus address, 0 to 4 GiB - 1
     * @param bytes how many, at least 1
     */
    public @Nullable Region find(long address, long bytes) {
        Region[] list = regions;
        int low = 0;
        int high = list.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            Region region = list[middle];
            if (address < region.base()) {
                high = middle - 1;
            } else if (address >= region.end()) {
                low = middle + 1;
            } else {
                return region.contains(address, bytes) ? region : null;
            }
        }
        return null;
    }
}
