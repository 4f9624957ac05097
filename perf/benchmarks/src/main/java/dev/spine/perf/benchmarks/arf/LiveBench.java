package dev.spine.perf.benchmarks.arf;

import dev.spine.perf.benchmarks.Bench;
import dev.spine.perf.benchmarks.tunnel.OwnCertificate;
import dev.spine.perf.calibration.HopCalibration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command: ARF between two processes by a tunnel, and NFS between two processes by ganesha and libnfs, over files of one directory, in
 * turn in blocks. Each does each work for a while first: the processes of ARF compile some five thousand methods each, and until they have
 * the benchmark would measure that. Any thread.
 *
 * <p>{@code perf/bench arf.LiveBench [rounds] [--warm-up S] [--directory D]}, as root; with {@code --afs} AFS beside them, with
 * {@code --reads} what a round trip takes, alone.
 */
public final class LiveBench {
    private static final int LARGE_BYTES = 16 << 20;
    private static final int PIECE = 1 << 20;
    private static final int SMALL = 4096;
    private static final int[] READS = {Long.BYTES, SMALL, 65_536, PIECE};
    private static final int READS_OF_BLOCK = 200;
    private static final long BLOCK_NS = 300_000_000;

    private final Random random = new Random(1);
    private final byte[] piece = new byte[PIECE];
    private int made;

    /** What is measured, and what one of it is worth. */
    private enum Work {
        WRITE("sequential writes, MiB/s", 0.5),
        READ("sequential reads, MiB/s", 0.5),
        RANDOM("random reads of 4 KiB, 1/s", 0.8),
        CREATE("creates with fsync, 1/s", 0.8);

        private final String words;
        private final double target;

        Work(String words, double target) {
            this.words = words;
            this.target = target;
        }
    }

    private LiveBench() {}

    /**
     * Runs and prints.
     *
     * @param arguments rounds, 20 unless given
     */
    public static void main(String[] arguments) {
        Bench.main(LiveBench.class, arguments);
    }

    @Command(description = "ARF by a tunnel against NFS by ganesha and libnfs, each between two processes, in turn in blocks.",
        footer = "Example: perf/bench arf.LiveBench 20 --directory /var/tmp")
    static void run(@Parameters(arity = "0..1", defaultValue = "20", description = "rounds of each work") int rounds,
        @Option(names = "--warm-up", defaultValue = "10", description = "seconds of each work before it is measured: ${DEFAULT-VALUE}"
            + " unless given; more while the machine has other work") int warmUp,
        @Option(names = "--directory", description = "where the files are; that for temporary files unless given")
            @Nullable Path directory,
        @Option(names = "--afs", description = "beside OpenAFS, mounted by FUSE, in place of ARF by TLS") boolean beside,
        @Option(names = "--reads", description = "plain reads of areas alone: what a round trip takes; no root, no ganesha") boolean reads)
        throws IOException, InterruptedException, GeneralSecurityException {
        Path home = directory == null ? Files.createTempDirectory("spine-arf")
            : Files.createTempDirectory(directory, "spine-arf");
        HopCalibration before = HopCalibration.measure();
        try (ArfRival arf = new ArfRival("arf", home, "")) {
            if (beside) {
                try (Ganesha ganesha = new Ganesha(home); Rival nfs = new NfsRival(ganesha.mount()); OpenAfs cell = new OpenAfs(home);
                        Rival afs = new AfsRival(cell.root())) {
                    new LiveBench().measure(List.of(nfs, arf, afs), warmUp, rounds, before);
                }
                return;
            }
            try (ArfRival tls = new ArfRival("arf-tls", home, OwnCertificate.keys(home))) {
                if (!reads) {
                    try (Ganesha ganesha = new Ganesha(home); Rival nfs = new NfsRival(ganesha.mount())) {
                        new LiveBench().measure(List.of(nfs, arf, tls), warmUp, rounds, before);
                    }
                }
                plainReads(List.of(arf, tls), rounds);
            }
        } finally {
            delete(home);
        }
    }

    /** Reads in blocks, in turn. */
    private static void plainReads(List<ArfRival> rivals, int rounds) {
        System.out.printf(Locale.ROOT, "%-10s %-8s %10s %12s %12s %12s%n", "reads by", "area", "bytes", "p50 us", "p99 us", "MiB/s");
        for (String area : List.of("memory", "files")) {
            for (int bytes : READS) {
                if (bytes <= ArfServer.MEMORY_BYTES || !area.equals("memory")) {
                    plainReads(rivals, rounds, area, bytes);
                }
            }
        }
    }

    private static void plainReads(List<ArfRival> rivals, int rounds, String area, int bytes) {
        List<Histogram> all = new ArrayList<>();
        for (ArfRival rival : rivals) {
            all.add(rival.plainReads(area, bytes, 0));
            rival.plainReads(area, bytes, READS_OF_BLOCK);
        }
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < rivals.size(); i++) {
                all.get(i).add(rivals.get(i).plainReads(area, bytes, READS_OF_BLOCK));
            }
        }
        for (int i = 0; i < rivals.size(); i++) {
            Histogram took = all.get(i);
            System.out.printf(Locale.ROOT, "%-10s %-8s %,10d %,12.1f %,12.1f %,12.1f%n", rivals.get(i).name(), area, bytes,
                took.getValueAtPercentile(50) / 1e3, took.getValueAtPercentile(99) / 1e3, bytes / took.getMean() * 1e9 / (1 << 20));
        }
    }

    private static void delete(Path home) throws IOException {
        try (Stream<Path> all = Files.walk(home)) {
            all.sorted(Comparator.reverseOrder()).forEach(path -> {
                try {
                    Files.delete(path);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    private void measure(List<Rival> rivals, int warmUp, int rounds, HopCalibration before) throws IOException {
        random.nextBytes(piece);
        List<double[][]> rates = new ArrayList<>();
        for (Rival rival : rivals) {
            rates.add(new double[Work.values().length][rounds]);
            for (int at = 0; at < LARGE_BYTES; at += PIECE) {
                rival.write(at, piece);
            }
            rival.sync();
        }
        for (Work work : Work.values()) {
            long begin = System.nanoTime();
            while (System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(warmUp) * rivals.size()) {
                for (Rival rival : rivals) {
                    rate(rival, work);
                }
            }
        }
        for (int round = 0; round < rounds; round++) {
            for (Work work : Work.values()) {
                for (int i = 0; i < rivals.size(); i++) {
                    rates.get(i)[work.ordinal()][round] = rate(rivals.get(i), work);
                }
            }
        }
        HopCalibration after = HopCalibration.measure();
        System.out.printf(Locale.ROOT, "one-line %.0f to %.0f ns, %s%n%-28s", before.oneLineNs(), after.oneLineNs(),
            before.until(after).name().toLowerCase(Locale.ROOT), "median of " + rounds);
        rivals.forEach(rival -> System.out.printf(Locale.ROOT, "%12s", rival.name()));
        rivals.stream().skip(1).forEach(rival -> System.out.printf(Locale.ROOT, "%14s", rival.name() + "/nfs"));
        System.out.printf(Locale.ROOT, "%8s%n", "target");
        for (Work work : Work.values()) {
            System.out.printf(Locale.ROOT, "%-28s", work.words);
            rates.forEach(each -> System.out.printf(Locale.ROOT, "%,12.1f", median(each[work.ordinal()])));
            for (double[][] each : rates.subList(1, rates.size())) {
                double[] ratios = new double[rounds];
                for (int round = 0; round < rounds; round++) {
                    ratios[round] = each[work.ordinal()][round] / rates.getFirst()[work.ordinal()][round];
                }
                System.out.printf(Locale.ROOT, "%14.3f", median(ratios));
            }
            System.out.printf(Locale.ROOT, "%8.1f%n", work.target);
        }
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** How many a second in one block. */
    private double rate(Rival rival, Work work) throws IOException {
        int first = made;
        long begin = System.nanoTime();
        long now = begin;
        int count = 0;
        for (; now - begin < BLOCK_NS; now = System.nanoTime()) {
            once(rival, work, count);
            count++;
        }
        for (int each = first; each < made; each++) {
            rival.remove("f" + each);
        }
        return count * 1e9 / (now - begin);
    }

    private void once(Rival rival, Work work, int number) throws IOException {
        long at = (long) number * PIECE % LARGE_BYTES;
        switch (work) {
            case WRITE -> rival.write(at, piece);
            case READ -> {
                if (!Arrays.equals(piece, rival.read(at, PIECE))) {
                    throw new IOException(rival.name() + " has read other bytes than were written");
                }
            }
            case RANDOM -> rival.read((long) random.nextInt(LARGE_BYTES / SMALL) * SMALL, SMALL);
            case CREATE -> rival.create("f" + made++);
        }
    }
}
