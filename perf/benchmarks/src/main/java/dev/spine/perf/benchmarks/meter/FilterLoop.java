package dev.spine.perf.benchmarks.meter;

import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.runtime.demux.FilterTable;
import dev.spine.extension.runtime.quota.OwnerLimits;
import dev.spine.extension.runtime.quota.Quota;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.wire.UdpHeaders;
import dev.spine.perf.benchmarks.BenchArguments;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.LongUnaryOperator;

/**
 * What filters of other extensions cost a packet that one extension wants: the search for the handler of a UDP packet among a number of
 * filters, of which the last matches.
 *
 * <p>{@code perf/bench meter.FilterLoop [BLOCKS]} prints nanoseconds for each packet with the one matching filter, with 100
 * others of the same kind, with 100 others of as many kinds, and with the worst that one user may install, the median ratio of paired
 * blocks, and what the first search after a change takes, which arranges all filters.
 */
public final class FilterLoop implements LongUnaryOperator {
    private static final String USAGE = """
        [blocks]
        What a packet costs on its way through the filters of one extension, and of one among many.
          blocks  of each kind, 1 to 100000, 20 unless given
        Example: perf/bench meter.FilterLoop 20
        """;

    /** What the other filters are like. */
    public enum Others {
        /** There are none. */
        NONE(0),
        /** UDP to 100 other ports, what most extensions ask for. */
        PORTS(100),
        /** Comparisons at 100 different places of packets of another Ethernet type. */
        PLACES(100),
        /** Port ranges without the packet's port: each is tried. */
        RANGES(MAX_OF_USER),
        /** As many comparisons as a filter may have, no two of the same bits: each is read, and each filter is a look of its own. */
        BITS(MAX_OF_USER);

        private final int count;

        Others(int count) {
            this.count = count;
        }

        private PacketFilter filter(int number) {
            return switch (this) {
                case NONE, PORTS -> PacketFilter.udp(PORT + 1 + number);
                case PLACES -> PacketFilter.etherType(0x88B5).withBytes(PacketFilter.Header.MAC, 14 + number, 2, 0xFFFF, number);
                case RANGES -> PacketFilter.ipv4().withProtocol(UDP).withDestinationPorts(PORT + 1, PORT + 2 + number);
                case BITS -> bits(number);
            };
        }

        private static PacketFilter bits(int number) {
            PacketFilter filter = PacketFilter.ipv4().withProtocol(UDP);
            for (int i = 0; i < PacketFilter.MAX_COMPARISONS; i++) {
                // Each filter has a mask of its own, and looks where packets are 0.
                filter = filter.withBytes(PacketFilter.Header.TRANSPORT, 8 + i, 4, number + 1, number + 1);
            }
            return filter;
        }
    }

    private static final int MAX_OF_USER = (int) OwnerLimits.STANDARD.limit(Quota.HANDLERS);
    private static final String WANTED = "wanted";
    private static final int PORT = 7_000;
    private static final int UDP = 17;
    private static final int PACKETS = 64;
    private static final int PACKET_BYTES = 2_048;
    private static final int PACKET_LENGTH = 1_000;
    private static final long CALLS_OF_BLOCK = 20_000;
    private static final int BLOCKS = 20;
    private static final int MAX_BLOCKS = 100_000;

    private final FilterTable<String> filters = new FilterTable<>();
    private final Packet[] packets = new Packet[PACKETS];

    /**
     * A loop.
     *
     * @param others which other filters there are
     */
    public FilterLoop(Others others) {
        for (int i = 0; i < others.count; i++) {
            filters.add(0, others.filter(i), "other " + i);
        }
        filters.add(0, PacketFilter.udp(PORT), WANTED);
        MemorySegment memory = Arena.ofAuto().allocate((long) PACKETS * PACKET_BYTES, 64);
        DeliveryList<Packet> home = DeliveryList.singleProducer("home", PACKETS);
        for (int i = 0; i < PACKETS; i++) {
            long at = (long) i * PACKET_BYTES;
            UdpHeaders.write(memory, at, 0, 0, 0, 0, 0, PORT, 0, PACKET_LENGTH - UdpHeaders.BYTES);
            packets[i] = new Packet(memory, at, home);
            packets[i].set(at, PACKET_LENGTH);
        }
    }

    /** Searches for a number of packets; the result is how many were found. */
    @Override
    public long applyAsLong(long times) {
        long found = 0;
        for (long i = 0; i < times; i++) {
            found += WANTED.equals(filters.find(packets[(int) i & PACKETS - 1])) ? 1 : 0;
        }
        return found;
    }

    private double nsOfBlock() {
        long begin = System.nanoTime();
        if (applyAsLong(CALLS_OF_BLOCK) != CALLS_OF_BLOCK) {
            throw new IllegalStateException("a packet was not found");
        }
        return (double) (System.nanoTime() - begin) / CALLS_OF_BLOCK;
    }

    /** What the first search after a change takes. */
    private double nsOfArranging() {
        filters.putBack(filters.take(WANTED::equals));
        long begin = System.nanoTime();
        applyAsLong(1);
        return System.nanoTime() - begin;
    }

    /**
     * Measures and prints.
     *
     * @param arguments how many blocks of each kind, 20 when nothing is said
     */
    public static void main(String[] arguments) {
        BenchArguments.main(FilterLoop.class, USAGE, arguments, FilterLoop::run);
    }

    private static void run(BenchArguments arguments) {
        int blocks = arguments.count("blocks", 1, MAX_BLOCKS, BLOCKS);
        arguments.end();
        FilterLoop[] loops = Arrays.stream(Others.values()).map(FilterLoop::new).toArray(FilterLoop[]::new);
        double[][] ns = new double[loops.length][blocks];
        double[][] arranging = new double[loops.length][blocks];
        for (int block = -blocks / 2; block < blocks; block++) {
            for (int i = 0; i < loops.length; i++) {
                double first = loops[i].nsOfArranging();
                double measured = loops[i].nsOfBlock();
                // The first half warms up.
                if (block >= 0) {
                    arranging[i][block] = first;
                    ns[i][block] = measured;
                }
            }
        }
        for (Others others : Others.values()) {
            double[] of = ns[others.ordinal()];
            double[] ratios = new double[blocks];
            Arrays.setAll(ratios, block -> of[block] / ns[0][block]);
            System.out.printf(Locale.ROOT, "%s: %.1f ns for each packet, %.3f times that of one filter alone; %.0f us after a change%n",
                others.name().toLowerCase(Locale.ROOT), median(of), median(ratios), median(arranging[others.ordinal()]) / 1e3);
        }
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
