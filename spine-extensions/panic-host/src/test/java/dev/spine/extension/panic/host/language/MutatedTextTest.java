package dev.spine.extension.panic.host.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Whatever a text is, it is a program or something is said of it. {@code -Dspine.texts=100000} says how many, {@code -Dspine.seed=SEED}
 * repeats the one of a failure.
 */
class MutatedTextTest {
    private static final int TEXTS = Integer.getInteger("spine.texts", 3_000);
    private static final int MAX_CHANGES = 8;
    private static final String CHARACTERS = "abz_09 \n\t;:,.[]()+-*/%<>=!#\"&\u00e9\ud83d\0";

    private static String mutated(Random random) {
        List<String> all = Examples.texts();
        StringBuilder text = new StringBuilder(all.get(random.nextInt(all.size())));
        List<String> words = new ArrayList<>(Tokens.KEYWORDS.stream().sorted().toList());
        for (int i = 1 + random.nextInt(MAX_CHANGES); i > 0 && !text.isEmpty(); i--) {
            int from = random.nextInt(text.length());
            int to = Math.min(text.length(), from + random.nextInt(12));
            switch (random.nextInt(5)) {
                case 0 -> text.delete(from, to);
                case 1 -> text.insert(from, text.substring(from, to));
                case 2 -> text.insert(from, " " + words.get(random.nextInt(words.size())) + " ");
                case 3 -> text.setCharAt(from, CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
                default -> text.setLength(from);
            }
        }
        return text.toString();
    }

    @Test
    void aTextIsAProgramOrIsToldWhyNot() {
        Long given = Long.getLong("spine.seed");
        long first = given == null ? new Random().nextLong() : given;
        for (int i = 0; i < (given == null ? TEXTS : 1); i++) {
            String text = mutated(new Random(first + i));
            try {
                PdlText read = PdlText.read(text);
                assertEquals(read.program().isEmpty(), read.findings().stream().anyMatch(finding -> !finding.isWarning()));
                if (read.program().isPresent()) {
                    String written = PdlFormat.format(text);
                    assertTrue(PdlText.read(written).program().isPresent(), written);
                    assertEquals(written, PdlFormat.format(written));
                } else {
                    assertFalse(read.findings().isEmpty());
                }
            } catch (RuntimeException | AssertionError | StackOverflowError e) {
                throw new AssertionError("run again with -Dspine.seed=" + (first + i) + ":\n" + text, e);
            }
        }
    }
}
