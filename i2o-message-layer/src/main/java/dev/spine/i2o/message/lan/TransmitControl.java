package dev.spine.i2o.message.lan;

/**
 * Bits of the control word of {@link LanPacketSend}. Any thread.
 *
 * <p>Source: I2O 1.5 LAN class; SIG LAN header.
 */
public final class TransmitControl {
    /** Access priority. */
    public static final int PRIORITY_MASK = 0x7;
    /** The packet ends with its own CRC. */
    public static final int SUPPRESS_CRC = 0x08;
    /** 2.0: do not loop the packet back. */
    public static final int SUPPRESS_LOOPBACK = 0x10;
    /** Insert the checksum of the network layer. */
    public static final int NETWORK_CHECKSUM = 0x20;
    /** Insert the checksum of the transport layer. */
    public static final int TRANSPORT_CHECKSUM = 0x40;
    /** When to reply; the four values follow. */
    public static final int REPLY_MASK = 0xC000_0000;
    /** Reply by the rules of batching. */
    public static final int REPLY_BATCHED = 0x0000_0000;
    public static final int REPLY_AT_ONCE = 0x4000_0000;
    /** Reply only for packets that failed. */
    public static final int REPLY_IF_UNSUCCESSFUL = 0x8000_0000;
    public static final int REPLY_NEVER = 0xC000_0000;

    private TransmitControl() {
    }
}
