package dev.spine.extension.runtime.parts;

import dev.spine.i2o.unit.Delivery;
import dev.spine.iop.packet.Packet;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The packets that the card has taken from its port and that come next, and what their extensions may know of them before they come.
 * Belongs to the card's agent.
 */
public final class UpcomingPackets {
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final Packet[] NONE = {};

    private @Nullable Packet[] packets = NONE;
    private int count;
    /** Behind the packet that has come last. */
    private int next;

    /** The port has taken these, of which the first so many count, until the next call. */
    public void taken(Packet[] holder, int howMany) {
        if (packets != holder) {
            packets = holder;
        }
        count = howMany;
        next = 0;
    }

    /** One has come; those before it, if any, went elsewhere. */
    public void passTo(Packet packet) {
        int at = next;
        while (at < count && packets[at] != packet) {
            at++;
        }
        next = at + 1;
    }

    /** The thread was given up within the packet that has come last: those behind it go home, as nobody else will look at them. */
    public void returnAll(Delivery agent) {
        for (; next < count; next++) {
            Packet packet = packets[next];
            if (packet != null) {
                packet.release(agent);
            }
        }
    }

    /** {@return 32 bits of a packet behind the one that has come last, 0 when it does not go first of all to the requester} */
    public int word(Predicate<Packet> isFirst, int behind, int offset) {
        int at = next + behind - 1;
        Packet packet = behind > count || at >= count ? null : packets[at];
        if (packet == null || offset > packet.length() - Integer.BYTES || !isFirst.test(packet)) {
            return 0;
        }
        return packet.memory().get(WORD, packet.offset() + offset);
    }
}
