package dev.spine.command;

import dev.spine.perf.race.RaceExperiment;
import dev.spine.perf.race.RaceExperiment.Picture;
import dev.spine.perf.race.RaceOutcome;
import dev.spine.perf.race.RaceVariant;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What docs/video.md says that a drag of the papers' scale draws, to the last digit. */
@Timeout(120)
class MoveDocumentTest {
    @Test
    void theNumbersOfADragAreAsTheyAreWritten() {
        StringBuilder rows = new StringBuilder();
        for (RaceVariant variant : RaceVariant.values()) {
            RaceOutcome outcome = RaceExperiment.drag("lanai-33", variant, 1, Picture.LEFT_OUT).outcome();
            rows.append(String.format(Locale.ROOT, "| %s | %d | %d | %d | %d of %d | %d |%n", name(variant), outcome.strayPixels(),
                outcome.strayLines(), outcome.refusedLines(), outcome.framesMissed(), outcome.frames(), outcome.kept()));
        }
        Document.read(Document.ROOT.resolve("docs/video.md"))
            .holdTable("| way | stray pixels | stray lines | lines refused | frames missed | packets kept |", rows.toString());
    }

    private static String name(RaceVariant variant) {
        return switch (variant) {
            case UNSYNCHRONISED -> "unsynchronised";
            case PAUSE -> "pause";
            case AGREEMENT -> "agreement";
            case GRANT -> "grant, without synchronisation";
            case GRANT_AGREEMENT -> "grant and agreement";
        };
    }
}
