package dev.spine.iop.engine;

/** In whose memory a structure of I/O between a host and a card lies: the other one reaches it over the bus. Any thread. */
public enum Placement {
    /** The card's, as I2O has it for frames of requests: the host writes over the bus, and the card finds them at hand. */
    CARD,
    /** The host's main memory: the host's processor copies into it, and the card fetches over the bus. */
    HOST
}
