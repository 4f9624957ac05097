package dev.spine.extension.services.host.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Filters decide as tcpdump does: by what tcpdump 4.99.3 with libpcap 1.10.3 was recorded to say of the corpus, and in the full build by
 * what the tcpdump of this machine says, of the corpus and of expressions from a seed.
 */
class TcpdumpFilterTest {
    /** The corpus is recorded for the packets of this seed: another one makes the records meaningless. */
    private static final long CORPUS_SEED = 20_261;
    private static final int CORPUS_PACKETS = 600;
    private static final long SEED = Long.getLong("spine.seed", 4_242);

    @TempDir
    private Path directory;

    private record Recorded(String expression, BitSet packets) {}

    @Test
    void theCorpusIsDecidedAsTcpdumpWasRecordedTo() throws Exception {
        List<byte[]> packets = new FilterTraffic(CORPUS_SEED).uncut(CORPUS_PACKETS);
        List<Recorded> corpus = corpus();
        assertTrue(corpus.size() >= 150, "the corpus has " + corpus.size() + " expressions");
        for (Recorded recorded : corpus) {
            assertEquals(recorded.packets(), decided(recorded.expression(), packets), recorded.expression());
        }
    }

    @Test
    @Tag("full")
    void theCorpusIsDecidedAsTcpdumpDoes() throws Exception {
        List<byte[]> packets = new FilterTraffic(CORPUS_SEED).uncut(CORPUS_PACKETS);
        Path capture = write(packets);
        for (Recorded recorded : corpus()) {
            assertEquals(tcpdump(capture, recorded.expression(), packets.size()), recorded.packets(), recorded.expression());
        }
    }

    @Test
    @Tag("full")
    void expressionsFromASeedAreDecidedAsTcpdumpDoes() throws Exception {
        List<byte[]> packets = new FilterTraffic(SEED).uncut(1_500);
        Path capture = write(packets);
        RandomExpressions expressions = new RandomExpressions(SEED);
        for (int i = 0; i < 400; i++) {
            String text = expressions.next();
            BitSet expected = tcpdump(capture, text, packets.size());
            assertEquals(expected, decided(text, packets), () -> "'" + text + "', seed " + SEED);
        }
    }

    private static BitSet decided(String expression, List<byte[]> packets) throws FilterSyntaxException {
        LoadedFilter filter = new LoadedFilter(FilterCompiler.compile(List.of(FilterRule.of(FilterAction.DROP, expression))));
        BitSet found = new BitSet();
        for (int i = 0; i < packets.size(); i++) {
            found.set(i, filter.decide(packets.get(i)) == 0);
        }
        return found;
    }

    private static List<Recorded> corpus() throws IOException {
        List<Recorded> corpus = new ArrayList<>();
        try (InputStream in = Objects.requireNonNull(TcpdumpFilterTest.class.getResourceAsStream("expressions.txt"))) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                if (!line.startsWith("#") && !line.isBlank()) {
                    String[] parts = line.split("\t");
                    corpus.add(new Recorded(parts[0], parts.length == 1 ? new BitSet() : packets(parts[1])));
                }
            }
        }
        return corpus;
    }

    /** Numbers and ranges, as "1 4-7". */
    private static BitSet packets(String text) {
        BitSet set = new BitSet();
        for (String part : text.split(" ")) {
            String[] ends = part.split("-");
            set.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
        }
        return set;
    }

    /** A capture in which the time of a packet is its number, in microseconds. */
    private Path write(List<byte[]> packets) throws IOException {
        ByteBuffer out = ByteBuffer.allocate(24 + packets.stream().mapToInt(packet -> packet.length + 16).sum())
            .order(ByteOrder.LITTLE_ENDIAN);
        out.putInt(0xA1B2C3D4).putShort((short) 2).putShort((short) 4).putInt(0).putInt(0).putInt(65_535).putInt(1);
        for (int i = 0; i < packets.size(); i++) {
            out.putInt(0).putInt(i).putInt(packets.get(i).length).putInt(packets.get(i).length).put(packets.get(i));
        }
        return Files.write(directory.resolve("packets.pcap"), out.array());
    }

    private BitSet tcpdump(Path capture, String expression, int packets) throws Exception {
        Path found = directory.resolve("found.pcap");
        Files.deleteIfExists(found);
        Process process;
        try {
            process = new ProcessBuilder("tcpdump", "-r", capture.toString(), "-w", found.toString(), expression)
                .redirectErrorStream(true).start();
        } catch (IOException e) {
            Assumptions.abort("tcpdump is not installed: what filters decide is not compared with it");
            throw e;
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0 && said.contains("expression rejects all packets")) {
            return new BitSet();
        }
        assertEquals(0, process.exitValue(), () -> "tcpdump on '" + expression + "': " + said);
        ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(found)).order(ByteOrder.LITTLE_ENDIAN);
        BitSet set = new BitSet(packets);
        for (int at = 24; at < in.limit(); at += 16 + in.getInt(at + 8)) {
            set.set(in.getInt(at + 4));
        }
        return set;
    }

    /** Writes the corpus anew from expressions, one a line, by what tcpdump says. */
    public static void main(String[] arguments) throws Exception {
        TcpdumpFilterTest test = new TcpdumpFilterTest();
        test.directory = Files.createTempDirectory("corpus");
        List<byte[]> packets = new FilterTraffic(CORPUS_SEED).uncut(CORPUS_PACKETS);
        Path capture = test.write(packets);
        StringBuilder text = new StringBuilder();
        for (String line : Files.readAllLines(Path.of(arguments[0]))) {
            String expression = line.split("\t")[0];
            text.append(expression);
            if (!line.startsWith("#") && !line.isBlank()) {
                BitSet found = test.tcpdump(capture, expression, packets.size());
                String before = "\t";
                for (int at = found.nextSetBit(0); at >= 0; at = found.nextSetBit(found.nextClearBit(at))) {
                    int last = found.nextClearBit(at) - 1;
                    text.append(before).append(at == last ? String.valueOf(at) : at + "-" + last);
                    before = " ";
                }
            }
            text.append('\n');
        }
        Files.writeString(Path.of(arguments[0]), text);
    }
}
