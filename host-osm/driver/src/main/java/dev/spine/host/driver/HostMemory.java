package dev.spine.host.driver;

import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.Region;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Host memory that IOPs may read and write: reply frames, buckets, buffers.
 *
 * <p>I2O names such memory by plain 32-bit bus addresses, so every pool lies below 4 GiB and is open to all bus agents. Called while the
 * system is built, or by the host agent; never on the data path.
 */
public final class HostMemory {
    private final Bus bus;
    private final BusAgent host;

    /**
     * The memory of a node's host.
     *
     * @param bus the node's bus
     * @param host the host's bus agent
     */
    public HostMemory(Bus bus, BusAgent host) {
        this.bus = bus;
        this.host = host;
    }

    /**
     * Allocates a pool, zeroed and touched.
     *
     * @param name for messages, for example {@code "LAN buckets"}
     * @param bytes its size, at least 1
     * @return the region; {@link Region#base} is its bus address, {@link Region#memory} its bytes
     */
    public Region allocate(String name, long bytes) {
        return bus.allocate("host " + name, host, Access.READ_WRITE, bytes);
    }

    /**
     * Allocates memory that no IOP reaches unless it was granted to it.
     *
     * @param name for messages, for example {@code "segment of endpoint 0"}
     * @param bytes its size, at least 1
     * @return the region
     */
    public Region allocateClosed(String name, long bytes) {
        return bus.allocate("host " + name, host, Access.OWNER, bytes);
    }

    /**
     * Grants all of a region to an IOP, for reading and writing.
     *
     * @param region memory of the host
     * @param holder the IOP's bus agent
     * @return the grant's token
     * @throws IllegalStateException when the host has as many grants as there may be
     */
    public long grant(Region region, BusAgent holder) {
        return grant(region, 0, region.length(), holder);
    }

    /**
     * Grants a part of a region to a bus agent, for reading and writing.
     *
     * @param region memory of the host
     * @param offset its first byte in the region
     * @param bytes how many, at least 1
     * @param holder the bus agent, for example an IOP's
     * @return the grant's token
     * @throws IllegalStateException when the host has as many grants as there may be
     */
    public long grant(Region region, long offset, long bytes, BusAgent holder) {
        return bus.grants().grant(region, offset, bytes, bytes, 1, holder, true);
    }

    /**
     * Takes a grant back. Bytes that were checked before may land until a {@code RevocationFence} that begins after this has passed.
     *
     * @param token what {@link #grant} returned
     * @return false when it was taken back before
     */
    public boolean revoke(long token) {
        return bus.grants().revoke(token);
    }

    /**
     * Makes memory that exists a pool, for users who need it in a form of their own as well.
     *
     * @param name for messages
     * @param memory its bytes, at least 1
     * @return the region
     */
    public Region adopt(String name, MemorySegment memory) {
        return bus.add("host " + name, host, Access.READ_WRITE, memory);
    }

    /**
     * Gives a pool back. Nobody may transfer to it any more.
     *
     * @param region what {@link #allocate} returned
     */
    public void free(Region region) {
        bus.remove(region);
    }

    /**
     * {@return the bytes at a bus address, or null when they are not all in one pool of the host}
     *
     * @param address bus address, 32 bits without sign
     * @param bytes how many
     */
    public @Nullable MemorySegment at(int address, int bytes) {
        long from = Integer.toUnsignedLong(address);
        Region region = bytes < 1 ? null : bus.find(from, bytes);
        return region == null || region.owner().id() != host.id() ? null : region.memory().asSlice(from - region.base(), bytes);
    }
}
