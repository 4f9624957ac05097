package dev.spine.perf.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.perf.race.RaceExperiment.Picture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The window-move race and its three variants at the paper's rate (SS-59 to SS-61), and what grants of windows make of it. */
class WindowRaceTest {
    private static RaceOutcome drag(RaceVariant variant) {
        return RaceExperiment.drag("lanai-33", variant, 1, Picture.LEFT_OUT).outcome();
    }

    @Test
    @Tag("SS-59")
    void withoutSynchronisationSomeLinesAreDrawnWhereTheWindowWas() {
        RaceOutcome outcome = drag(RaceVariant.UNSYNCHRONISED);
        assertTrue(outcome.strayLines() > 0);
        assertTrue(outcome.strayPixels() > 0);
        assertEquals(0, outcome.framesMissed());
        assertEquals(RaceScale.PUBLISHED.moves(), outcome.moves().moved());
    }

    @Test
    @Tag("SS-60")
    void aPauseDrawsNothingOutsideAndMissesFrames() {
        RaceOutcome outcome = drag(RaceVariant.PAUSE);
        assertEquals(0, outcome.strayPixels());
        assertTrue(outcome.framesMissed() > 0);
        assertEquals(RaceScale.PUBLISHED.moves(), outcome.moves().moved());
    }

    @Test
    @Tag("SS-61")
    @Tag("SS-36")
    void anAgreementDrawsNothingOutsideAndMissesNothing() {
        RaceOutcome outcome = drag(RaceVariant.AGREEMENT);
        assertEquals(0, outcome.strayPixels());
        assertEquals(0, outcome.packetsMissed());
        assertEquals(0, outcome.framesMissed());
        assertEquals(RaceScale.PUBLISHED.moves(), outcome.moves().moved());
        assertEquals(0, outcome.moves().revoked());
    }

    @Test
    void aGrantOfTheWindowTurnsStrayPixelsIntoMissedOnes() {
        RaceOutcome outcome = drag(RaceVariant.GRANT);
        assertEquals(0, outcome.strayPixels());
        assertTrue(outcome.packetsMissed() > 0);
    }

    @Test
    void withAGrantOfTheWindowAnAgreementMissesNothingEither() {
        RaceOutcome outcome = drag(RaceVariant.GRANT_AGREEMENT);
        assertEquals(0, outcome.strayPixels());
        assertEquals(0, outcome.refusedLines());
        assertEquals(0, outcome.packetsMissed());
        assertEquals(RaceScale.PUBLISHED.moves(), outcome.moves().moved());
    }
}
