package dev.spine.perf.forward;

import dev.spine.extension.router.host.address.Prefix;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * The forwarding table of a host that forwards itself: the address space cut into ranges of one gateway each, found by the first 16 bits of
 * an address and then by halving. Immutable.
 */
final class HostTable {
    private static final int FIRST = 16;

    private final int[] starts;
    private final int[] gateways;
    /** Of each value of the first bits, the range that its first address is in; one more at the end. */
    private final int[] first = new int[(1 << FIRST) + 1];

    /** Cuts up the address space. */
    HostTable(ForwardRoutes routes) {
        List<Map.Entry<Prefix, Integer>> sorted = new ArrayList<>(routes.routes().entrySet());
        sorted.sort(Map.Entry.comparingByKey());
        List<long[]> cuts = new ArrayList<>();
        cuts.add(new long[] {0, 0});
        Deque<long[]> covering = new ArrayDeque<>();
        for (Map.Entry<Prefix, Integer> route : sorted) {
            long start = start(route.getKey());
            end(covering, cuts, start);
            covering.push(new long[] {start + (1L << Integer.SIZE - route.getKey().bits()), route.getValue()});
            cuts.add(new long[] {start, route.getValue()});
        }
        end(covering, cuts, 1L << Integer.SIZE);
        starts = new int[cuts.size()];
        gateways = new int[cuts.size()];
        int count = 0;
        for (long[] cut : cuts) {
            // Of several cuts at one address the last one says what is behind it.
            if (count > 0 && Integer.toUnsignedLong(starts[count - 1]) == cut[0]) {
                count--;
            }
            if (cut[0] < 1L << Integer.SIZE) {
                starts[count] = (int) cut[0];
                gateways[count] = (int) cut[1];
                count++;
            }
        }
        int range = 0;
        for (int high = 0; high < 1 << FIRST; high++) {
            long address = (long) high << FIRST;
            while (range + 1 < count && Integer.toUnsignedLong(starts[range + 1]) <= address) {
                range++;
            }
            first[high] = range;
        }
        first[1 << FIRST] = count - 1;
        Arrays.fill(starts, count, starts.length, -1);
    }

    private static long start(Prefix prefix) {
        return Integer.toUnsignedLong(prefix.address().bits4());
    }

    /** Prefixes that end before an address: behind each, the one around it goes on. */
    private static void end(Deque<long[]> covering, List<long[]> cuts, long address) {
        while (!covering.isEmpty() && covering.element()[0] <= address) {
            long end = covering.pop()[0];
            cuts.add(new long[] {end, covering.isEmpty() ? 0 : covering.element()[1]});
        }
    }

    /** {@return the number of the gateway of an address, 0 when there is none} */
    int gateway(int address) {
        int low = first[address >>> FIRST];
        int high = first[(address >>> FIRST) + 1];
        while (low < high) {
            int middle = low + high + 1 >>> 1;
            if (Integer.compareUnsigned(starts[middle], address) <= 0) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return gateways[low];
    }
}
