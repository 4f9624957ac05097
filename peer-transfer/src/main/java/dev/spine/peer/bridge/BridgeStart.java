package dev.spine.peer.bridge;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.PrivateMessage;
import java.util.List;

/**
 * Asks a bridge to hand all packets to a LAN port of another IOP. Answered when that port is connected, or will not be. Any thread.
 *
 * <pre>
 *  w4  | organisation [31:16] | 0x0041 [15:0] |
 *  w5  | TID of the LAN port [27:16] | IOP_ID of its IOP [11:0] |
 *  w6  packets that the port takes in one message
 * </pre>
 * An ordinary reply. Detailed status on refusal: 0x11 a value is impossible; 0x1B the bridge is in use; 0x1C the card has no packet port,
 * or the other port cannot be connected.
 *
 * @param iopId IOP_ID of the port's IOP, 12 bits
 * @param lanTid TID of the port on its IOP
 * @param packetsPerMessage what the port's group 0x0007 says that a request may hold (TxMaxRequestPackets), 1 to 255
 */
public record BridgeStart(int iopId, int lanTid, int packetsPerMessage) {
    /** XFunctionCode of the request. */
    public static final int CODE = 0x0041;
    /** IOP_ID of the port's IOP. */
    public static final Field IOP_ID = Field.bits("IOP_ID", 20, 11, 0);
    /** TID of the port. */
    public static final Field LAN = Field.bits("Lan", 20, 27, 16);
    /** Packets that the port takes in one message. */
    public static final Field PACKETS = Field.u8("Packets", 24);
    /** The fields of the request. */
    public static final Layout LAYOUT = Layout.of("BridgeStart", 28, IOP_ID, LAN, PACKETS);

    /**
     * Reads the request.
     *
     * @param frame a checked frame with this function
     * @return its values; what the sender left out is 0
     */
    public static BridgeStart parse(MessageFrame frame) {
        return new BridgeStart(IOP_ID.get(frame), LAN.get(frame), PACKETS.get(frame));
    }

    /** {@return the message to send} */
    public PrivateMessage message() {
        return new PrivateMessage(OrganizationId.SPINE, CODE, List.of(lanTid << 16 | iopId, packetsPerMessage), List.of());
    }
}
