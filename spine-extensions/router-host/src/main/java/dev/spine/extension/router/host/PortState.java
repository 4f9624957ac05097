package dev.spine.extension.router.host;

import dev.spine.extension.router.RouterProtocol;
import dev.spine.iop.packet.wire.Address;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a router knows of one of its ports, beside how its card is brought commands. Confined to its router's lock. */
final class PortState {
    private static final long LINK_LOCAL = 0x3FA;

    private final CardFeed feed;
    private List<InterfaceAddress> addresses = List.of();
    private int mtu;
    private boolean up = true;
    private IntakeSettings intake = IntakeSettings.OPEN;
    /** Null for those that the router was loaded with. */
    private @Nullable List<Integer> stages;

    PortState(CardFeed feed) {
        this.feed = feed;
        this.mtu = feed.port().mtu();
    }

    CardFeed feed() {
        return feed;
    }

    List<InterfaceAddress> addresses() {
        return addresses;
    }

    void addresses(List<InterfaceAddress> all) {
        addresses = List.copyOf(all);
    }

    void mtu(int bytes) {
        mtu = bytes;
    }

    void up(boolean isUp) {
        up = isUp;
    }

    void intake(IntakeSettings which) {
        intake = which;
    }

    /** The order that says which packets of its wire the card may forward. */
    byte[] intake() {
        return CommandWriter.intake(intake);
    }

    void stages(List<Integer> numbers) {
        stages = List.copyOf(numbers);
    }

    /** The stages before the wire, or null for those that the router was loaded with. */
    @Nullable List<Integer> stages() {
        return stages;
    }

    /** The commands that say where ICMP errors of the card come from: its first address of each version, of IPv6 no link-local one. */
    List<byte[]> sources() {
        int v4 = 0;
        long high = 0;
        long low = 0;
        for (InterfaceAddress each : addresses) {
            Address address = each.address();
            if (address.version() == 4 && v4 == 0) {
                v4 = address.bits4();
            } else if (address.version() == 6 && (high | low) == 0 && address.high() >>> 54 != LINK_LOCAL) {
                high = address.high();
                low = address.low();
            }
        }
        return List.of(CommandWriter.source4(v4), CommandWriter.source6(high, low));
    }

    /** What is done with packets for the wire whose neighbour, perhaps, is known: null while it is not, so that the host finds it. */
    HopContent towards(@Nullable Long neighbour) {
        if (!up || neighbour == null) {
            return HopContent.of(up ? RouterProtocol.ACTION_HOST : RouterProtocol.ACTION_UNREACHABLE);
        }
        // What is longer than the card's wire takes would hold up all behind it.
        return new HopContent(RouterProtocol.ACTION_FORWARD, feed.number(), Math.min(mtu, feed.port().mtu()), neighbour,
            feed.port().hardwareAddress());
    }
}
