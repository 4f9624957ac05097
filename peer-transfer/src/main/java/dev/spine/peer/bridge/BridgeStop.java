package dev.spine.peer.bridge;

import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.message.PrivateMessage;
import java.util.List;

/**
 * Ends a bridge. Answered when no packet is at the other port any more. Any thread.
 *
 * <pre>
 *  w4  | organisation [31:16] | 0x0043 [15:0] |
 * </pre>
 * An ordinary reply; detailed status 0x11 when the bridge does not run.
 */
public final class BridgeStop {
    /** XFunctionCode of the request. */
    public static final int CODE = 0x0043;

    private BridgeStop() {}

    /** {@return the message to send} */
    public static PrivateMessage message() {
        return new PrivateMessage(OrganizationId.SPINE, CODE, List.of(), List.of());
    }
}
