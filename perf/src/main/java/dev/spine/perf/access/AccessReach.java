package dev.spine.perf.access;

/** What a processor reaches by itself, without a program or an operating system. */
enum AccessReach {
    /** Nothing: what it does beside reaching something. */
    NOTHING("nothing"),
    /** A 32-bit word of its own memory. */
    OWN_MEMORY("own memory, a word"),
    /** A 32-bit word written into memory of another bus agent; the write is posted. */
    OTHER_MEMORY("memory over the bus, a word written"),
    /** A register of another bus agent; the write is posted. */
    REGISTER_WRITE("register over the bus, written"),
    /** A register of another bus agent, for whose value the processor waits. */
    REGISTER_READ("register over the bus, read"),
    /** The DMA engine of its own bus agent: what the processor does for a transfer of one run. */
    DMA_ENGINE("own DMA engine, the processor's part"),
    /** The same, until a word is in another bus agent's memory. */
    DMA_WRITE("own DMA engine, until a word is over the bus"),
    /** The same, until a word of another bus agent's memory is here. */
    DMA_READ("own DMA engine, until a word came over the bus");

    private final String title;

    AccessReach(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    boolean isTransfer() {
        return this == DMA_ENGINE || isWaitedFor();
    }

    /** {@return whether what counts is the time until it has happened, and not the processor's} */
    boolean isWaitedFor() {
        return this == DMA_WRITE || this == DMA_READ;
    }
}
