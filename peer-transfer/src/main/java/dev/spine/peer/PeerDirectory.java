package dev.spine.peer;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.iop.bus.BusAgent;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The bus of one node as peers use it to find each other's frames: from the address of an inbound port to the IOP behind it, and from a
 * number in a request for a connection to the queue pair on which its replies shall travel.
 *
 * <p>Nothing in here is changed by two IOPs: a port is entered while the node is built; a queue pair is parked by the IOP that owns its
 * frames under one of its own alias TIDs, and claimed once by the IOP that received the request which names that alias. May be used from
 * any thread.
 */
public final class PeerDirectory {
    private static final int ALIAS_BITS = 12;

    private final int busAgentCount;
    private final ConcurrentMap<Long, PeerPort> ports = new ConcurrentHashMap<>();
    private final ConcurrentMap<Integer, QueuePair> parked = new ConcurrentHashMap<>();

    /**
     * An empty directory.
     *
     * @param busAgentCount how many bus agents the node's bus joins, the host included
     */
    public PeerDirectory(int busAgentCount) {
        this.busAgentCount = busAgentCount;
    }

    /**
     * Enters an IOP. While the node is built.
     *
     * @param address bus address of its register 0x40
     * @param busAgent the IOP
     * @return its port
     * @throws IllegalArgumentException when there is a port at this address already
     */
    public PeerPort enter(long address, BusAgent busAgent) {
        PeerPort port = new PeerPort(address, busAgent, DeliveryList.multiProducer(busAgent.name() + " notes", 2 * busAgentCount));
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

    /** Offers a queue pair to whoever receives the request that names {@code alias} from {@code owner}. By the owner's agent. */
    void park(BusAgent owner, int alias, QueuePair queuePair) {
        parked.put(key(owner, alias), queuePair);
    }

    /**
     * Takes the queue pair that {@code owner} has parked; null when it has not, or another request has taken it. By the receiver's agent.
     */
    @Nullable QueuePair claim(BusAgent owner, int alias) {
        return parked.remove(key(owner, alias));
    }

    /** Takes an offer back; false when it has been claimed. By the owner's agent. */
    boolean withdraw(BusAgent owner, int alias) {
        return parked.remove(key(owner, alias)) != null;
    }

    /** How many queue pairs are parked. */
    int parkedQueuePairs() {
        return parked.size();
    }

    private static int key(BusAgent owner, int alias) {
        return owner.id() << ALIAS_BITS | alias;
    }
}
