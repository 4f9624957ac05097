package dev.spine.perf.benchmarks.ardma;

import dev.spine.extension.ardma.host.StreamReader;
import dev.spine.extension.ardma.host.grep.GrepForm;
import dev.spine.extension.ardma.host.grep.GrepPattern;
import dev.spine.extension.ardma.host.grep.GrepResult;
import dev.spine.extension.ardma.host.grep.GrepSyntaxException;
import dev.spine.extension.ardma.host.grep.RemoteGrep;
import dev.spine.extension.ardma.host.grep.TextRange;
import dev.spine.perf.benchmarks.Bench;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * The command: whether remote grep by generated routines, compiled, over a disk of the server's card, prints what {@code LC_ALL=C grep -a
 * -E -n} prints of all sources of a JDK, pattern by pattern. Texts are compared by their lengths and sums. One thread.
 *
 * <p>{@code perf/bench ardma.GrepCheck PATTERNS [KiB] [src.zip]}: a file with a pattern a line; 1,000,000 KiB, which is everything, unless
 * given, some ten minutes.
 */
public final class GrepCheck {
    private static final int KIB = 1_024;
    /** A search of so many bytes comes first, and has the routine compiled. */
    private static final int FIRST_BYTES = 1 << 14;

    /** What somebody prints. */
    private record Printed(long bytes, long sum) {}

    private GrepCheck() {}

    /**
     * Runs and prints; ends with 1 when something differs.
     *
     * @param arguments file of patterns, KiB of text, the archive
     */
    public static void main(String[] arguments) {
        Bench.main(GrepCheck.class, arguments);
    }

    @Command(description = "Whether remote grep prints what grep prints, of all sources of a JDK.",
        footer = "Example: perf/bench ardma.GrepCheck"
            + " spine-extensions/active-rdma-host/src/test/resources/dev/spine/extension/ardma/host/grep/patterns.txt")
    static int run(@Parameters(description = "a file with a pattern a line") Path patterns,
        @Parameters(arity = "0..1", defaultValue = "1000000", description = "KiB of the text") int kib,
        @Parameters(arity = "0..1", description = "an archive of sources; that of the JDK unless given") @Nullable Path archive)
        throws IOException, InterruptedException, GrepSyntaxException {
        Path directory = Files.createTempDirectory("grep-check");
        List<String> all = Files.readAllLines(patterns);
        byte[] text = GrepBench.text(archive, kib * KIB);
        int different = 0;
        long lines = 0;
        Path file = Files.write(directory.resolve("text"), text);
        try (GrepNode node = new GrepNode(text, directory.resolve("disk"))) {
            for (String each : all) {
                Printed expected = grep(each, file);
                CRC32C sum = new CRC32C();
                long[] bytes = new long[1];
                try (RemoteGrep grep = new RemoteGrep(node.remote, GrepPattern.of(each), GrepForm.GENERATED)) {
                    grep.search(node.disk, List.of(new TextRange(0, Math.min(text.length, FIRST_BYTES))), StreamReader.NOTHING);
                    node.server.compileWanted();
                    GrepResult result = grep.search(node.disk, List.of(new TextRange(0, text.length)), piece -> {
                        sum.update(piece);
                        bytes[0] += piece.length;
                    });
                    boolean isSame = expected.equals(new Printed(bytes[0], sum.getValue()));
                    lines += result.lines();
                    different += isSame ? 0 : 1;
                    System.out.println(String.format(Locale.ROOT, "%-40s %9d lines %s", each, result.lines(),
                        isSame ? "same" : "DIFFERENT"));
                }
            }
        } finally {
            for (String each : List.of("text", "disk")) {
                Files.deleteIfExists(directory.resolve(each));
            }
            Files.delete(directory);
        }
        System.out.println(String.format(Locale.ROOT, "%d patterns, %,d bytes, %,d lines: %d different", all.size(), text.length, lines,
            different));
        return different == 0 ? 0 : 1;
    }

    private static Printed grep(String expression, Path from) throws IOException, InterruptedException {
        ProcessBuilder grep = new ProcessBuilder("/usr/bin/grep", "-a", "-E", "-n", "-e", expression, from.toString());
        grep.environment().put("LC_ALL", "C");
        Process process = grep.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        CRC32C sum = new CRC32C();
        long bytes = 0;
        byte[] piece = new byte[KIB * KIB];
        try (InputStream in = process.getInputStream()) {
            for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                sum.update(piece, 0, count);
                bytes += count;
            }
        }
        process.waitFor();
        return new Printed(bytes, sum.getValue());
    }
}
