package dev.spine.iop.bus;

/** What bus agents other than its owner may do with a region without a grant. */
public enum Access {
    /** Nothing: others need a grant. */
    OWNER,
    /** Read: for example the receive memory of a card, from which peers pull. */
    READ,
    /** Read and write: for example the buckets and buffers of a host, which I2O addresses by plain scatter-gather lists. */
    READ_WRITE
}
