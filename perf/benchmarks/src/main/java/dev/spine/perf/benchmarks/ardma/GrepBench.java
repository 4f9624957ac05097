package dev.spine.perf.benchmarks.ardma;

import dev.spine.extension.ardma.host.RemoteArea;
import dev.spine.extension.ardma.host.StreamReader;
import dev.spine.extension.ardma.host.grep.GrepForm;
import dev.spine.extension.ardma.host.grep.GrepPattern;
import dev.spine.extension.ardma.host.grep.GrepResult;
import dev.spine.extension.ardma.host.grep.GrepSyntaxException;
import dev.spine.extension.ardma.host.grep.RemoteGrep;
import dev.spine.extension.ardma.host.grep.TextRange;
import dev.spine.perf.benchmarks.Bench;
import dev.spine.perf.benchmarks.WrongArgumentException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * The command: remote grep of source text of a JDK, from the memory of the server's card and from its disk, beside {@code LC_ALL=C grep -E
 * -n} on a cached file of the same bytes, in turn in one run; client and server are cards on one thread. Each figure is the best of its
 * rounds. Of grep it is that of a file of {@value #COPIES} times the text less that of an empty file, so that the start of its process
 * counts for nothing; what either prints goes to a file or into memory. All routines are compiled, but for the table, which is also
 * timed interpreted, the best of four on a part of the text. {@value #WARM_UPS} searches by each compiled way come before the first
 * round. One thread.
 *
 * <p>{@code perf/bench ardma.GrepBench [rounds] [KiB] [src.zip]}: 10 and 4,096 unless given, two and a half minutes; the archive is
 * the one of the JDK that runs it.
 */
public final class GrepBench {
    private static final int COPIES = 8;
    private static final int KIB = 1_024;
    /** Searches of each way before the first round: a search takes some hundredths of a second, and its code is hot late. */
    private static final int WARM_UPS = 40;
    private static final int INTERPRETED_RUNS = 4;
    /** The interpreted table searches one of so many parts of the text. */
    private static final int PARTS = 8;
    private static final double GOAL = 2;
    private static final double WORST_GOAL = 5;
    private static final Path GREP = Path.of("/usr/bin/grep");
    private static final Path ZIP = Path.of(System.getProperty("java.home"), "lib", "src.zip");
    private static final List<String> PATTERNS = List.of("import", "^import .*;$", "class|interface|enum", "[0-9]{4,}", "zqx",
        "[A-Z][a-z]+[A-Z][a-z]+Exception", "\"[^\"]*\"", "(public|private) +static", "^.{100,}$", "(^|[^a-z])int($|[^a-z])",
        "return.*[?].*:", "((a|e)(b|c|d)?){3}", "0[xX][[:xdigit:]]+", "synchronized \\(this\\)");

    /** What is timed of a pattern. */
    private enum Way {
        GREP, START, CARD, DISK, TABLE, FIXED, INTERPRETED
    }

    private final GrepNode node;
    private final byte[] text;
    private final Path file;
    private final Path empty;
    private final Path out;
    private final List<double[]> found = new ArrayList<>();

    private GrepBench(GrepNode node, byte[] text, Path directory) throws IOException {
        this.node = node;
        this.text = text;
        file = directory.resolve("text");
        empty = Files.createFile(directory.resolve("empty"));
        out = directory.resolve("out");
        ByteArrayOutputStream copies = new ByteArrayOutputStream();
        for (int i = 0; i < COPIES; i++) {
            copies.writeBytes(text);
        }
        Files.write(file, copies.toByteArray());
    }

    /**
     * Runs and prints.
     *
     * @param arguments rounds, KiB of text, the archive
     */
    public static void main(String[] arguments) {
        Bench.main(GrepBench.class, arguments);
    }

    @Command(description = "Remote grep beside grep on a cached file, in turn.", footer = "Example: perf/bench ardma.GrepBench 10 4096")
    static void run(@Parameters(arity = "0..1", defaultValue = "10", description = "of all ways of a pattern") int rounds,
        @Parameters(arity = "0..1", defaultValue = "4096", description = "KiB of the text") int kib,
        @Parameters(arity = "0..1", description = "an archive of sources; that of the JDK unless given") @Nullable Path archive)
        throws IOException, InterruptedException, GrepSyntaxException {
        if (kib > GrepNode.MAX_ON_CARD / KIB) {
            throw new WrongArgumentException("a card's area has at most " + GrepNode.MAX_ON_CARD / KIB + " KiB here, not " + kib);
        }
        Path directory = Files.createTempDirectory("grep-bench");
        byte[] text = text(archive, kib * KIB);
        try (GrepNode node = new GrepNode(text, directory.resolve("disk"))) {
            GrepBench bench = new GrepBench(node, text, directory);
            bench.head();
            for (String each : PATTERNS) {
                bench.measure(each, rounds);
            }
            bench.sum();
        } finally {
            for (String each : List.of("text", "empty", "out", "err", "disk")) {
                Files.deleteIfExists(directory.resolve(each));
            }
            Files.delete(directory);
        }
    }

    /** {@return so many bytes of the sources in an archive} */
    static byte[] text(@Nullable Path given, int bytes) throws IOException {
        Path archive = given == null ? ZIP : given;
        if (!Files.isReadable(archive) || !Files.isExecutable(GREP)) {
            throw new WrongArgumentException("there is no " + archive + ", or no " + GREP + ": install a JDK with its sources, and grep");
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try (ZipFile from = new ZipFile(archive.toFile())) {
            for (ZipEntry entry : Collections.list(from.entries())) {
                if (entry.getName().endsWith(".java") && all.size() < bytes) {
                    all.writeBytes(from.getInputStream(entry).readAllBytes());
                }
            }
        }
        return Arrays.copyOf(all.toByteArray(), Math.min(all.size(), bytes));
    }

    // --- one pattern

    private void measure(String expression, int rounds) throws IOException, InterruptedException, GrepSyntaxException {
        GrepPattern pattern = GrepPattern.of(expression);
        double[] best = new double[Way.values().length];
        Arrays.fill(best, Double.MAX_VALUE);
        long lines = 0;
        try (RemoteGrep generated = new RemoteGrep(node.remote, pattern, GrepForm.GENERATED);
            RemoteGrep table = new RemoteGrep(node.remote, pattern, GrepForm.TABLE);
            RemoteGrep fixed = new RemoteGrep(node.remote, pattern, GrepForm.FIXED)) {
            for (int i = 0; i < INTERPRETED_RUNS; i++) {
                long begin = System.nanoTime();
                table.search(node.card, List.of(new TextRange(0, text.length / PARTS)), StreamReader.NOTHING);
                best[Way.INTERPRETED.ordinal()] = Math.min(best[Way.INTERPRETED.ordinal()], (System.nanoTime() - begin) * (double) PARTS);
            }
            for (int i = -WARM_UPS; i < rounds; i++) {
                double[] took = new double[best.length];
                if (i >= 0) {
                    took[Way.START.ordinal()] = grep(expression, empty);
                    took[Way.GREP.ordinal()] = grep(expression, file);
                }
                lines = search(generated, node.card, Way.CARD, took);
                search(generated, node.disk, Way.DISK, took);
                search(fixed, node.card, Way.FIXED, took);
                search(table, node.card, Way.TABLE, took);
                if (i < 0) {
                    node.server.compileWanted();
                }
                for (int way = 0; i >= 0 && way < Way.INTERPRETED.ordinal(); way++) {
                    best[way] = Math.min(best[way], took[way]);
                }
            }
        }
        best[Way.GREP.ordinal()] = (best[Way.GREP.ordinal()] - best[Way.START.ordinal()]) / COPIES;
        row(expression, lines, best);
    }

    private static long search(RemoteGrep grep, RemoteArea area, Way way, double[] took) {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        long begin = System.nanoTime();
        GrepResult result = grep.search(area, lines::writeBytes);
        took[way.ordinal()] = System.nanoTime() - begin;
        return result.lines();
    }

    private double grep(String expression, Path from) throws IOException, InterruptedException {
        ProcessBuilder grep = new ProcessBuilder(GREP.toString(), "-a", "-E", "-n", "-e", expression, from.toString());
        grep.environment().put("LC_ALL", "C");
        grep.redirectOutput(out.toFile()).redirectError(out.resolveSibling("err").toFile());
        long begin = System.nanoTime();
        int code = grep.start().waitFor();
        long ns = System.nanoTime() - begin;
        if (code > 1) {
            throw new IllegalStateException("grep cannot read " + expression);
        }
        return ns;
    }

    // --- what is printed

    private void head() {
        System.out.println(String.format(Locale.ROOT, "%,d bytes of sources; MB/s by way, and how many times as long as grep takes",
            text.length));
        System.out.println(String.format(Locale.ROOT, "%-34s %7s %7s %7s %7s %7s %7s  %6s %6s", "pattern", "lines", "grep", "card", "disk",
            "table", "fixed", "card x", "disk x"));
    }

    private void row(String expression, long lines, double[] ns) {
        double[] rates = Arrays.stream(ns).map(each -> text.length * 1e3 / each).toArray();
        double[] ratios = {ns[Way.CARD.ordinal()] / ns[Way.GREP.ordinal()], ns[Way.DISK.ordinal()] / ns[Way.GREP.ordinal()],
            ns[Way.TABLE.ordinal()] / ns[Way.CARD.ordinal()], ns[Way.INTERPRETED.ordinal()] / ns[Way.CARD.ordinal()]};
        found.add(ratios);
        System.out.println(String.format(Locale.ROOT, "%-34s %7d %7.0f %7.1f %7.1f %7.1f %7.1f  %6.2f %6.2f", expression, lines,
            rates[Way.GREP.ordinal()], rates[Way.CARD.ordinal()], rates[Way.DISK.ordinal()], rates[Way.TABLE.ordinal()],
            rates[Way.FIXED.ordinal()], ratios[0], ratios[1]));
    }

    private void sum() {
        for (int i = 0; i < 2; i++) {
            int place = i;
            double mean = mean(place);
            double worst = found.stream().mapToDouble(each -> each[place]).max().orElseThrow();
            System.out.println(String.format(Locale.ROOT, "%s: geometric mean %.2f x (goal %.0f), worst %.2f x (goal %.0f): %s",
                i == 0 ? "card" : "disk", mean, GOAL, worst, WORST_GOAL, mean <= GOAL && worst <= WORST_GOAL ? "met" : "missed"));
        }
        System.out.println(String.format(Locale.ROOT,
            "generated is %.1f x as fast as the table, both compiled, and %.1f x as fast as the table interpreted (geometric means)",
            mean(2), mean(3)));
    }

    private double mean(int place) {
        return Math.exp(found.stream().mapToDouble(each -> Math.log(each[place])).average().orElseThrow());
    }
}
