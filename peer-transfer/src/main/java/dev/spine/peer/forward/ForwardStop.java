package dev.spine.peer.forward;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.PrivateMessage;
import java.util.List;

/**
 * Ends the forwarding of a stream. Answered when no packet of it is at the display any more. Any thread.
 *
 * <pre>
 *  w4  | organisation [31:16] | 0x0023 [15:0] |
 *  w5  UDP port
 * </pre>
 * An ordinary reply; detailed status 0x11 when the port is not forwarded.
 *
 * @param udpPort the stream's port
 */
public record ForwardStop(int udpPort) {
    /** XFunctionCode of the request. */
    public static final int CODE = 0x0023;
    /** The stream's port. */
    public static final Field UDP_PORT = Field.u16("UdpPort", 20);
    /** The fields of the request. */
    public static final Layout LAYOUT = Layout.of("ForwardStop", 24, UDP_PORT);

    /**
     * Reads the request.
     *
     * @param frame a checked frame with this function
     * @return its values
     */
    public static ForwardStop parse(MessageFrame frame) {
        return new ForwardStop(UDP_PORT.get(frame));
    }

    /** {@return the message to send} */
    public PrivateMessage message() {
        return new PrivateMessage(OrganizationId.SPINE, CODE, List.of(udpPort), List.of());
    }
}
