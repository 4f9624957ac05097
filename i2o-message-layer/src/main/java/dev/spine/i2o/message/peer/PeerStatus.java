package dev.spine.i2o.message.peer;

/**
 * Detailed status of peer transports. The request status is 0 for success and 1 for an error. Any thread.
 *
 * <p>Source: I2O 1.5 addendum B; SIG peer header.
 */
public final class PeerStatus {
    public static final int SUCCESS = 0x00;
    /** Connect: refused, for another reason. */
    public static final int CONNECT_OTHER = 0x01;
    public static final int CONNECT_DENIED = 0x02;
    /** Connect: the versions do not fit. */
    public static final int CONNECT_INCOMPATIBLE = 0x03;
    /** The access attribute is bad. */
    public static final int ACCESS_ATTRIBUTE = 0x21;
    /** There is no such bus. */
    public static final int BUS_ID = 0x22;
    /** The alignment is impossible. */
    public static final int ALIGNMENT = 0x23;
    /** There is no such handle. */
    public static final int HANDLE = 0x24;
    /** The offset is bad. */
    public static final int OFFSET = 0x25;
    /** The size is bad. */
    public static final int SIZE = 0x26;
    /** DMA failed. */
    public static final int DMA_ERROR = 0x27;
    /** The service of the peer was lost. */
    public static final int PEER_SERVICE_LOST = 0x28;
    /** There is no memory left. */
    public static final int NO_MEMORY = 0x29;
    /** The scatter-gather list is bad. */
    public static final int SGL = 0x2A;
    /** Something else. */
    public static final int UNKNOWN = 0x2B;
    /** The cache attribute is bad. */
    public static final int CACHE_ATTRIBUTE = 0x2C;
    /** The request has the wrong size. */
    public static final int REQUEST_SIZE = 0x2D;

    private PeerStatus() {
    }
}
