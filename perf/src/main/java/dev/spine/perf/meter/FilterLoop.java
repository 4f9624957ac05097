package dev.spine.perf.meter;

import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.runtime.demux.FilterTable;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.packet.Packet;
import dev.spine.perf.bench.BenchArguments;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.LongUnaryOperator;

/**
 * What filters of other extensions cost a packet that one extension wants: the search for the handler of a UDP packet among a number of
 * filters, of which the last matches.
 *
 * <p>{@code java dev.spine.perf.meter.FilterLoop [BLOCKS]} prints nanoseconds for each packet with the one matching filter, with 100
 * others of the same kind, and with 100 others of as many kinds, and the median ratio of paired blocks.
 */
public final class FilterLoop implements LongUnaryOperator {
    /** What the other filters are like. */
    private static final String USAGE = """
        [blocks]
        What a packet costs on its way through the filters of one extension, and of one among many.
          blocks  of each kind, 1 to 100000, 20 unless given
        Example: perf/bench dev.spine.perf.meter.FilterLoop 20
        """;
    public enum Others {
        /** There are none. */
        NONE,
        /** UDP to 100 other ports, what most extensions ask for. */
        PORTS,
        /** Comparisons at 100 different places of packets of another Ethernet type. */
        PLACES
    }

    private static final int PORT = 7_000;
    private static final int OTHERS = 100;
    private static final int PACKETS = 64;
    private static final int PACKET_BYTES = 2_048;
    private static final long CALLS_OF_BLOCK = 200_000;
    private static final int BLOCKS = 20;
    private static final int MOST_BLOCKS = 100_000;

    private final FilterTable<String> filters = new FilterTable<>();
    private final Packet[] packets = new Packet[PACKETS];

    /**
     * A loop.
     *
     * @param others which other filters there are
     */
    public FilterLoop(Others others) {
        for (int i = 0; i < OTHERS && others != Others.NONE; i++) {
            filters.add(0, others == Others.PORTS ? PacketFilter.udp(PORT + 1 + i)
                : PacketFilter.etherType(0x88B5).withBytes(PacketFilter.Header.MAC, 14 + i, 2, 0xFFFF, i), "other " + i);
        }
        filters.add(0, PacketFilter.udp(PORT), "wanted");
        MemorySegment memory = Arena.ofAuto().allocate((long) PACKETS * PACKET_BYTES, 64);
        DeliveryList<Packet> home = DeliveryList.singleProducer("home", PACKETS);
        for (int i = 0; i < PACKETS; i++) {
            long at = (long) i * PACKET_BYTES;
            put(memory, at + 12, 0x08, 0x00, 0x45);
            put(memory, at + 23, 17);
            put(memory, at + 36, PORT >> 8, PORT & 0xFF);
            packets[i] = new Packet(memory, at, home);
            packets[i].set(at, 1_000);
        }
    }

    private static void put(MemorySegment memory, long at, int... bytes) {
        for (int i = 0; i < bytes.length; i++) {
            memory.set(ValueLayout.JAVA_BYTE, at + i, (byte) bytes[i]);
        }
    }

    /** Searches for a number of packets; the result is how many were found. */
    @Override
    public long applyAsLong(long times) {
        long found = 0;
        for (long i = 0; i < times; i++) {
            found += filters.find(packets[(int) i & PACKETS - 1]) == null ? 0 : 1;
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

    /**
     * Measures and prints.
     *
     * @param arguments how many blocks of each kind, 20 when nothing is said
     */
    public static void main(String[] arguments) {
        BenchArguments.main(FilterLoop.class, USAGE, arguments, FilterLoop::run);
    }

    private static void run(BenchArguments arguments) {
        int blocks = arguments.count("blocks", 1, MOST_BLOCKS, BLOCKS);
        arguments.end();
        FilterLoop[] loops = Arrays.stream(Others.values()).map(FilterLoop::new).toArray(FilterLoop[]::new);
        double[][] ns = new double[loops.length][blocks];
        for (int block = -blocks / 2; block < blocks; block++) {
            for (int i = 0; i < loops.length; i++) {
                double measured = loops[i].nsOfBlock();
                // The first half warms up.
                if (block >= 0) {
                    ns[i][block] = measured;
                }
            }
        }
        for (Others others : Others.values()) {
            double[] of = ns[others.ordinal()];
            double[] ratios = new double[blocks];
            Arrays.setAll(ratios, block -> of[block] / ns[0][block]);
            System.out.printf(Locale.ROOT, "%s: %.1f ns for each packet, %.3f times that of one filter alone%n",
                others.name().toLowerCase(Locale.ROOT), median(of), median(ratios));
        }
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
