package dev.spine.extension.ardma.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.host.grep.GrepForm;
import dev.spine.extension.ardma.host.grep.GrepPattern;
import dev.spine.extension.ardma.host.grep.GrepResult;
import dev.spine.extension.ardma.host.grep.GrepSyntaxException;
import dev.spine.extension.ardma.host.grep.RemoteGrep;
import dev.spine.extension.ardma.host.grep.TextRange;
import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.runtime.load.LoadOptions;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Remote grep at a server. */
@Tag("AR-15")
class RemoteGrepTest {
    private static final int BLOCK = 512;

    /** Lines of which one in a thousand has what is looked for. */
    private static byte[] text(int lines) {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= lines; i++) {
            text.append(i % 1_000 == 500 ? "    throw new IllegalStateException(\"" + i + "\");\n"
                : "    private static final int NUMBER_" + i % 97 + " = " + i + "; // of so many\n");
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static RemoteArea open(TestServer node, RemoteServer server, byte[] text) {
        node.server.open("text", text.length, true);
        return write(server, text);
    }

    private static RemoteArea write(RemoteServer server, byte[] text) {
        RemoteArea area = server.lookup("text");
        for (int at = 0; at < text.length; at += RemoteServer.MAX_TRANSFER_BYTES) {
            server.write(area, at, Arrays.copyOfRange(text, at, Math.min(text.length, at + RemoteServer.MAX_TRANSFER_BYTES)));
        }
        return area;
    }

    @Test
    void ofOneLineInAThousandLessThanAHundredthOfTheBytesIsOnTheWire() throws GrepSyntaxException {
        int lines = 6_000;
        byte[] text = text(lines);
        StringBuilder expected = new StringBuilder();
        for (int i = 500; i < lines; i += 1_000) {
            expected.append(i).append(":    throw new IllegalStateException(\"").append(i).append("\");\n");
        }
        GrepPattern pattern = GrepPattern.of("new Illegal[[:alpha:]]+Exception\\(");
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            node.server.offer(RemoteGrep.PROCEDURE, RemoteGrep.procedure());
            RemoteServer server = node.connect(0);
            RemoteArea area = open(node, server, text);
            for (GrepForm form : GrepForm.values()) {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                GrepResult result = search(server, pattern, form, area, out::writeBytes);
                assertEquals(expected.toString(), out.toString(StandardCharsets.US_ASCII), form::name);
                assertEquals(form, result.form());
                assertEquals(lines / 1_000, result.lines());
                if (form == GrepForm.READ) {
                    assertEquals(text.length, result.bytes());
                } else {
                    assertTrue(result.bytes() < text.length / 100, () -> form + ": " + result.bytes() + " of " + text.length);
                }
            }
        }
    }

    /** A text in pieces of an area, which are not in its order there, with lines that are in two of them. */
    @ParameterizedTest
    @EnumSource
    void aTextInPiecesIsSearchedAsOne(GrepForm form) throws GrepSyntaxException {
        byte[] text = text(300);
        byte[] area = new byte[2 * text.length];
        List<TextRange> ranges = new ArrayList<>();
        int at = 0;
        for (int bytes : new int[] {1, 700, 64, 64, 5_000, 1, 300}) {
            ranges.add(new TextRange(area.length - 3 * at - bytes, bytes));
            System.arraycopy(text, at, area, area.length - 3 * at - bytes, bytes);
            at += bytes;
        }
        ranges.add(new TextRange(0, text.length - at));
        System.arraycopy(text, at, area, 0, text.length - at);
        GrepPattern pattern = GrepPattern.of("NUMBER_.1|= 5$|so many$");
        GrepPattern rare = GrepPattern.of("NUMBER_11 ");
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            node.server.offer(RemoteGrep.PROCEDURE, RemoteGrep.procedure());
            RemoteServer server = node.connect(0);
            RemoteArea open = open(node, server, area);
            for (GrepPattern each : List.of(pattern, rare)) {
                ByteArrayOutputStream expected = new ByteArrayOutputStream();
                each.search((offset, bytes) -> Arrays.copyOfRange(text, (int) offset, (int) offset + bytes), text.length,
                    expected::writeBytes);
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                try (RemoteGrep grep = new RemoteGrep(server, each, form)) {
                    grep.search(open, ranges, out::writeBytes);
                }
                assertTrue(expected.size() > 0);
                assertEquals(expected.toString(StandardCharsets.US_ASCII), out.toString(StandardCharsets.US_ASCII));
            }
        }
    }

    private static GrepResult search(RemoteServer server, GrepPattern pattern, GrepForm form, RemoteArea area, StreamReader lines) {
        try (RemoteGrep grep = new RemoteGrep(server, pattern, form)) {
            return grep.search(area, lines);
        }
    }

    /** By an automaton alone, and by two bytes of what each match has, which are at all places of windows and across pages. */
    @ParameterizedTest
    @CsvSource({"TABLE, [02468]+7;|x.*\\(, false", "GENERATED, [02468]+7;|x.*\\(, false", "GENERATED, NUMBER_3[0-9] = , false",
        "GENERATED, private static final, false", "GENERATED, private static final, true"})
    void compiledRoutinesPrintTheSame(GrepForm form, String pattern, boolean isOnDisk) throws GrepSyntaxException {
        byte[] text = text(1_200);
        int bytes = (text.length + BLOCK - 1) / BLOCK * BLOCK;
        try (TestServer node = TestServer.withDisk(2, HarnessEngine.MODELLED, () -> new CachedDisk(bytes))) {
            RemoteServer server = node.connect(0);
            if (isOnDisk) {
                node.server.open("text", node.blocks(0, bytes), true);
            } else {
                node.server.open("text", bytes, true);
            }
            RemoteArea area = write(server, text);
            node.server.compile(4, 5_000, LoadOptions.OF_NODE);
            try (RemoteGrep grep = new RemoteGrep(server, GrepPattern.of(pattern), form)) {
                ByteArrayOutputStream interpreted = new ByteArrayOutputStream();
                GrepResult first = grep.search(area, interpreted::writeBytes);
                node.network.settle();
                assertEquals(1, node.server.compileWanted());
                ByteArrayOutputStream compiled = new ByteArrayOutputStream();
                GrepResult second = grep.search(area, compiled::writeBytes);
                node.network.settle();
                assertEquals(interpreted.toString(StandardCharsets.US_ASCII), compiled.toString(StandardCharsets.US_ASCII));
                assertEquals(first.lines(), second.lines());
                assertTrue(first.lines() > 50, () -> first.lines() + " lines");
                assertTrue(first.bytes() > second.bytes(), "the routine is there");
                assertTrue(node.card().counter("steps of compiled code") > 0);
            }
        }
    }

    @Test
    void aGeneratedRoutineThatWouldBeTooLargeIsATable() throws GrepSyntaxException {
        GrepPattern pattern = GrepPattern.of("(a|b)*a(a|b){8}c");
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            RemoteServer server = node.connect(0);
            RemoteArea area = open(node, server, "aabbabababc\nabc\nabbbbbbbbc".getBytes(StandardCharsets.US_ASCII));
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            GrepResult result = search(server, pattern, GrepForm.GENERATED, area, out::writeBytes);
            assertEquals(GrepForm.TABLE, result.form());
            assertEquals("3:abbbbbbbbc\n", out.toString(StandardCharsets.US_ASCII).replaceFirst("^1:aabbabababc\n", ""));
        }
    }

    @Test
    void theFixedOperationIsThereIfTheServersHostOffersIt() throws GrepSyntaxException {
        GrepPattern pattern = GrepPattern.of("b+");
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            RemoteServer server = node.connect(0);
            RemoteArea area = open(node, server, "abc\n".getBytes(StandardCharsets.US_ASCII));
            try (RemoteGrep grep = new RemoteGrep(server, pattern, GrepForm.FIXED)) {
                assertEquals(ArdmaProtocol.NO_PROCEDURE,
                    assertThrows(ArdmaException.class, () -> grep.search(area, StreamReader.NOTHING)).status());
                node.server.offer(RemoteGrep.PROCEDURE, RemoteGrep.procedure());
                assertEquals(1, grep.search(area, StreamReader.NOTHING).lines());
            }
        }
    }

    @Test
    void aSearchLeavesNoRoutineBehindAndItsTableMayBeLarge() throws GrepSyntaxException {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            RemoteServer server = node.connect(0);
            node.server.limit(100_000, 1 << 20, 1);
            RemoteArea area = open(node, server, text(20));
            for (int i = 0; i < 3; i++) {
                Random random = new Random(i);
                String words = Stream
                    .generate(() -> random.ints(8, 'a', 'z' + 1).mapToObj(Character::toString).collect(Collectors.joining()))
                    .limit(110).collect(Collectors.joining("|"));
                GrepResult result = search(server, GrepPattern.of(words + "|so many"), GrepForm.GENERATED, area, StreamReader.NOTHING);
                assertEquals(20, result.lines());
                assertEquals(GrepForm.TABLE, result.form());
                assertTrue(result.bytes() > 35_000, () -> "the routine has " + result.bytes());
            }
        }
    }
}
