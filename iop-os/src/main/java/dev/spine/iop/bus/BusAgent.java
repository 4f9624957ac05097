package dev.spine.iop.bus;

/**
 * One bus agent of a node: the host or an IOP, as the bus and its accounts know it.
 *
 * @param id position in the accounts: 0 for the host, 1 and up for IOPs
 * @param name as in the system file, for example {@code "iop1"}
 */
public record BusAgent(int id, String name) {
    /** The id of the host in every node. */
    public static final int HOST_ID = 0;

    /** {@return the host of a node: the bus agent with id 0} */
    public static BusAgent host() {
        return new BusAgent(HOST_ID, "host");
    }

    /** {@return whether this is the host} */
    public boolean isHost() {
        return id == HOST_ID;
    }
}
