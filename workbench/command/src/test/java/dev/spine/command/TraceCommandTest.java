package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code spine trace}. */
@Timeout(120)
class TraceCommandTest {
    private static final Pattern TOTAL = Pattern.compile("(?s).*?(\\d+) messages, (\\d+) packets\n");
    private static final int INTERFACE = 1;
    private static final int PACKET = 6;
    private static final int USER0 = 147;

    @TempDir
    private Path scratch;

    /** A block of a pcapng file: its type and what is between the two lengths. */
    private record Block(int type, ByteBuffer body) {}

    private static List<Block> blocks(Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        List<Block> blocks = new ArrayList<>();
        while (bytes.hasRemaining()) {
            int at = bytes.position();
            int length = bytes.getInt(at + 4);
            assertEquals(0, length & 3);
            assertEquals(length, bytes.getInt(at + length - 4), "both lengths of a block");
            blocks.add(new Block(bytes.getInt(at), bytes.slice(at + 8, length - 12).order(ByteOrder.LITTLE_ENDIAN)));
            bytes.position(at + length);
        }
        return blocks;
    }

    private static long[] totals(CommandRun run) {
        var total = TOTAL.matcher(run.out());
        assertTrue(total.matches(), run::out);
        return new long[] {Long.parseLong(total.group(1)), Long.parseLong(total.group(2))};
    }

    @ParameterizedTest
    @CsvSource({"live, boot", "modelled, boot", "live, spine", "modelled, i2o", "modelled, host", "modelled, spine"})
    void everyMessageAndPacketIsInTheFileOnce(String engine, String scenario) throws IOException {
        Path file = scratch.resolve("trace.pcapng");
        CommandRun run = CommandRun.of("trace", scenario, "--engine", engine, "--out", file).succeeded();
        long[] totals = totals(run);
        List<Block> blocks = blocks(file);
        List<Integer> linkTypes = blocks.stream().filter(block -> block.type == INTERFACE).map(block -> (int) block.body.getShort(0))
            .toList();
        long messages = 0;
        long packets = 0;
        for (Block block : blocks) {
            if (block.type == PACKET) {
                boolean isMessage = linkTypes.get(block.body.getInt(0)) == USER0;
                messages += isMessage ? 1 : 0;
                packets += isMessage ? 0 : 1;
            }
        }
        assertEquals(totals[0], messages);
        assertEquals(totals[1], packets);
        assertEquals(scenario.equals("boot") ? 0 : 20, packets);
        assertEquals(totals[0] + totals[1] + 1, run.out().lines().count());
        for (String name : List.of("EXEC_STATUS_GET", "EXEC_SYS_TAB_SET", "EXEC_SYS_ENABLE", "EXEC_LCT_NOTIFY", "SUCCESS")) {
            assertTrue(run.out().contains(name), name);
        }
    }

    @Test
    void theHeaderBeforeAMessageSaysWhereItWasPosted() throws IOException {
        Path file = scratch.resolve("trace.pcapng");
        CommandRun.of("trace", "--engine", "modelled", "--quiet", "--out", file).succeeded();
        ByteBuffer body = blocks(file).stream().filter(block -> block.type == PACKET).findFirst().orElseThrow().body;
        int length = body.getInt(12);
        assertEquals(length, body.getInt(16));
        long timeNs = (long) body.getInt(4) << 32 | body.getInt(8) & 0xFFFF_FFFFL;
        ByteBuffer record = body.slice(20, length).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals(1, record.get(0), "version");
        assertEquals(1, record.get(1), "inbound");
        assertEquals(0, record.getShort(2), "executive");
        assertEquals(timeNs, record.getLong(8));
        byte[] names = new byte[record.get(16) + record.get(17)];
        record.get(20, names);
        assertTrue(List.of("hostnic", "hostscreen").contains(new String(names, java.nio.charset.StandardCharsets.US_ASCII)));
        int headerBytes = record.getShort(18);
        assertEquals(length - headerBytes, (record.getShort(headerBytes + 2) & 0xFFFF) * 4, "the whole frame and nothing else");
    }

    @Test
    void twoModelledTracesAreTheSameBytes() throws IOException {
        Path one = scratch.resolve("one.pcapng");
        Path other = scratch.resolve("other.pcapng");
        String listing = CommandRun.of("trace", "i2o", "--engine", "modelled", "--out", one).succeeded().out();
        assertEquals(listing, CommandRun.of("trace", "i2o", "--engine", "modelled", "--out", other).succeeded().out());
        assertEquals(-1, Files.mismatch(one, other));
    }

    @Test
    void aSystemFileIsBootedAndShutDown() throws IOException {
        Path file = Files.writeString(scratch.resolve("SYSTEM.toml"), "[[iop]]\nname = \"lonely\"\n");
        CommandRun run = CommandRun.of("trace", file, "--engine", "modelled").succeeded();
        assertTrue(run.out().contains("host > lonely") && run.out().contains("lonely > host"), run::out);
    }

    @Test
    void whatIsNotTracedWorksAsBefore() {
        String before = CommandRun.of("boot", "--engine", "modelled", "--json", "-").succeeded().out();
        CommandRun.of("trace", "--engine", "modelled").succeeded();
        assertEquals(before, CommandRun.of("boot", "--engine", "modelled", "--json", "-").succeeded().out());
    }

    @Test
    void aFullDiskIsOneLineAndExitCodeTwo() {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.isWritable(full), "skipped: there is no /dev/full");
        CommandRun run = CommandRun.of("trace", "--engine", "modelled", "--quiet", "--out", full);
        assertEquals(2, run.code(), run::toString);
        assertEquals(1, run.err().lines().count(), run::err);
        assertTrue(run.err().startsWith("spine: /dev/full cannot be written: ") && run.err().endsWith("; name another file\n"), run::err);
    }

    @ParameterizedTest
    @ValueSource(strings = {"trace nonsense", "trace --quiet", "trace --out -", "trace --packets 0", "trace --engine steam",
        "trace nowhere.toml", "trace --out /nowhere/at/all.pcapng", "trace spine --packet 1 --from 1ms",
        "trace spine --packet 1 --until 1ms"})
    void aMistakeIsOneLine(String command) {
        assertFalse(CommandRun.of((Object[]) command.split(" ")).refusal().isEmpty());
    }
}
