package dev.spine.device.os.xdp;

/**
 * What the kernel counts of a socket. Any thread.
 *
 * @param dropped packets dropped for other reasons than these, most of them too long
 * @param badPlaces entries of ours that the kernel did not believe; a defect when not 0
 * @param ringFull packets dropped since nobody took those before them
 * @param noFrame times when a packet found no free frame: it was dropped
 */
public record XdpStatistics(long dropped, long badPlaces, long ringFull, long noFrame) {
    /** Of an interface that is closed. */
    public static final XdpStatistics NONE = new XdpStatistics(0, 0, 0, 0);
}
