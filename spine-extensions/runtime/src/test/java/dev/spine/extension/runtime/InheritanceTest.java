package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.i2o.MessageFrame;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sample.Heir;

/** What one version hands on to the next stays revocable, and nothing of it comes back to life. */
class InheritanceTest {
    private static final byte[] HEIR = Card.image(Heir.class);

    private final Card card = new Card();
    private int giver;
    private int receiver;

    @BeforeEach
    void load() {
        card.listen();
        giver = card.loaded(LoadOptions.OF_NODE.with("name", "heir 1"), Heir.class);
        receiver = card.loaded(LoadOptions.OF_NODE.with("name", "heir 2"), Heir.class);
    }

    @AfterEach
    void close() {
        card.close();
    }

    private void replace(int instance) {
        MessageFrame reply = card.replace(instance, HEIR, LoadOptions.OF_NODE.with("name", "heir 3"));
        assertEquals(0, reply.requestStatus(), () -> card.verdict(reply));
    }

    private void endTrial(int instance) {
        card.engine.advanceTo(card.engine.nowNs() + VersionTrial.NS);
        card.settle();
        assertEquals("running", card.inspect(instance).state());
    }

    private void give() {
        assertEquals(1, card.order(giver, Heir.GIVE, 2));
        card.settle();
        assertEquals(0, card.order(receiver, Heir.ASK_GIVEN));
    }

    @Test
    void aStateThatNamesABufferWhichItsVersionHasReleasedIsRefusedAndTheOldVersionGoesOn() {
        int loser = card.loaded(LoadOptions.OF_NODE.with("lose", "yes"), Heir.class);
        MessageFrame reply = card.replace(loser, HEIR, LoadOptions.OF_NODE);
        assertNotEquals(0, reply.requestStatus());
        assertTrue(card.verdict(reply).contains("the old one goes on"), card.verdict(reply));
        assertEquals(0, card.order(loser, Heir.ASK_REVOKED));
        assertEquals("running", card.inspect(loser).state());
    }

    @Test
    void aRevocationByAVersionOnTrialReachesWhatTheOldOneGaveAndIsTold() {
        give();
        replace(giver);
        assertEquals(1, card.order(giver, Heir.REVOKE, 9));
        assertEquals(-1, card.order(receiver, Heir.ASK_GIVEN), "revoked");
        assertEquals(9, card.order(giver, Heir.ASK_REVOKED));
    }

    @Test
    void whatAVersionOnTrialKeepsStaysWhenWhatItInheritedIsTakenBack() {
        give();
        replace(receiver);
        assertEquals(1, card.order(giver, Heir.REVOKE, 1));
        assertEquals(-1, card.order(receiver, Heir.ASK_GIVEN));
        assertEquals(1, card.order(receiver, Heir.KEEP_ANOTHER));
        endTrial(receiver);
        assertEquals(42, card.order(receiver, Heir.ASK_ANOTHER));
    }

    @Test
    void aPartThatAVersionOnTrialHasGivenEndsWithItsWhole() {
        replace(giver);
        give();
        endTrial(giver);
        assertEquals(1, card.order(giver, Heir.RELEASE));
        assertEquals(-1, card.order(receiver, Heir.ASK_GIVEN));
    }

    @Test
    void aNameThatAVersionHasOpenedIsOpenedByTheNextOneAndGoesBackWithIt() {
        MessageFrame reply = card.replace(receiver, HEIR, LoadOptions.OF_NODE.with("name", "heir 2"));
        assertEquals(0, reply.requestStatus(), () -> card.verdict(reply));
        give();
        assertEquals(0, card.order(receiver, Heir.THROW), "the old version has answered");
        assertEquals(1, card.inspect(receiver).version());
        give();
    }

    @Test
    void whatAVersionOnTrialHasExportedEndsWhenItIsTakenBack() {
        for (int i = 0; i < 2; i++) {
            replace(giver);
            for (int j = 0; j < MemoryExports.OF_ONE; j++) {
                card.small(giver, 1, Heir.EXPORT);
            }
            card.small(giver, 1, Heir.THROW);
            List<MessageFrame> answers = card.replies();
            assertEquals(MemoryExports.OF_ONE + 1, answers.size(), "the old version has answered the last order");
            assertEquals(MemoryExports.OF_ONE, answers.stream().filter(answer -> answer.word(4) == 1).count());
            assertEquals(1, card.inspect(giver).version());
        }
        assertEquals(1, card.order(giver, Heir.EXPORT));
    }

    @Test
    void aRevocationEndsTheExportsOfTheMemory() {
        assertEquals(1, card.order(giver, Heir.EXPORT));
        assertEquals(1, card.order(giver, Heir.REVOKE_OWN, 8));
        assertEquals(8, card.order(giver, Heir.ASK_REVOKED));
    }
}
