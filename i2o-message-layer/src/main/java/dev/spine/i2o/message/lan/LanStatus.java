package dev.spine.i2o.message.lan;

/**
 * Detailed status codes of the LAN class, valid with a request status from 0x01 to 0x0A. Any thread.
 *
 * <p>Source: I2O 1.5 LAN class; SIG LAN header.
 */
public final class LanStatus {
    public static final int SUCCESS = 0x00;
    public static final int DEVICE_FAILURE = 0x01;
    public static final int DESTINATION_NOT_FOUND = 0x02;
    public static final int TRANSMIT_ERROR = 0x03;
    public static final int TRANSMIT_ABORTED = 0x04;
    public static final int RECEIVE_ERROR = 0x05;
    public static final int RECEIVE_ABORTED = 0x06;
    public static final int DMA_ERROR = 0x07;
    public static final int BAD_PACKET_DETECTED = 0x08;
    public static final int OUT_OF_MEMORY = 0x09;
    public static final int BUCKET_OVERRUN = 0x0A;
    public static final int IOP_INTERNAL_ERROR = 0x0B;
    public static final int CANCELED = 0x0C;
    public static final int INVALID_TRANSACTION_CONTEXT = 0x0D;
    public static final int DESTINATION_ADDRESS_DETECTED = 0x0E;
    public static final int DESTINATION_ADDRESS_OMITTED = 0x0F;
    public static final int PARTIAL_PACKET_RETURNED = 0x10;
    public static final int SUSPENDED = 0x11;

    private LanStatus() {
    }
}
