package dev.spine.extension.ardma.host.grep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * All forms print what {@code LC_ALL=C grep -a -E -n} prints, on sources of this tree; with {@code -Dspine.grep.zip=src.zip
 * -Dspine.grep.bytes=N} on so many bytes of a JDK's.
 */
@Tag("AR-15")
class GrepComparisonTest {
    private static final Path ROOT = Path.of(System.getProperty("spine.root", "../.."));
    private static final int BYTES = Integer.getInteger("spine.grep.bytes", 200_000);
    private static final Path GREP = Path.of("/usr/bin/grep");

    @TempDir
    Path directory;

    private static List<String> patterns() throws IOException {
        try (InputStream in = Objects.requireNonNull(GrepComparisonTest.class.getResourceAsStream("patterns.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
        }
    }

    private static byte[] text() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        String zip = System.getProperty("spine.grep.zip");
        if (zip != null) {
            try (ZipFile from = new ZipFile(zip)) {
                Enumeration<? extends ZipEntry> entries = from.entries();
                while (entries.hasMoreElements() && all.size() < BYTES) {
                    all.writeBytes(from.getInputStream(entries.nextElement()).readAllBytes());
                }
            }
        } else {
            try (Stream<Path> sources = Files.walk(ROOT.resolve("spine-extensions/active-rdma-host/src/main/java"))) {
                for (Path source : sources.filter(path -> path.toString().endsWith(".java")).sorted().toList()) {
                    all.writeBytes(Files.readAllBytes(source));
                }
            }
        }
        byte[] text = all.toByteArray();
        assertTrue(text.length >= Math.min(BYTES, 200_000));
        return Arrays.copyOf(text, Math.min(text.length, BYTES));
    }

    private String grep(String pattern, Path file) throws IOException, InterruptedException {
        Path out = directory.resolve("out");
        ProcessBuilder grep = new ProcessBuilder(GREP.toString(), "-a", "-E", "-n", "-e", pattern, file.toString());
        grep.environment().put("LC_ALL", "C");
        Process process = grep.redirectOutput(out.toFile()).redirectError(directory.resolve("err").toFile()).start();
        assertTrue(process.waitFor() < 2, () -> "grep cannot read " + pattern);
        return Files.readString(out, StandardCharsets.ISO_8859_1);
    }

    private void compare(byte[] text, List<String> patterns) throws IOException, InterruptedException, GrepSyntaxException {
        Path file = Files.write(directory.resolve("text"), text);
        List<String> different = new ArrayList<>();
        LocalText local = new LocalText(text);
        for (String each : patterns) {
            String expected = grep(each, file);
            GrepPattern pattern = GrepPattern.of(each);
            for (GrepForm form : GrepForm.values()) {
                if (!expected.equals(local.lines(pattern, form))) {
                    different.add(form + " " + each);
                }
            }
        }
        assertEquals(List.of(), different);
    }

    @Test
    void eachFormPrintsWhatGrepPrintsOfSources() throws Exception {
        assumeTrue(Files.isExecutable(GREP), "there is no " + GREP);
        compare(text(), patterns());
    }

    @Test
    void eachFormPrintsWhatGrepPrintsOfAnyBytes() throws Exception {
        assumeTrue(Files.isExecutable(GREP), "there is no " + GREP);
        byte[] text = new byte[1_000];
        for (int i = 0; i < text.length; i++) {
            text[i] = (byte) (i * 7);
        }
        compare(text, List.of(".", "^.", "a", "[^a]", "[[:cntrl:]]",
            "[^[:cntrl:]]b", "é", "\\W", "\\w", "[[:print:]]$", "[[:space:]]", "[[:punct:]].$"));
        byte[] zeros = "a\0b\n\0\n\n\0\0x\nnone".getBytes(StandardCharsets.ISO_8859_1);
        compare(zeros, List.of("a.b", "^.$", "x", "[^x]", "none$", "^$", "e"));
        compare("x\nab é c\nè\né".getBytes(StandardCharsets.UTF_8), List.of("é", "b é", "é c"));
        compare(new byte[0], List.of("", "a"));
        compare(new byte[] {'\n'}, List.of("", "a", "^$"));
        compare(new byte[] {'x', '\n', '\n', 'x'}, List.of("", "$^", "x|($)(^)", "x$", "^$", "^$|y", "^x"));
        compare(new byte[] {'y', '\n', 'x', '\n'}, List.of("^$|y", "$", "x*$"));
    }

    @Test
    void linesThatARunCannotDoAreSearchedHere() throws Exception {
        assumeTrue(Files.isExecutable(GREP), "there is no " + GREP);
        String text = "short\n" + "a".repeat(1_200_000) + "b\n" + "ab\n" + "c".repeat(300_000) + "\nab\n" + "ab".repeat(600_000) + "x";
        compare(text.getBytes(StandardCharsets.ISO_8859_1), List.of("a+b", "x$", "b", "^short$", "c"));
    }
}
