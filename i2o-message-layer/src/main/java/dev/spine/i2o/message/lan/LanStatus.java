package dev.spine.i2o.message.lan;

/**
 * Detailed status codes of the LAN class, valid with a request status from 0x01 to 0x0A. Any thread.
 *
 * <p>Source: I2O 1.5 LAN class; SIG LAN header.
 */
public final class LanStatus {
    /** Success. */
    public static final int SUCCESS = 0x00;
    /** Device failure. */
    public static final int DEVICE_FAILURE = 0x01;
    /** Destination not found. */
    public static final int DESTINATION_NOT_FOUND = 0x02;
    /** Transmit error. */
    public static final int TRANSMIT_ERROR = 0x03;
    /** Transmit aborted. */
    public static final int TRANSMIT_ABORTED = 0x04;
    /** Receive error. */
    public static final int RECEIVE_ERROR = 0x05;
    /** Receive aborted. */
    public static final int RECEIVE_ABORTED = 0x06;
    /** Dma error. */
    public static final int DMA_ERROR = 0x07;
    /** Bad packet detected. */
    public static final int BAD_PACKET_DETECTED = 0x08;
    /** Out of memory. */
    public static final int OUT_OF_MEMORY = 0x09;
    /** Bucket overrun. */
    public static final int BUCKET_OVERRUN = 0x0A;
    /** Iop internal error. */
    public static final int IOP_INTERNAL_ERROR = 0x0B;
    /** Canceled. */
    public static final int CANCELED = 0x0C;
    /** Invalid transaction context. */
    public static final int INVALID_TRANSACTION_CONTEXT = 0x0D;
    /** Destination address detected. */
    public static final int DESTINATION_ADDRESS_DETECTED = 0x0E;
    /** Destination address omitted. */
    public static final int DESTINATION_ADDRESS_OMITTED = 0x0F;
    /** Partial packet returned. */
    public static final int PARTIAL_PACKET_RETURNED = 0x10;
    /** Suspended. */
    public static final int SUSPENDED = 0x11;

    private LanStatus() {
    }
}
