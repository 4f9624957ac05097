package dev.spine.perf.benchmarks.block;

import dev.spine.device.disk.DiskModule;
import dev.spine.device.disk.DiskSettings;
import dev.spine.device.disk.store.ExecutorKind;
import dev.spine.device.disk.store.MemoryStore;
import dev.spine.host.block.BlockOsm;
import dev.spine.host.block.BlockSettings;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.Pending;
import dev.spine.iop.Iop;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.Tasks;
import dev.spine.iop.engine.live.IdlePolicy;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.node.NodeBuilder;
import dev.spine.node.NodeHost;
import dev.spine.node.Opened;
import dev.spine.perf.benchmarks.Bench;
import dev.spine.perf.benchmarks.BenchLayout;
import dev.spine.perf.benchmarks.block.BlockReader.Order;
import dev.spine.perf.calibration.HopCalibration;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command: block reads through the queues beside a loop that copies the same bytes, layouts one-core and two-core.
 *
 * <p>{@code perf/bench block.BlockBench [seconds] [--layout one-core|two-core]}. Reads and copies take turns in blocks of
 * about 10 ms on the host agent's thread; the rate is the median over blocks, and so is the ratio of neighbours. Every block read is
 * checked, see {@link BlockReader}. Allocation is that of all threads of the process.
 */
public final class BlockBench implements AutoCloseable {
    private static final int[] SIZES = {512, 4096};
    private static final int MEDIUM_BYTES = 64 << 20;
    private static final int DEPTH = 64;
    private static final long BLOCK_NS = 10_000_000;
    private static final int WARM_UPS = 100;
    private static final int MAX_BLOCKS = 100_000;

    private final Opened opened;
    private final MemoryStore store = MemoryStore.ofBytes(MEDIUM_BYTES);
    private final HostAgent host;
    private final BlockOsm osm;
    private final Region buffers;
    private final Tasks tasks;

    /** What one size gave. */
    private record Line( double reads, double copies, double ratio, long wrong, double allocated) {}

    private BlockBench(ThreadLayout layout) {
        ReadPattern.fill(store.memory());
        LiveEngine engine = new LiveEngine(layout, 1, IdlePolicy.SPIN, 64, Duration.ofMinutes(10));
        NodeBuilder builder = new NodeBuilder(engine, "node0", 1);
        NodeHost node = builder.host(ProcessorSpec.THIS_MACHINE);
        host = node.agent();
        Iop card = builder.iop("iop1", ProcessorSpec.THIS_MACHINE, UnaryOperator.identity());
        int tid = card.install(new DiskModule(DiskSettings.of("disk0").withQueueDepth(DEPTH), store, ExecutorKind.INLINE));
        IopDriver iop = node.driver().add(card.function());
        buffers = node.memory().allocate("blocks", (long) DEPTH * SIZES[SIZES.length - 1]);
        osm = new BlockOsm(host, node.driver(), node.memory(), iop, tid, BlockSettings.STANDARD.withQueueDepth(DEPTH));
        try (Opened starting = new Opened()) {
            starting.add(engine::close);
            engine.start();
            tasks = engine.tasks(host);
            Pending.await(tasks, "the boot", node.driver()::boot).orThrow();
            Pending.await(tasks, "the attachment", osm::attach);
            opened = starting.handOver();
        }
    }

    @Override
    public void close() {
        opened.close();
    }

    /**
     * Runs and prints.
     *
     * @param arguments seconds to measure, 20 unless given; the layout, both unless given
     */
    public static void main(String[] arguments) {
        Bench.main(BlockBench.class, arguments);
    }

    @Command(description = "Block reads through the queues beside a loop that copies the same bytes.",
        footer = "Example: perf/bench block.BlockBench 20 --layout one-core")
    static void run(
        @Parameters(arity = "0..1", defaultValue = "20", description = "to measure, 0.001 to 86400") double seconds,
        @Option(names = "--layout", description = "one-core: host and card on one thread; two-core: on two; both in turn unless given")
            @Nullable BenchLayout layout) {
        System.out.printf(Locale.ROOT, "%-9s %6s %-10s %12s %12s %10s %6s %15s  %s%n", "layout", "bytes", "order", "reads/s",
            "copies/s", "read/copy", "wrong", "allocated/read", "calibration");
        List<BenchLayout> layouts = layout == null ? List.of(BenchLayout.values()) : List.of(layout);
        for (BenchLayout each : layouts) {
            run(each, (long) (seconds * 1e9 / layouts.size()));
        }
    }

    private static void run(BenchLayout layout, long ns) {
        ThreadLayout placed = layout == BenchLayout.ONE_CORE ? ThreadLayout.ONE_CORE
            : ThreadLayout.twoCore(path -> path.endsWith("host") ? 0 : 1);
        for (int bytes : SIZES) {
            for (Order order : Order.values()) {
                HopCalibration before = HopCalibration.measure();
                try (BlockBench bench = new BlockBench(placed)) {
                    Line line = bench.measure(bytes, order, ns / SIZES.length / Order.values().length);
                    HopCalibration after = HopCalibration.measure();
                    System.out.printf(Locale.ROOT, "%-9s %6d %-10s %,12.0f %,12.0f %10.3f %6d %15.3f  one-line %.0f to %.0f ns, %s%n",
                        layout, bytes, order.name().toLowerCase(Locale.ROOT), line.reads(), line.copies(), line.ratio(), line.wrong(),
                        line.allocated(), before.oneLineNs(), after.oneLineNs(), before.until(after).name().toLowerCase(Locale.ROOT));
                }
            }
        }
    }

    private Line measure(int bytes, Order order, long ns) {
        BlockReader reader = tasks.call(() -> {
            BlockReader made = new BlockReader(osm, buffers, DEPTH, bytes, order);
            host.register(made);
            return made;
        });
        long count = 10_000;
        for (int i = 0; i < WARM_UPS; i++) {
            long took = readBlock(reader, count);
            tasks.call(() -> reader.copy(store.memory(), 10_000));
            count = Math.max(1000, (long) ((double) count * BLOCK_NS / took));
        }
        long readsPerBlock = count;
        double[] reads = new double[MAX_BLOCKS];
        double[] copies = new double[MAX_BLOCKS];
        double[] ratios = new double[MAX_BLOCKS];
        int blocks = 0;
        long allocated = 0;
        long deadline = System.nanoTime() + ns;
        while (blocks < MAX_BLOCKS && (blocks < 4 || System.nanoTime() < deadline)) {
            long before = allocatedByEngine();
            reads[blocks] = readsPerBlock * 1e9 / readBlock(reader, readsPerBlock);
            allocated += allocatedByEngine() - before;
            copies[blocks] = readsPerBlock * 1e9 / tasks.call(() -> reader.copy(store.memory(), readsPerBlock));
            ratios[blocks] = reads[blocks] / copies[blocks];
            blocks++;
        }
        return new Line(median(reads, blocks), median(copies, blocks), median(ratios, blocks), reader.wrong(),
            (double) allocated / blocks / readsPerBlock);
    }

    private long readBlock(BlockReader reader, long count) {
        long begin = tasks.call(() -> {
            reader.begin(count);
            return System.nanoTime();
        });
        tasks.await("the reads", reader::isDone);
        return reader.endedNs() - begin;
    }

    /** What all threads but this one have allocated: this one asks for the reads, at the cost of some objects per block. */
    private static long allocatedByEngine() {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        return threads.getTotalThreadAllocatedBytes() - threads.getCurrentThreadAllocatedBytes();
    }

    private static double median(double[] values, int count) {
        double[] sorted = Arrays.copyOf(values, count);
        Arrays.sort(sorted);
        return sorted[count / 2];
    }
}
