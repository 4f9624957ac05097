package dev.spine.extension.ardma.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A compiled form is tried again soon after one call that was not worth it, as at the border of two pages, and seldom after many. */
@Tag("AR-12")
class FormPlaceTest {
    private static final int FEW = 31;
    private static final int MANY = 32;

    private final FormPlace place = new FormPlace();

    private int slicesUntilRested() {
        int slices = 0;
        while (place.isResting()) {
            slices++;
        }
        return slices;
    }

    private int restAfter(int steps) {
        place.stop(false, false, steps);
        return slicesUntilRested();
    }

    @Test
    void restsGrowWithEachCallThatIsNotWorthIt() {
        place.begin();
        for (int rest : new int[] {0, 1, 3, 7, 15, 15}) {
            assertEquals(rest, restAfter(FEW));
        }
    }

    @Test
    void aCallThatIsWorthItEndsThem() {
        place.begin();
        restAfter(FEW);
        restAfter(FEW);
        assertEquals(0, restAfter(MANY));
        assertEquals(0, restAfter(FEW));
        assertEquals(1, restAfter(FEW));
    }

    @Test
    void aRunBeginsWithoutWhatTheOneBeforeHas() {
        place.begin();
        restAfter(FEW);
        place.stop(false, false, FEW);
        place.begin();
        assertEquals(0, slicesUntilRested());
        assertEquals(0, restAfter(FEW));
    }
}
