package dev.spine.perf.ardma;

import dev.spine.extension.ardma.host.RemoteArea;
import dev.spine.extension.ardma.host.grep.GrepForm;
import dev.spine.extension.ardma.host.grep.GrepPattern;
import dev.spine.extension.ardma.host.grep.GrepSyntaxException;
import dev.spine.extension.ardma.host.grep.RemoteGrep;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Searches of a text in the memory of a server's card, in virtual time. Each is the first of its pattern, so a form that sends code sends
 * it. One thread.
 */
final class GrepExperiment implements AutoCloseable {
    /** Lines of the text. */
    static final int LINES = 1_000;
    /** Bytes of a line, with its end. */
    static final int LINE_BYTES = 64;
    /** What is looked for; no other line than those that match has its literal part. */
    static final String PATTERN = "ERROR [0-9]+: d[a-z]+k";

    private static final String MATCHING = "ERROR %04d: disk";
    private static final String OTHER = "INFO %05d: nothing of note";
    private static final int PERMILLE = 1_000;

    private final ArdmaPair pair;
    private final GrepPattern pattern;

    GrepExperiment(String profile, long seed) {
        try {
            pattern = GrepPattern.of(PATTERN);
        } catch (GrepSyntaxException e) {
            throw new IllegalStateException(e);
        }
        pair = new ArdmaPair(profile, seed, null);
        pair.server().offer(RemoteGrep.PROCEDURE, RemoteGrep.procedure());
    }

    /** Whether a line is one of those that match, which are spread evenly. */
    private static boolean isMatching(int line, int permille) {
        return (long) (line + 1) * permille / PERMILLE > (long) line * permille / PERMILLE;
    }

    private static String line(int number, boolean matches) {
        String begin = String.format(Locale.ROOT, matches ? MATCHING : OTHER, number);
        return begin + " ".repeat(LINE_BYTES - 1 - begin.length()) + "\n";
    }

    /**
     * {@return what a search does}
     *
     * @param form of it
     * @param permille of the lines that match
     */
    LookupReading search(GrepForm form, int permille) {
        StringBuilder text = new StringBuilder();
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < LINES; i++) {
            boolean matches = isMatching(i, permille);
            String line = line(i, matches);
            text.append(line);
            expected.append(matches ? i + 1 + ":" + line : "");
        }
        int opened = pair.server().open("text", text.length(), true);
        RemoteArea area = pair.remote().lookup("text");
        pair.remote().write(area, 0, text.toString().getBytes(StandardCharsets.US_ASCII));
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        ArdmaPair.Counts before = pair.counts();
        try (RemoteGrep grep = new RemoteGrep(pair.remote(), pattern, form)) {
            grep.search(area, lines::writeBytes);
        }
        LookupReading reading = pair.counts().since(before, 1, 0, lines.toString(StandardCharsets.US_ASCII).contentEquals(expected));
        pair.server().close(opened);
        return reading;
    }

    /** Holds what has run to the laws of conservation. */
    void verify() {
        pair.verify();
    }

    @Override
    public void close() {
        pair.close();
    }
}
