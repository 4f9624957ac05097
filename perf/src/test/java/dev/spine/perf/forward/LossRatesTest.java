package dev.spine.perf.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class LossRatesTest {
    private static List<LossRates.Step> of(long most, long capacity) {
        return LossRates.measure(most, (percent, rate) -> new LossRates.Step(percent, rate, 100, rate > capacity ? 100 - percent / 2 : 0));
    }

    private static List<Integer> percents(List<LossRates.Step> steps) {
        return steps.stream().map(LossRates.Step::percent).toList();
    }

    @Test
    void ratesGoDownByTenthsUntilTwoInARowLoseNothing() {
        assertEquals(List.of(100, 90, 80, 70, 60), percents(of(1_000, 749)));
        assertEquals(List.of(100, 90), percents(of(1_000, 1_000)));
        assertEquals(List.of(1_000L, 900L), of(1_000, 1_000).stream().map(LossRates.Step::framesPerSecond).toList());
    }

    @Test
    void aPathFarSlowerThanTheWireIsTriedDownToTheHundredthPart() {
        assertEquals(List.of(100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 9, 8, 7, 6), percents(of(1_000, 75)));
        assertEquals(1, of(1_000, 0).getLast().percent());
        assertEquals(1, of(1_000, 0).getLast().rate());
    }

    @Test
    void oneTrialWithoutLossBetweenTwoWithItIsNotTheEnd() {
        List<LossRates.Step> steps = LossRates.measure(1_000,
            (percent, rate) -> new LossRates.Step(percent, rate, 10, percent == 90 || percent < 60 ? 0 : 1));
        assertEquals(List.of(100, 90, 80, 70, 60, 50, 40), percents(steps));
    }
}
