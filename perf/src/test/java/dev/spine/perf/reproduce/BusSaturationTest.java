package dev.spine.perf.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.perf.reproduce.BusSaturation.Way;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fast devices fill a shared bus, and then more of them get no more through it. */
@Tag("SS-10")
class BusSaturationTest {
    private static final double TOLERANCE = 0.02;
    private static final String PCI_33 = "lanai-33";
    private static final String PCI_66 = "iop-250";

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 8, 12})
    void theRateIsWhatIsOfferedOrWhatTheCyclesOfTheBusAllow(int senders) {
        for (String profile : new String[] {PCI_33, PCI_66}) {
            assertEquals(1, BusSaturation.rate(profile, senders, Way.DIRECT, 1) / BusSaturation.closedForm(profile, senders, Way.DIRECT),
                TOLERANCE, profile);
        }
    }

    @Test
    void aBusOfAnotherClockCarriesSomethingElse() {
        FigureFinding usual = asked("bus-saturation", "bus.clock=66MHz");
        FigureFinding slow = asked("bus-saturation", "bus.clock=33MHz");
        assertEquals(0.5, slow.number() / usual.number(), 0.02);
        assertTrue(slow.note().contains("with bus.clock-hz=33000000"), slow::note);
        assertFalse(asked("bus-load", "bus.clock=66MHz").note().equals(asked("bus-load", "bus.clock=33MHz").note()));
    }

    private static FigureFinding asked(String figure, String change) {
        return new Experiments(1, PublishedFigures.read(), new Machines(PCI_66, List.of(change))).finding(figure).orElseThrow();
    }

    @Test
    void oneGigabitSenderFillsPciOf33MhzAndFourFillPciOf66Mhz() {
        // Alone its DMA engine leaves the bus idle during each set-up.
        assertTrue(BusSaturation.rate(PCI_33, 1, Way.DIRECT, 1) > 0.97 * BusSaturation.rate(PCI_33, 8, Way.DIRECT, 1));
        assertTrue(BusSaturation.rate(PCI_66, 3, Way.DIRECT, 1) < 0.8 * BusSaturation.rate(PCI_66, 8, Way.DIRECT, 1));
        assertEquals(1, BusSaturation.rate(PCI_66, 4, Way.DIRECT, 1) / BusSaturation.rate(PCI_66, 8, Way.DIRECT, 1), TOLERANCE);
    }

    @ParameterizedTest
    @ValueSource(strings = {PCI_33, PCI_66})
    @Tag("SS-05")
    void throughTheHostsMemoryAFullBusCarriesHalfAsMuch(String profile) {
        assertEquals(0.5, BusSaturation.rate(profile, 8, Way.THROUGH_HOST, 1) / BusSaturation.rate(profile, 8, Way.DIRECT, 1), 0.01);
    }

    @Test
    @Tag("SS-12")
    void aSwitchCarriesAsMuchAsAllSendersOffer() {
        String switched = PCI_66 + " with bus.topology=switched";
        for (int senders : new int[] {1, 4, 8, 16}) {
            double offered = senders * BusSaturation.FRAME_BYTES * 1e3 / BusSaturation.FRAME_NS;
            assertEquals(1, BusSaturation.rate(switched, senders, Way.DIRECT, 1) / offered, TOLERANCE);
        }
    }
}
