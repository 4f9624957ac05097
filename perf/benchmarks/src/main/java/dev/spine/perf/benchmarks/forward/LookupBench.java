package dev.spine.perf.benchmarks.forward;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.BufferOwner;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.router.fib.Fib;
import dev.spine.extension.router.fib.PatchAnswer;
import dev.spine.extension.router.host.address.Prefix;
import dev.spine.extension.router.host.fib.Outcome;
import dev.spine.extension.router.host.fib.RouteTable;
import dev.spine.perf.benchmarks.BenchArguments;
import dev.spine.perf.forward.ForwardRoutes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The command: how long a lookup in a card's forwarding table takes, and how long changes take on the host and on a card.
 *
 * <p>{@code perf/bench forward.LookupBench [routes]}, 750,000 unless given. Each lookup waits for the one before, as that
 * of the next packet nearly does: the address is combined with the answer before. The table's code is called directly, without a meter. In
 * turn with it an array of 4 MiB is read at dependent random places, once a lookup.
 */
public final class LookupBench {
    private static final int TABLE_BYTES = 48 << 20;
    private static final int ADDRESSES = 1 << 18;
    private static final int ROUNDS = 21;
    private static final int WARM_UPS = 8;
    private static final int CHANGES = 20_000;
    private static final int INBOX = 1 << 17;
    private static final String USAGE = """
        [routes]
        How long a lookup in a card's forwarding table takes, and a change of it.
          routes  IPv4, 1 to 1000000, 750000 unless given
        Example: perf/bench forward.LookupBench 750000
        """;

    private static long sink;

    private LookupBench() {}

    /**
     * Runs and prints.
     *
     * @param arguments number of routes
     */
    public static void main(String[] arguments) {
        BenchArguments.main(LookupBench.class, USAGE, arguments, LookupBench::run);
    }

    private static Buffer buffer(MemorySegment memory) {
        BufferOwner owner = (BufferOwner) Proxy.newProxyInstance(LookupBench.class.getClassLoader(), new Class<?>[] {BufferOwner.class},
            (_, _, _) -> null);
        Buffer buffer = RuntimeAccess.newBuffer(owner);
        RuntimeAccess.point(buffer, memory, 0, (int) memory.byteSize(), 0, true, null);
        return buffer;
    }

    private static void run(BenchArguments arguments) {
        int count = arguments.count("routes", 1, 1_000_000, 750_000);
        arguments.end();
        ForwardRoutes routes = ForwardRoutes.of(count);
        Buffer memory = buffer(Arena.ofAuto().allocate(TABLE_BYTES, 4096));
        Fib fib = Fib.create((ExtensionContext) Proxy.newProxyInstance(LookupBench.class.getClassLoader(),
            new Class<?>[] {ExtensionContext.class}, (_, _, _) -> memory), TABLE_BYTES);
        MemorySegment inbox = Arena.ofAuto().allocate(INBOX);
        Buffer parts = buffer(inbox);
        long[] patched = new long[3];
        RouteTable table = new RouteTable(TABLE_BYTES, RouteTable.PART_BYTES, (part, bytes) -> {
            MemorySegment.copy(part, 0, inbox, ValueLayout.JAVA_BYTE, 0, bytes);
            long begin = System.nanoTime();
            if (fib == null || fib.apply(parts, 0, bytes) != PatchAnswer.TAKEN) {
                throw new IllegalStateException("the table refused a part");
            }
            patched[0] += System.nanoTime() - begin;
            patched[1]++;
            patched[2] += bytes;
        });
        long begin = System.nanoTime();
        if (fib == null || table.replaceAll(routes.routes()) != Outcome.CHANGED) {
            throw new IllegalStateException("there is no room for the table");
        }
        System.out.println(String.format(Locale.ROOT, "%d routes: %.2f bytes each; whole table in %.0f ms, of which the card %.0f ms for %d"
            + " parts", count, (double) table.usedBytes() / count, (System.nanoTime() - begin) / 1e6, patched[0] / 1e6, patched[1]));
        lookups(fib, routes.destinations(ADDRESSES, 2));
        changes(table, routes.routes(), patched);
        System.out.println("(results " + sink + ")");
    }

    private static void lookups(Fib fib, int[] addresses) {
        int[] array = new SplittableRandom(1).ints(1 << 20).toArray();
        double[] lookups = new double[ROUNDS];
        double[] independent = new double[ROUNDS];
        double[] reads = new double[ROUNDS];
        for (int round = -WARM_UPS; round < ROUNDS; round++) {
            int at = Math.max(0, round);
            lookups[at] = dependent(fib, addresses);
            independent[at] = independent(fib, addresses);
            reads[at] = reads(array, addresses);
        }
        print("a lookup that waits for the one before", lookups);
        print("a lookup among others", independent);
        print("a dependent read of 4 MiB", reads);
    }

    private static double dependent(Fib fib, int[] addresses) {
        long begin = System.nanoTime();
        int last = 0;
        for (int address : addresses) {
            // Nothing, but not before the answer is there.
            last = fib.lookup4(address ^ last >>> 20);
        }
        sink += last;
        return (System.nanoTime() - begin) / (double) addresses.length;
    }

    private static double independent(Fib fib, int[] addresses) {
        long begin = System.nanoTime();
        int sum = 0;
        for (int address : addresses) {
            sum += fib.lookup4(address);
        }
        sink += sum;
        return (System.nanoTime() - begin) / (double) addresses.length;
    }

    private static double reads(int[] array, int[] addresses) {
        long begin = System.nanoTime();
        int last = 0;
        for (int address : addresses) {
            last = array[(address * 0x9E37_79B1 ^ last) >>> 12];
        }
        sink += last;
        return (System.nanoTime() - begin) / (double) addresses.length;
    }

    private static void print(String what, double[] taken) {
        Arrays.sort(taken);
        System.out.println(String.format(Locale.ROOT, "%-45s %7.1f ns (%.1f to %.1f)", what, taken[ROUNDS / 2], taken[ROUNDS / 4],
            taken[3 * ROUNDS / 4]));
    }

    private static void changes(RouteTable table, Map<Prefix, Integer> routes, long[] patched) {
        Arrays.fill(patched, 0);
        long begin = System.nanoTime();
        int changed = 0;
        for (Map.Entry<Prefix, Integer> route : routes.entrySet()) {
            if (changed == CHANGES) {
                break;
            }
            changed += table.set(route.getKey(), ForwardRoutes.GATEWAYS + 1) == Outcome.CHANGED ? 1 : 0;
        }
        System.out.println(String.format(Locale.ROOT, "a change of one route: %.2f us, of which the card %.2f us; %.0f bytes of patch,"
            + " %.2f parts", (System.nanoTime() - begin) / 1e3 / changed, patched[0] / 1e3 / changed, (double) patched[2] / changed,
            (double) patched[1] / changed));
    }
}
