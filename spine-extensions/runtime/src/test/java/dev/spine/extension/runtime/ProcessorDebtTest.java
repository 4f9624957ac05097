package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.load.VerifyAtOnce;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.quota.ProcessorDebt;
import dev.spine.extension.runtime.quota.ThrottledException;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.MessageFrame;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import sample.Collector;

/** Whoever has images judged, or extensions started, again and again has a share of that processor and no more. */
class ProcessorDebtTest {
    private static final long BEGIN = 5_000;
    private static final long SECOND = 1_000_000_000L;
    private static final int SEVEN = 7;
    private static final int EIGHT = 8;

    private final ProcessorDebt pace = ProcessorDebt.ofVerifying(SEVEN);

    @Test
    void twoSecondsMayBeVerifiedAtOnceAndThenAQuarterOfTheTime() {
        for (int i = 0; i < 4; i++) {
            assertDoesNotThrow(() -> pace.require(BEGIN));
            pace.took(SECOND / 2, BEGIN);
        }
        assertEquals("verifying images of owner 7 has taken 2000 ms: try again in 1 ms",
            assertThrows(ThrottledException.class, () -> pace.require(BEGIN)).getMessage());
        long verified = 0;
        for (long now = BEGIN; now < BEGIN + 100 * SECOND; now += 1_000_000) {
            long at = now;
            try {
                pace.require(at);
                pace.took(SECOND / 10, at);
                verified += SECOND / 10;
            } catch (ThrottledException e) {
                assertFalse(pace.isQuiet(at));
            }
        }
        assertTrue(verified >= 24 * SECOND && verified <= 26 * SECOND, "judged in 100 s: " + verified);
    }

    @Test
    void whoWaitsAsLongAsToldMayGoOn() {
        pace.took(3 * SECOND, BEGIN);
        assertEquals("verifying images of owner 7 has taken 3000 ms: try again in 4001 ms",
            assertThrows(ThrottledException.class, () -> pace.require(BEGIN)).getMessage());
        assertDoesNotThrow(() -> pace.require(BEGIN + 4 * SECOND + 1));
        assertFalse(pace.isQuiet(BEGIN + 4 * SECOND));
        assertTrue(pace.isQuiet(BEGIN + 12 * SECOND));
    }

    @Test
    void noTimeThatVerifyingTakesOverflows() {
        for (int i = 0; i < 1_000; i++) {
            pace.took(Long.MAX_VALUE, BEGIN);
        }
        assertThrows(ThrottledException.class, () -> pace.require(BEGIN));
    }

    /** An image that is accepted, with something beside its classes that fills it up and makes it another one. */
    private static byte[] large(int number) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(Card.image(Collector.class)));
            JarOutputStream out = new JarOutputStream(bytes)) {
            out.setLevel(0);
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                out.putNextEntry(new ZipEntry(entry.getName()));
                out.write(in.readAllBytes());
                out.closeEntry();
            }
            out.putNextEntry(new ZipEntry("filling"));
            byte[] filling = new byte[240 << 10];
            filling[0] = (byte) number;
            out.write(filling);
            out.closeEntry();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    @Test
    void validImagesThatAreLoadedAndUnloadedAgainAndAgainAreThrottledAndOthersLoad() {
        try (Card card = new Card()) {
            int taken = 0;
            MessageFrame reply = null;
            long begin = card.engine.nowNs();
            while (taken < 200) {
                card.beginLoad(large(taken), LoadOptions.ownedBy(SEVEN));
                card.engine.advanceTo(card.engine.nowNs() + 20_000_000L);
                reply = card.arrivedReplies().getFirst();
                if (reply.requestStatus() != 0) {
                    break;
                }
                taken++;
                card.unload(reply.word(5));
                card.engine.advanceTo(card.engine.nowNs() + 10_000_000L);
                card.arrivedReplies();
            }
            long mostAtOnce = pace.mostDebtNs() / pace.share() / VerifyAtOnce.NS_PER_BYTE / (240 << 10);
            long mostMeanwhile = (card.engine.nowNs() - begin) / pace.share() / VerifyAtOnce.NS_PER_BYTE / (240 << 10);
            assertTrue(taken >= mostAtOnce - 1 && taken <= mostAtOnce + mostMeanwhile + 2, taken + " of " + mostAtOnce);
            assertNotEquals(null, reply);
            assertEquals(DetailedStatus.DEVICE_BUSY, reply.detailedStatus());
            assertTrue(card.verdict(reply).matches("refused: verifying images of owner 7 has taken \\d+ ms: try again in \\d+ ms"),
                card.verdict(reply));
            card.beginLoad(large(0), LoadOptions.ownedBy(EIGHT));
            card.engine.advanceTo(card.engine.nowNs() + 20_000_000L);
            assertEquals(0, card.arrivedReplies().getFirst().requestStatus(), "others have a share of their own");
            card.engine.advanceTo(card.engine.nowNs() + pace.mostDebtNs());
            assertEquals(0, card.load(large(0), LoadOptions.ownedBy(SEVEN)).requestStatus(), "after its wait it loads again");
            String owners = String.valueOf(card.report(RuntimeProtocol.OWNERS, SEVEN, 0));
            assertTrue(owners.contains("verifying-throttled=1"), owners);
        }
    }

    @Test
    void whatStartingTakesOfTheCardsThreadIsADebtOfItsOwnerAlsoOfImagesThatTheCardKnows() {
        try (Card card = new Card()) {
            byte[] image = Card.image(Collector.class);
            MessageFrame first = card.load(image, LoadOptions.ownedBy(SEVEN));
            assertEquals(0, first.requestStatus());
            card.runtime.card().instances().started(SEVEN, 2 * SECOND);
            MessageFrame second = card.load(image, LoadOptions.ownedBy(SEVEN));
            assertEquals(DetailedStatus.DEVICE_BUSY, second.detailedStatus());
            assertTrue(card.verdict(second).matches("refused: starting extensions of owner 7 has taken 200\\d ms: try again in \\d+ ms"),
                card.verdict(second));
            assertEquals(0, card.load(image, LoadOptions.ownedBy(EIGHT)).requestStatus(), "others have a share of their own");
            card.engine.advanceTo(card.engine.nowNs() + 10 * SECOND);
            assertEquals(0, card.load(image, LoadOptions.ownedBy(SEVEN)).requestStatus(), "after its wait it loads again");
        }
    }

    @Test
    void aLiveCardCountsWhatItsThreadTakesForAStart() {
        try (LiveHost host = new LiveHost()) {
            host.answer(host.load(Card.image(Collector.class), LoadOptions.ownedBy(SEVEN)));
            String owners = host.on(() -> String.valueOf(host.runtime.card().parts().owners().of(SEVEN, host.runtime.card().parts().nowNs())
                .status(host.runtime.card().parts().nowNs())));
            assertTrue(owners.contains("starting-ms="), owners);
        }
    }
}
