package dev.spine.peer;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.i2o.unit.FrameLane;
import dev.spine.iop.bus.Box;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The bus of one node as peers use it to find each other's frames: from the address of an inbound port to the IOP behind it, and from a
 * number in a request for a connection to the lane on which its replies shall travel.
 *
 * <p>Nothing in here is changed by two IOPs: a port is entered while the node is built; a lane is parked by the IOP that owns its frames
 * under one of its own alias TIDs, and claimed once by the IOP that received the request which names that alias. May be used from any
 * thread.
 */
public final class PeerDirectory {
    private static final int ALIAS_BITS = 12;

    private final int boxCount;
    private final ConcurrentMap<Long, PeerPort> ports = new ConcurrentHashMap<>();
    private final ConcurrentMap<Integer, FrameLane> parked = new ConcurrentHashMap<>();

    /**
     * An empty directory.
     *
     * @param boxCount how many boxes the node's bus joins, the host included
     */
    public PeerDirectory(int boxCount) {
        this.boxCount = boxCount;
    }

    /**
     * Enters an IOP. While the node is built.
     *
     * @param address bus address of its register 0x40
     * @param box the IOP
     * @return its port
     * @throws IllegalArgumentException when there is a port at this address already
     */
    public PeerPort enter(long address, Box box) {
        PeerPort port = new PeerPort(address, box, DeliveryList.multiProducer(box.name() + " notes", 2 * boxCount));
        if (ports.putIfAbsent(address, port) != null) {
            throw new IllegalArgumentException("two IOPs have their inbound port at 0x" + Long.toHexString(address)
                + ": give each a frame window of its own");
        }
        return port;
    }

    /** The port at an address, or null when there is none: the address is not of this node, or made up. */
    @Nullable PeerPort at(long address) {
        return ports.get(address);
    }

    /** Offers a lane to whoever receives the request that names {@code alias} from {@code owner}. By the owner's agent. */
    void park(Box owner, int alias, FrameLane lane) {
        parked.put(key(owner, alias), lane);
    }

    /** Takes the lane that {@code owner} has parked; null when it has not, or another request has taken it. By the receiver's agent. */
    @Nullable FrameLane claim(Box owner, int alias) {
        return parked.remove(key(owner, alias));
    }

    /** Takes an offer back; false when it has been claimed. By the owner's agent. */
    boolean withdraw(Box owner, int alias) {
        return parked.remove(key(owner, alias)) != null;
    }

    /** How many lanes are parked. */
    int parkedLanes() {
        return parked.size();
    }

    private static int key(Box owner, int alias) {
        return owner.id() << ALIAS_BITS | alias;
    }
}
