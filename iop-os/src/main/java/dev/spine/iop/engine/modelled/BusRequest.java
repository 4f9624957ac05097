package dev.spine.iop.engine.modelled;

import dev.spine.iop.engine.BusTiming;
import dev.spine.iop.engine.MemoryBandwidth;

/**
 * What a chunk of a DMA channel wants of a bus. A channel has one and fills it before it asks, so that nothing is allocated for a chunk.
 */
final class BusRequest {
    private static final double PICOSECONDS_PER_SECOND = 1e12;
    /** Sizes whose time is remembered, by their last bits. */
    private static final int KNOWN = 64;

    /** Whose chunk it is. */
    final User user;
    /** What it is called, and its bus agent. */
    final String by;
    final int busAgent;
    private final BusTiming timing;
    private final double hostPsPerByte;
    private final double cardPsPerByte;
    /** Whether a memory can be slower than the bus. */
    private final boolean memoryCounts;
    private final int[] knownBytes = new int[KNOWN];
    private final long[] knownPs = new long[KNOWN];
    /** The bus agents between which the bytes go. */
    int from;
    int to;
    /** Bytes that cross, with what alignment adds. */
    int bytes;

    /** Hears from the bus what becomes of its chunk. */
    interface User {
        /** The bus says for how long it holds, or has held, the chunk. */
        void held(long ps);

        /** The chunk's last byte crosses then, on a bus that could not say so when it was asked. */
        void crossed(long endPs);
    }

    BusRequest(User user, String by, int busAgent, BusTiming timing, MemoryBandwidth memory) {
        this.user = user;
        this.by = by;
        this.busAgent = busAgent;
        this.timing = timing;
        this.hostPsPerByte = PICOSECONDS_PER_SECOND / memory.hostBytesPerSecond();
        this.cardPsPerByte = PICOSECONDS_PER_SECOND / memory.cardBytesPerSecond();
        this.memoryCounts = Math.min(memory.hostBytesPerSecond(), memory.cardBytesPerSecond())
            < (double) timing.clockHz() * timing.widthBytes();
    }

    /** Whether it matters between which memories the bytes go. */
    boolean countsMemory() {
        return memoryCounts;
    }

    /** For how long so many of its bytes hold the lines: until the bus and the slower memory are done. */
    long holdPs(int part) {
        long ofBus = busPs(part);
        if (!memoryCounts) {
            return ofBus;
        }
        double slower = Math.max(from == 0 ? hostPsPerByte : cardPsPerByte, to == 0 ? hostPsPerByte : cardPsPerByte);
        return Math.max(ofBus, Math.round(part * slower));
    }

    /** Remembered, because chunks of a stream have few sizes, and it takes two divisions and a rounding to find out. */
    private long busPs(int part) {
        int at = part & (KNOWN - 1);
        if (knownBytes[at] != part) {
            knownBytes[at] = part;
            knownPs[at] = timing.chunkPs(part);
        }
        return knownPs[at];
    }
}
