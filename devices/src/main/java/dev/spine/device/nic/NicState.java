package dev.spine.device.nic;

/**
 * Life of a network device as the LAN class sees it. Any thread.
 *
 * <pre>
 *   OPERATIONAL --Suspend--> CLOSING_TO_SUSPEND --everything returned--> SUSPENDED
 *        ^                                                                  |
 *        +---everything returned--- CLOSING_TO_RESET &lt;--------Reset---------+   (Reset also from OPERATIONAL)
 * </pre>
 *
 * <p>While it closes, further requests wait in the device's event queue. Source: I2O 1.5 LAN class, device states.
 */
public enum NicState {
    /** Packets go both ways. */
    OPERATIONAL,
    /** Every request of the LAN class but Reset is refused. */
    SUSPENDED,
    /** A Suspend is accepted; what it asked for is on its way back. */
    CLOSING_TO_SUSPEND,
    /** A Reset is accepted; what it asked for is on its way back. */
    CLOSING_TO_RESET;

    /** {@return the state that follows when everything has been returned} */
    NicState closed() {
        return switch (this) {
            case CLOSING_TO_SUSPEND -> SUSPENDED;
            case CLOSING_TO_RESET -> OPERATIONAL;
            case OPERATIONAL, SUSPENDED -> this;
        };
    }
}
