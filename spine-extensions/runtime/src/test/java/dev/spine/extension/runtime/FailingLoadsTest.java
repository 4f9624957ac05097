package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.quota.LoadPace;
import dev.spine.extension.runtime.quota.OwnerStatus;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sample.BadStart;
import sample.Collector;
import sample.Offender;
import sample.Tally;

/** An owner whose extensions fail again and again is throttled, and nobody else is. */
class FailingLoadsTest {
    private static final int SEVEN = 7;
    private static final int EIGHT = 8;
    private static final byte[] BAD = Card.image(BadStart.ThrowingConstructor.class, BadStart.class);
    private static final byte[] GOOD = Card.image(Collector.class);
    private static final byte[] OFFENDER = Card.image(Offender.class, Offender.class.getDeclaredClasses());
    private static final byte[] TALLY = Card.image(Tally.class);
    /** Long enough for a request and its answer, shorter than any wait. */
    private static final long STEP_NS = 200_000L;
    /** So many failures that the wait is longer than what {@link Card#settle} takes. */
    private static final int MANY = 40;

    private final Card card = new Card();

    @BeforeEach
    void listen() {
        card.listen();
    }

    @AfterEach
    void close() {
        card.close();
    }

    private MessageFrame load(byte[] image, int owner) {
        return card.load(image, LoadOptions.ownedBy(owner));
    }

    /** Has an owner's loads fail until it waits for as long as it can. */
    private void failOften(int owner) {
        card.engine.tasks(card.kernel).run(() -> {
            for (int i = 0; i < MANY; i++) {
                card.runtime.card().instances().failed(owner);
            }
        });
    }

    private void assertThrottled(MessageFrame reply) {
        assertNotEquals(0, reply.requestStatus());
        assertEquals(DetailedStatus.DEVICE_BUSY, reply.detailedStatus(), card.verdict(reply));
        assertTrue(card.verdict(reply).matches("refused: extensions of owner 7 have failed \\d+ times in \\d+ ms: try again in \\d+ ms"),
            card.verdict(reply));
    }

    private long notified(int owner, ToLongFunction<OwnerStatus> count) {
        card.replies();
        return OwnerStatus.parse(String.valueOf(card.report(RuntimeProtocol.OWNERS, owner, 0))).stream().mapToLong(count).sum();
    }

    private long failures(int owner) {
        return notified(owner, OwnerStatus::failedLoads);
    }

    @Test
    void loadsThatFailAreTakenUpLessAndLessOften() {
        int taken = 0;
        int refused = 0;
        long begin = card.engine.nowNs();
        while (card.engine.nowNs() - begin < 1_000_000_000L) {
            card.beginLoad(BAD, LoadOptions.ownedBy(SEVEN));
            card.engine.advanceTo(card.engine.nowNs() + STEP_NS);
            for (MessageFrame reply : card.arrivedReplies()) {
                taken += reply.detailedStatus() == DetailedStatus.DEVICE_BUSY ? 0 : 1;
                refused += reply.detailedStatus() == DetailedStatus.DEVICE_BUSY ? 1 : 0;
            }
        }
        assertTrue(taken >= LoadPace.FREE && taken <= LoadPace.FREE + 9, "taken up: " + taken);
        assertTrue(refused > 100, "throttled: " + refused);
        assertEquals(0, card.runtime.card().parts().memory().used());
        assertEquals(taken, failures(SEVEN));
        assertEquals(refused, notified(SEVEN, OwnerStatus::throttled));
    }

    @Test
    void anOwnerThatIsThrottledIsToldSoAndOthersLoadAtOnce() {
        failOften(SEVEN);
        card.beginLoad(GOOD, LoadOptions.ownedBy(SEVEN));
        card.engine.advanceTo(card.engine.nowNs() + STEP_NS);
        assertThrottled(card.arrivedReplies().getFirst());
        card.beginLoad(GOOD, LoadOptions.ownedBy(EIGHT));
        card.engine.advanceTo(card.engine.nowNs() + STEP_NS);
        assertEquals(0, card.arrivedReplies().getFirst().requestStatus());
        card.beginLoad(GOOD, LoadOptions.OF_NODE);
        card.engine.advanceTo(card.engine.nowNs() + STEP_NS);
        assertEquals(0, card.arrivedReplies().getFirst().requestStatus());
        card.engine.advanceTo(card.engine.nowNs() + LoadPace.MAX_NS);
        assertEquals(0, load(GOOD, SEVEN).requestStatus(), "after its wait it loads again");
    }

    @Test
    void replacementsWaitLikeLoads() {
        int instance = card.loaded(LoadOptions.ownedBy(SEVEN), Tally.class);
        failOften(SEVEN);
        card.beginReplace(instance, TALLY, LoadOptions.ownedBy(SEVEN));
        card.engine.advanceTo(card.engine.nowNs() + STEP_NS);
        assertThrottled(card.arrivedReplies().getFirst());
        assertEquals("running", card.inspect(instance).state());
    }

    @Test
    void theNodeReplacesAnybodysExtensionWithoutWaitingAndItsFailuresCountForNobody() {
        int instance = card.loaded(LoadOptions.ownedBy(SEVEN), Tally.class);
        failOften(SEVEN);
        long before = failures(SEVEN);
        assertNotEquals(0, card.replace(instance, BAD, LoadOptions.ownedBy(0)).requestStatus());
        failOften(SEVEN);
        card.beginReplace(instance, TALLY, LoadOptions.ownedBy(0));
        card.engine.advanceTo(card.engine.nowNs() + STEP_NS);
        assertEquals(0, card.arrivedReplies().getFirst().requestStatus());
        assertEquals(before + MANY, failures(SEVEN));
    }

    @Test
    void failingInAHandlerSoonAfterTheLoadCountsAndLaterDoesNot() {
        int instance = load(OFFENDER, SEVEN).word(5);
        assertEquals(0, failures(SEVEN));
        card.small(instance, 1, Offender.THROW_WITHOUT_TEXT);
        assertEquals(1, failures(SEVEN));
        int later = load(OFFENDER, SEVEN).word(5);
        card.engine.advanceTo(card.engine.nowNs() + LoadPace.SOON_NS);
        card.small(later, 1, Offender.THROW_WITHOUT_TEXT);
        assertEquals(1, failures(SEVEN));
    }

    @Test
    void aReplacementThatIsTakenBackOrRefusedIsOneFailure() {
        int instance = card.loaded(LoadOptions.ownedBy(SEVEN), Tally.class);
        assertEquals(0, card.replace(instance, TALLY, LoadOptions.ownedBy(SEVEN).with("fail", "add")).requestStatus());
        card.small(instance, 1, Tally.ADD);
        assertEquals(1, failures(SEVEN), "taken back");
        assertNotEquals(0, card.replace(instance, TALLY, LoadOptions.ownedBy(SEVEN).with("fail", "restore")).requestStatus());
        assertEquals(2, failures(SEVEN), "failed at its start");
        assertNotEquals(0, card.replace(instance, BAD, LoadOptions.ownedBy(SEVEN)).requestStatus());
        assertEquals(3, failures(SEVEN), "cannot be made");
        assertEquals("running", card.inspect(instance).state());
    }

    @Test
    void aFailureAtTheStartIsOneFailureWhateverItsKind() {
        List<byte[]> images = List.of(BAD, new byte[100], Card.image(BadStart.GreedyStart.class, BadStart.class.getDeclaredClasses()));
        for (int i = 0; i < images.size(); i++) {
            assertNotEquals(0, load(images.get(i), SEVEN).requestStatus());
            assertEquals(i + 1, failures(SEVEN));
        }
    }

    @Test
    void failuresAreForgottenAfterAQuietWhileAndTheOwnerWithThem() {
        load(BAD, SEVEN);
        assertEquals(1, failures(SEVEN), "no extension of it is left, but its failure is");
        card.engine.advanceTo(card.engine.nowNs() + LoadPace.SOON_NS);
        assertEquals("", card.report(RuntimeProtocol.OWNERS, SEVEN, 0));
    }

    @Test
    void theNodeItselfDoesNotWait() {
        for (int i = 0; i < MANY; i++) {
            card.beginLoad(BAD, LoadOptions.OF_NODE);
            card.engine.advanceTo(card.engine.nowNs() + STEP_NS);
            assertEquals(DetailedStatus.INVALID_PARAMETER, card.arrivedReplies().getFirst().detailedStatus());
        }
    }

    @Test
    void aResetForgetsFailures() {
        failOften(SEVEN);
        card.reset();
        card.post(Function.PRIVATE, 0);
        card.replies();
        assertEquals(0, load(GOOD, SEVEN).requestStatus());
    }
}
