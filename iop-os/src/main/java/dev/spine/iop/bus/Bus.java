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
    private static final long FIRST_BASE = 0x0010_0000;

    private final int busAgentCount;
    private final GrantTable grants;
    private final Account[] accounts;
    private final MemoryLedger[] ledgers;
    private volatile Region[] regions = {};
    private volatile int version;
    private final long firstBase;
    private long nextBase;

    /**
     * An empty bus.
     *
     * @param busAgentCount how many bus agents there are, the host included; bus agent ids are below it
     */
    public Bus(int busAgentCount) {
        this(busAgentCount, FIRST_BASE);
    }

    /**
     * An empty bus whose memory is placed from an address on: memory that somebody else provides may then be below it.
     *
     * @param busAgentCount how many bus agents there are, the host included; bus agent ids are below it
     * @param firstBase where {@link #add} places the first region, a multiple of 4096
     */
    public Bus(int busAgentCount, long firstBase) {
        this.firstBase = firstBase;
        this.nextBase = firstBase;
        this.busAgentCount = busAgentCount;
        this.grants = new GrantTable(busAgentCount);
        this.accounts = new Account[busAgentCount];
        this.ledgers = new MemoryLedger[busAgentCount];
        for (int i = 0; i < busAgentCount; i++) {
            accounts[i] = new Account(busAgentCount);
            ledgers[i] = new MemoryLedger();
        }
    }

    /** {@return how many bus agents the bus joins, the host included} */
    public int busAgentCount() {
        return busAgentCount;
    }

    /** {@return the grants under which bus agents reach memory that is not theirs} */
    public GrantTable grants() {
        return grants;
    }

    /**
     * {@return the account of transfers that {@code busAgent} initiated}
     *
     * @param busAgent a bus agent of this bus
     */
    public Account account(BusAgent busAgent) {
        return accounts[busAgent.id()];
    }

    /**
     * {@return who holds what of a bus agent's memory}
     *
     * @param busAgent a bus agent of this bus
     */
    public MemoryLedger memory(BusAgent busAgent) {
        return ledgers[busAgent.id()];
    }

    /** {@return the sum of all bus agents' accounts so far} */
    public Account.Snapshot accounts() {
        Account.Snapshot sum = accounts[0].snapshot();
        for (int i = 1; i < busAgentCount; i++) {
            sum = sum.plus(accounts[i].snapshot());
        }
        return sum;
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
    public synchronized Region add(String name, BusAgent owner, Access access, MemorySegment memory) {
        long base = place(nextBase, memory.byteSize());
        if (base + memory.byteSize() > ADDRESS_LIMIT) {
            // Addresses of removed regions are used again as late as can be: whoever still has one finds nothing there for long.
            base = place(firstBase, memory.byteSize());
        }
        Region region = new Region(name, base, memory.byteSize(), owner, access, memory);
        nextBase = after(region);
        enter(region);
        return region;
    }

    /** The first address from {@code from} on where so many bytes overlap no region. */
    private long place(long from, long bytes) {
        long base = from;
        for (Region other : regions) {
            // Regions are in the order of their bases; one that was moved may lie here.
            if (base < other.end() && other.base() < base + bytes) {
                base = after(other);
            }
        }
        return base;
    }

    /**
     * Adds memory at an address that is given from outside, as host memory in slots is.
     *
     * @param name for messages
     * @param owner whose memory it is
     * @param access what others may do without a grant
     * @param base its first address
     * @param memory the backing; its size is the region's
     * @return the new region
     * @throws IllegalArgumentException when it would overlap another or leave the address space
     */
    public synchronized Region addAt(String name, BusAgent owner, Access access, long base, MemorySegment memory) {
        Region region = new Region(name, base, memory.byteSize(), owner, access, memory);
        enter(region);
        return region;
    }

    /** The next aligned address after a region and a gap, so that a run which leaves a region never begins to touch another. */
    private static long after(Region region) {
        return (region.end() + 2 * ALIGNMENT - 1) & -ALIGNMENT;
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
    public Region allocate(String name, BusAgent owner, Access access, long bytes) {
        MemorySegment memory = Arena.ofAuto().allocate(bytes, 64);
        memory.fill((byte) 0);
        return add(name, owner, access, memory);
    }

    private void enter(Region region) {
        insert(region);
        ledgers[region.owner().id()].hold(region.name(), region::length);
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
        replace(next);
    }

    /** The list is written before the version, so whoever sees the new version sees the new list. Only synchronized callers write. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void replace(Region[] next) {
        regions = next;
        version = version + 1;
    }

    /**
     * Removes a region and ends all grants of it; later transfers to it are refused. The memory may be used for something else when a
     * {@code RevocationFence} that begins after this has passed. Called by the owner's agent, or while no agent runs.
     *
     * @param region what {@link #add} returned
     */
    public synchronized void remove(Region region) {
        takeOut(region);
        ledgers[region.owner().id()].release(region.name());
    }

    private void takeOut(Region region) {
        grants.revokeAll(region);
        replace(Arrays.stream(regions).filter(other -> !isSame(other, region)).toArray(Region[]::new));
    }

    /**
     * Moves a region to another address, as when a BAR is written: its grants end, its memory stays. Called by the owner's agent, or
     * while no agent runs.
     *
     * @param region what {@link #add} returned
     * @param base its new base, a multiple of 64
     * @return the region at its new place
     * @throws IllegalArgumentException when it would overlap another or leave the address space; it is then at its old place, without
     *     grants
     */
    public synchronized Region move(Region region, long base) {
        takeOut(region);
        try {
            Region moved = new Region(region.name(), base, region.length(), region.owner(), region.access(), region.memory());
            insert(moved);
            return moved;
        } catch (IllegalArgumentException e) {
            insert(region);
            throw e;
        }
    }

    // Two regions may be equal in all their parts, one removed and one added later.
    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(Region one, Region other) {
        return one == other;
    }

    /** {@return a number that changes whenever a region is added, moved or removed; any thread} */
    public int version() {
        return version;
    }

    /**
     * {@return whether a grant allows a bus agent now what it says it may: for who is told of a grant by others; any thread}
     *
     * @param token possibly made up
     * @param holder who would use it
     * @param address first bus address
     * @param bytes how many
     * @param write whether it would write there
     */
    public boolean isGranted(long token, BusAgent holder, long address, int bytes, boolean write) {
        Region region = bytes < 1 || address < 0 ? null : find(address, bytes);
        HeldGrant held = new HeldGrant(grants, holder);
        held.hold(token);
        return region != null && held.isLive() && held.covers(region, address, bytes, write);
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
