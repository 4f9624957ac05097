package dev.spine.i2o.unit;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * The messaging unit of one IOP: its frame window, divided into queue pairs, one for each sender that it trusts.
 * Thread: the IOP's agent, or the one that builds the system.
 *
 * <p>MFAs are byte offsets from the frame window's base. The first 4 KiB of the window hold the registers, so frames begin at
 * {@link #FIRST_MFA}; all frames lie below 1 MiB, because drivers in the field refuse others (I2O 1.5, PCI function).
 */
public final class MessagingUnit {
    /** The MFA of the first frame. */
    public static final int FIRST_MFA = 0x1000;
    /** One above the highest MFA. */
    public static final int MFA_LIMIT = 0x10_0000;
    /** The most reply frames that a host can give. */
    public static final int MAX_OUTBOUND_FRAMES = 1024;

    private final String iop;
    private final MemorySegment window;
    private final int frameBytes;
    private final int strideBytes;
    private final List<QueuePair> queuePairs = new ArrayList<>();
    private final HostLink hostLink;
    private int nextMfa = FIRST_MFA;

    /**
     * The unit of an IOP, with the queue pairs to and from its host.
     *
     * @param iop name for queue pairs and messages
     * @param window the IOP's memory that others reach through its BAR; frames are placed from {@link #FIRST_MFA}
     * @param frameBytes InboundMFrameSize in bytes, a multiple of 4, 128 to 512
     * @param hostFrames inbound frames for the host, at least 8
     */
    public MessagingUnit(String iop, MemorySegment window, int frameBytes, int hostFrames) {
        this.iop = iop;
        this.window = window;
        this.frameBytes = frameBytes;
        // One line more than a frame, so that equal parts of neighbouring frames do not fall into the same sets of a cache.
        this.strideBytes = (frameBytes + 63 & -64) + 64;
        QueuePair inbound = openQueuePair("host", QueuePair.Kind.REQUEST, hostFrames);
        QueuePair outbound = new QueuePair(iop + " to host", QueuePair.Kind.REPLY, frameBytes, MAX_OUTBOUND_FRAMES);
        this.hostLink = new HostLink(inbound, outbound);
    }

    /** {@return the memory of the frame window; an MFA is an offset in it} */
    public MemorySegment window() {
        return window;
    }

    /** {@return the bytes of an inbound frame} */
    public int frameBytes() {
        return frameBytes;
    }

    /** {@return the queue pairs to and from the host} */
    public HostLink hostLink() {
        return hostLink;
    }

    /** {@return the inbound queue pairs, the host's first} */
    public List<QueuePair> queuePairs() {
        return List.copyOf(queuePairs);
    }

    /** {@return the inbound frames of all queue pairs} */
    public int inboundFrames() {
        return queuePairs.stream().mapToInt(QueuePair::frameCount).sum();
    }

    /** {@return bytes of the window that frames take} */
    public int frameMemoryBytes() {
        return nextMfa - FIRST_MFA;
    }

    /**
     * {@return bytes of the window that frames of a further queue pair would take}
     *
     * @param frames how many
     */
    public long frameMemoryBytes(int frames) {
        return (long) frames * strideBytes;
    }

    /**
     * {@return whether a further queue pair fits}
     *
     * @param frames how many frames it would have
     */
    public boolean hasRoomFor(int frames) {
        long end = nextMfa + frameMemoryBytes(frames);
        return frames > 0 && end <= Math.min(window.byteSize(), MFA_LIMIT);
    }

    /**
     * Opens an inbound queue pair for one sender. Called by the IOP's agent, or while the system is built.
     *
     * @param sender its name
     * @param kind what the frames are for
     * @param frames how many, at least 1
     * @return the queue pair, with all frames free
     * @throws IllegalStateException when the window is used up: ask {@link #hasRoomFor} first
     */
    public QueuePair openQueuePair(String sender, QueuePair.Kind kind, int frames) {
        if (!hasRoomFor(frames)) {
            throw new IllegalStateException(iop + ": no room for " + frames + " more message frames in a window of " + window.byteSize()
                + " bytes; give the IOP a larger frame window or its peers fewer frames");
        }
        QueuePair queuePair = new QueuePair(sender + " to " + iop, kind, window, nextMfa, nextMfa, frameBytes, strideBytes, frames);
        nextMfa += frames * strideBytes;
        queuePairs.add(queuePair);
        return queuePair;
    }
}
