package dev.spine.extension.router.host;

/**
 * What the cards do with the packets of a next hop.
 *
 * @param action one of {@code RouterProtocol.ACTION_FORWARD} and its like
 * @param port by which they leave, 0 for none
 * @param mtu the largest IP packet there
 * @param destination the neighbour's hardware address
 * @param source the port's hardware address
 */
record HopContent(int action, int port, int mtu, long destination, long source) {
    /** {@return what needs neither port nor addresses} */
    static HopContent of(int action) {
        return new HopContent(action, 0, 0, 0, 0);
    }

    /** {@return the same with packets that are no longer than that} */
    HopContent within(int most) {
        return mtu <= most ? this : new HopContent(action, port, most, destination, source);
    }
}
