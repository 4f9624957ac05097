package dev.spine.extension.router.host;

import dev.spine.extension.router.ReservedAddresses;
import dev.spine.extension.router.RouterProtocol;
import dev.spine.extension.runtime.load.LoadOptions;

/**
 * How the routers of the cards are made. Immutable; begin with {@link #STANDARD}.
 *
 * @param tableBytes bytes of each card's forwarding table, 32 KiB to 1 GiB; a full table of the Internet needs 32 MiB
 * @param nextHops how many next hops there can be, 8 to 65535
 * @param batchBytes bytes of a batch between cards, 2 KiB to 1 MiB; larger than any frame, super-packets of up to 64 KiB included
 * @param order the priority number of the router's packet handlers, 0 for after all services with lower ones
 * @param egress the stages before the wire of each card that has none of its own, as the parameter {@code egress} has them; empty for none
 * @param icmpRate ICMP errors of a card in a second
 * @param icmpBurst ICMP errors of a card at once after a pause
 * @param reserved what becomes of packets from and to reserved addresses
 */
public record RouterSettings(int tableBytes, int nextHops, int batchBytes, int order, String egress, int icmpRate, int icmpBurst,
    ReservedAddresses reserved) {
    /** For some thousands of routes. */
    public static final RouterSettings STANDARD = new RouterSettings(1 << 20, 1_023, 72 << 10, 0, "", 1_000, 50,
        ReservedAddresses.DROP);

    /**
     * {@return these settings with another table}
     *
     * @param bytes of each card's forwarding table
     */
    public RouterSettings withTableBytes(int bytes) {
        return new RouterSettings(bytes, nextHops, batchBytes, order, egress, icmpRate, icmpBurst, reserved);
    }

    /**
     * {@return these settings with another number of next hops}
     *
     * @param count how many there can be
     */
    public RouterSettings withNextHops(int count) {
        return new RouterSettings(tableBytes, count, batchBytes, order, egress, icmpRate, icmpBurst, reserved);
    }

    /**
     * {@return these settings with longer or shorter batches}
     *
     * @param bytes of a batch
     */
    public RouterSettings withBatchBytes(int bytes) {
        return new RouterSettings(tableBytes, nextHops, bytes, order, egress, icmpRate, icmpBurst, reserved);
    }

    /**
     * {@return these settings with another place among the packet handlers}
     *
     * @param number the priority number
     */
    public RouterSettings withOrder(int number) {
        return new RouterSettings(tableBytes, nextHops, batchBytes, number, egress, icmpRate, icmpBurst, reserved);
    }

    /**
     * {@return these settings with stages}
     *
     * @param stages as the parameter {@code egress} has them
     */
    public RouterSettings withEgress(String stages) {
        return new RouterSettings(tableBytes, nextHops, batchBytes, order, stages, icmpRate, icmpBurst, reserved);
    }

    /**
     * {@return these settings with another limit of ICMP errors}
     *
     * @param rate in a second
     * @param burst at once
     */
    public RouterSettings withIcmpLimit(int rate, int burst) {
        return new RouterSettings(tableBytes, nextHops, batchBytes, order, egress, rate, burst, reserved);
    }

    /**
     * {@return these settings with another treatment of reserved addresses}
     *
     * @param treatment what becomes of such packets
     */
    public RouterSettings with(ReservedAddresses treatment) {
        return new RouterSettings(tableBytes, nextHops, batchBytes, order, egress, icmpRate, icmpBurst, treatment);
    }

    LoadOptions options(int port, long key) {
        LoadOptions options = LoadOptions.OF_NODE.with(RouterProtocol.PARAMETER_PORT, Integer.toString(port))
            .with(RouterProtocol.PARAMETER_KEY, Long.toHexString(key))
            .with(RouterProtocol.PARAMETER_TABLE_BYTES, Integer.toString(tableBytes))
            .with(RouterProtocol.PARAMETER_NEXT_HOPS, Integer.toString(nextHops))
            .with(RouterProtocol.PARAMETER_BATCH_BYTES, Integer.toString(batchBytes))
            .with(RouterProtocol.PARAMETER_ORDER, Integer.toString(order))
            .with(RouterProtocol.PARAMETER_ICMP_RATE, Integer.toString(icmpRate))
            .with(RouterProtocol.PARAMETER_ICMP_BURST, Integer.toString(icmpBurst))
            .with(RouterProtocol.PARAMETER_RESERVED, reserved.word());
        return egress.isEmpty() ? options : options.with(RouterProtocol.PARAMETER_EGRESS, egress);
    }
}
