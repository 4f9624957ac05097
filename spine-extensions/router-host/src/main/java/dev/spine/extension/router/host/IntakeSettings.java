package dev.spine.extension.router.host;

import static com.google.common.base.Preconditions.checkArgument;

import dev.spine.extension.router.RouterProtocol;
import dev.spine.extension.router.host.address.Prefix;
import dev.spine.iop.packet.wire.Address;
import java.util.ArrayList;
import java.util.List;

/**
 * Which packets that come in by a port the cards may forward. Immutable.
 *
 * @param toHost packets that go to the host, which decides about them; at most {@link #MAX_FLOWS}
 * @param sources how the sources of the others are checked
 */
public record IntakeSettings(List<Flows> toHost, SourceCheck sources) {
    /** All packets, whatever their sources are. */
    public static final IntakeSettings OPEN = new IntakeSettings(List.of(), SourceCheck.NONE);
    /** The most flows. */
    public static final int MAX_FLOWS = RouterProtocol.MAX_FLOWS;

    /** Checks the number, and keeps its own list. */
    public IntakeSettings {
        toHost = List.copyOf(toHost);
        checkArgument(toHost.size() <= MAX_FLOWS, "at most %s flows go to the host, not %s", MAX_FLOWS, toHost.size());
    }

    /**
     * {@return an intake that gives at least these packets to the host, and more where they are too many to name}
     *
     * @param flows any number
     * @param sources how the sources of the others are checked
     */
    public static IntakeSettings of(List<Flows> flows, SourceCheck sources) {
        List<Flows> distinct = new ArrayList<>();
        for (int version : new int[] {4, 6}) {
            List<Flows> some = flows.stream().filter(each -> each.from().address().version() == version).distinct().toList();
            boolean isAll = some.contains(Flows.all(version)) || some.size() > MAX_FLOWS / 2;
            distinct.addAll(isAll ? List.of(Flows.all(version)) : some);
        }
        return new IntakeSettings(distinct, sources);
    }

    /** How the source of a version 4 packet is checked (RFC 3704). */
    public enum SourceCheck {
        /** It is not. */
        NONE,
        /** A route leads there by the port by which the packet came. */
        STRICT,
        /** A route leads there. */
        LOOSE
    }

    /**
     * Packets.
     *
     * @param from prefix of their sources
     * @param to prefix of their destinations, of the same version
     */
    public record Flows(Prefix from, Prefix to) {
        /** Checks the versions. */
        public Flows {
            checkArgument(from.address().version() == to.address().version(), "a packet does not go from %s to %s", from, to);
        }

        /**
         * {@return all packets of a version}
         *
         * @param version 4 or 6
         */
        public static Flows all(int version) {
            Prefix any = new Prefix(version == 4 ? Address.v4(0) : Address.v6(0, 0), 0);
            return new Flows(any, any);
        }
    }
}
