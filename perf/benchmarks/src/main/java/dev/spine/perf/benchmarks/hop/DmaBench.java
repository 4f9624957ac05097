package dev.spine.perf.benchmarks.hop;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Region;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.node.NodeBuilder;
import dev.spine.perf.benchmarks.Bench;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * A transfer by a card's DMA engine into memory that another card has granted, beside {@link MemorySegment#copy} of the same bytes.
 *
 * <p>{@code perf/bench hop.DmaBench [seconds]}. The two take turns in blocks of a millisecond, on one thread; each ratio
 * and each difference is the median over pairs of neighbouring blocks. A transfer is everything that an agent does for it: clear it, name
 * the grant, add the run, submit it, and find it in its completion list.
 */
public final class DmaBench {
    private static final int[] SIZES = {64, 256, 1500, 4096, 16_384, 65_536, 262_144, 1_048_576};
    private static final int MEMORY = 4 << 20;
    private static final long BLOCK_NS = 1_000_000;
    private static final int CHECK_CLOCK_BYTES = 65_536;

    private final Region source;
    private final Region destination;
    private final DmaEngine dma;
    private final AgentContext agent;
    private final long grant;
    private final DeliveryList<Transfer> completions = DeliveryList.singleProducer("completions", 1);
    private final Transfer transfer = new Transfer(1, completions);
    private long allocated;
    private long transfers;

    /** What one size gave. */
    private record Line(int bytes, double copyNs, double dmaNs, double ratio, double moreNs) {}

    /** An agent without work: the benchmark acts in its name while the engine does not run. */
    private record Idle(AgentContext context) implements Agent {
        @Override
        public int doWork(int limit) {
            return 0;
        }

        @Override
        public String roleName() {
            return context.path();
        }
    }

    private DmaBench() {
        NodeBuilder node = new NodeBuilder(new LiveEngine(ThreadLayout.ONE_CORE, 1), "", 2);
        Bus bus = node.bus();
        BusAgent card = node.busAgent("iop1");
        BusAgent screen = node.busAgent("iop2");
        source = bus.allocate("receive memory", card, Access.OWNER, MEMORY);
        destination = bus.allocate("frame buffer", screen, Access.OWNER, MEMORY);
        dma = new DmaEngine(bus, card);
        grant = bus.grants().grant(destination, 0, MEMORY, MEMORY, 1, card, true);
        agent = node.agent("iop1", ProcessorSpec.THIS_MACHINE, Idle::new).context();
    }

    /**
     * Runs and prints.
     *
     * @param arguments seconds to measure, 20 unless given
     */
    public static void main(String[] arguments) {
        Bench.main(DmaBench.class, arguments);
    }

    @Command(description = "Transfers through a grant, in turn with copies of as many bytes by the processor.",
        footer = "Example: perf/bench hop.DmaBench 8")
    static void run(@Parameters(arity = "0..1", defaultValue = "20", description = "to measure, 0.001 to 86400") double seconds) {
        new DmaBench().run((long) (seconds * 1e9 / SIZES.length));
    }

    private void run(long nsPerSize) {
        for (int bytes : SIZES) {
            measure(bytes, nsPerSize / 10);
        }
        allocated = 0;
        transfers = 0;
        System.out.printf(Locale.ROOT, "%10s %12s %12s %10s %10s%n", "bytes", "copy, ns", "DMA, ns", "copy/DMA", "DMA-copy");
        for (int bytes : SIZES) {
            Line line = measure(bytes, nsPerSize);
            System.out.printf(Locale.ROOT, "%10d %12.1f %12.1f %10.3f %10.1f%n", line.bytes(), line.copyNs(), line.dmaNs(), line.ratio(),
                line.moreNs());
        }
        System.out.printf(Locale.ROOT, "allocated per transfer: %.3f bytes%n", (double) allocated / transfers);
    }

    private Line measure(int bytes, long ns) {
        int most = (int) Math.max(4, ns / BLOCK_NS);
        double[] copies = new double[most];
        double[] moves = new double[most];
        double[] ratios = new double[most];
        double[] differences = new double[most];
        int pairs = 0;
        long deadline = System.nanoTime() + ns;
        while (pairs < most && (pairs < 4 || System.nanoTime() < deadline)) {
            // Whoever comes second finds the caches as the first has left them, so they take turns in that too.
            boolean copyFirst = (pairs & 1) == 0;
            double first = copyFirst ? copyBlock(bytes) : dmaBlock(bytes);
            double second = copyFirst ? dmaBlock(bytes) : copyBlock(bytes);
            copies[pairs] = copyFirst ? first : second;
            moves[pairs] = copyFirst ? second : first;
            ratios[pairs] = copies[pairs] / moves[pairs];
            differences[pairs] = moves[pairs] - copies[pairs];
            pairs++;
        }
        return new Line(bytes, median(copies, pairs), median(moves, pairs), median(ratios, pairs), median(differences, pairs));
    }

    private static double median(double[] values, int count) {
        double[] sorted = Arrays.copyOf(values, count);
        Arrays.sort(sorted);
        return sorted[count / 2];
    }

    /** How many operations lie between two looks at the clock. */
    private static int batch(int bytes) {
        return Math.clamp(CHECK_CLOCK_BYTES / bytes, 1, 64);
    }

    private double copyBlock(int bytes) {
        int batch = batch(bytes);
        MemorySegment from = source.memory();
        MemorySegment to = destination.memory();
        int slots = MEMORY / bytes;
        int slot = 0;
        long count = 0;
        long begin = System.nanoTime();
        long now = begin;
        while (now - begin < BLOCK_NS) {
            for (int i = 0; i < batch; i++) {
                long offset = (long) slot * bytes;
                MemorySegment.copy(from, offset, to, offset, bytes);
                slot = slot + 1 == Math.min(slots, batch) ? 0 : slot + 1;
            }
            count += batch;
            now = System.nanoTime();
        }
        return (double) (now - begin) / count;
    }

    private double dmaBlock(int bytes) {
        int batch = batch(bytes);
        int slots = MEMORY / bytes;
        int slot = 0;
        long count = 0;
        long allocatedBefore = Allocated.byThisThread();
        long begin = System.nanoTime();
        long now = begin;
        while (now - begin < BLOCK_NS) {
            for (int i = 0; i < batch; i++) {
                long offset = (long) slot * bytes;
                move(offset, bytes);
                slot = slot + 1 == Math.min(slots, batch) ? 0 : slot + 1;
            }
            count += batch;
            now = System.nanoTime();
        }
        allocated += Allocated.byThisThread() - allocatedBefore;
        transfers += count;
        return (double) (now - begin) / count;
    }

    private void move(long offset, int bytes) {
        transfer.clear().under(grant).add(source.base() + offset, destination.base() + offset, bytes);
        agent.submit(dma, transfer);
        Transfer ended = completions.poll();
        if (ended == null || ended.outcome() != Transfer.Outcome.DONE) {
            throw new IllegalStateException(transfer + " should have been done at once");
        }
    }
}
