package dev.spine.device.wire.capture;

/** The unit in which a classic pcap file counts the part of a packet's time that is below one second. Any thread. */
public enum CaptureClock {
    /** Microseconds; understood by every reader. */
    MICROSECONDS(0xA1B2C3D4, 1_000),
    /** Nanoseconds; understood by libpcap 1.5 and Wireshark 1.12, and later. */
    NANOSECONDS(0xA1B23C4D, 1);

    private final int magic;
    private final int nsPerTick;

    CaptureClock(int magic, int nsPerTick) {
        this.magic = magic;
        this.nsPerTick = nsPerTick;
    }

    /** The first word of a file in this unit, as the writer's processor sees it. */
    int magic() {
        return magic;
    }

    /** Length of one tick in nanoseconds: 1 or 1000. */
    public int nsPerTick() {
        return nsPerTick;
    }
}
