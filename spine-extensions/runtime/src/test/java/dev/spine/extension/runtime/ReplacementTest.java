package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.extension.runtime.quota.LoadPace;
import dev.spine.extension.runtime.quota.Quota;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sample.Collector;
import sample.Tally;

@Tag("SS-16")
class ReplacementTest {
    private static final byte[] TALLY = Card.image(Tally.class);

    private final Card card = new Card();
    private int instance;

    @BeforeEach
    void load() {
        card.listen();
        instance = card.loaded(LoadOptions.OF_NODE.with("step", "1"), Tally.class);
    }

    @AfterEach
    void close() {
        card.close();
    }

    private void notify(int order, int... more) {
        int[] words = new int[1 + more.length];
        words[0] = order;
        System.arraycopy(more, 0, words, 1, more.length);
        card.small(instance, 1, words);
    }

    private void replace(String step, String fail) {
        MessageFrame reply = card.replace(instance, TALLY, LoadOptions.OF_NODE.with("step", step).with("fail", fail));
        assertEquals(0, reply.requestStatus(), () -> card.verdict(reply));
        assertEquals(instance, reply.word(5), "the number stays");
    }

    private String refusal(String fail) {
        MessageFrame reply = card.replace(instance, TALLY, LoadOptions.OF_NODE.with("fail", fail));
        assertNotEquals(0, reply.requestStatus());
        return card.verdict(reply);
    }

    private int used(Quota quota) {
        return (int) card.inspect(instance).quotas().stream().filter(use -> use.quota() == quota).findFirst().orElseThrow().used();
    }

    @Test
    void theNewVersionGoesOnWithWhatTheOldOneKnew() {
        notify(Tally.ADD);
        notify(Tally.ADD);
        replace("10", "");
        notify(Tally.ADD);
        assertEquals(12, card.order(instance, Tally.ASK));
        assertEquals(12, card.order(instance, Tally.ASK_MEMORY), "the memory was carried over, and is written");
        InstanceStatus status = card.inspect(instance);
        assertEquals("trial", status.state());
        assertEquals(2, status.version());
        assertEquals("10", status.parameters().get("step"));
    }

    @Test
    void messagesInTheQueueAndPacketsGoToTheNewVersion() {
        card.beginReplace(instance, TALLY, LoadOptions.OF_NODE.with("step", "100"));
        for (int i = 0; i < 20; i++) {
            notify(Tally.ADD);
        }
        card.port.arrive(UdpPacket.to(7000));
        card.settle();
        card.replies();
        int sum = card.order(instance, Tally.ASK);
        assertEquals(21, sum / 100 + sum % 100, "each was handled by exactly one version: " + sum);
        card.port.arrive(UdpPacket.to(7000));
        card.settle();
        assertEquals(sum + 100, card.order(instance, Tally.ASK));
    }

    @Test
    void timersGoOnAndComeToTheNewVersion() {
        notify(Tally.ADD_LATER, 5_000_000);
        replace("10", "");
        card.engine.advanceTo(card.engine.nowNs() + 5_000_000_000L);
        assertEquals(10, card.order(instance, Tally.ASK));
        assertEquals(0, used(Quota.TIMERS));
    }

    @Test
    void aReplacementHoldsAfterItsTrialAndNothingOfTheOldVersionIsKept() {
        int before = card.runtime.card().parts().memory().used();
        assertEquals(1, card.order(instance, Tally.KEEP_ANOTHER));
        replace("10", "");
        assertEquals(before + 64, card.runtime.card().parts().memory().used(), "on trial, the old version's memory stays");
        for (int i = 0; i < VersionTrial.ACTIVATIONS; i++) {
            notify(Tally.ADD);
            card.settle();
        }
        assertEquals("running", card.inspect(instance).state());
        assertEquals(before, card.runtime.card().parts().memory().used(), "what was not handed on went");
        assertEquals(2, used(Quota.BUFFERS));
        assertEquals(320, card.order(instance, Tally.ASK_MEMORY));
        notify(Tally.RELEASE);
        card.settle();
        assertEquals(before - 256, card.runtime.card().parts().memory().used(), "the new version owns what was handed on");
        assertEquals(1, used(Quota.BUFFERS));
    }

    @Test
    void anIdleReplacementHoldsAfterAWhile() {
        replace("10", "");
        card.engine.advanceTo(card.engine.nowNs() + VersionTrial.NS);
        assertEquals("running", card.inspect(instance).state());
    }

    @Test
    void aVersionThatCannotRestoreIsRefusedAndTheOldOneGoesOn() {
        notify(Tally.ADD);
        String verdict = refusal("restore");
        assertTrue(verdict.contains("cannot restore") && verdict.contains("the old one goes on"), verdict);
        notify(Tally.ADD);
        assertEquals(2, card.order(instance, Tally.ASK));
        assertEquals(2, card.order(instance, Tally.ASK_MEMORY));
        assertEquals(2, used(Quota.BUFFERS));
        assertEquals(5, used(Quota.HANDLERS));
        assertEquals("running", card.inspect(instance).state());
    }

    @Test
    void aVersionThatCannotSaveIsNotReplaced() {
        replace("1", "save");
        card.engine.advanceTo(card.engine.nowNs() + VersionTrial.NS);
        String verdict = refusal("");
        assertTrue(verdict.contains("cannot save"), verdict);
        notify(Tally.ADD);
        assertEquals(1, card.order(instance, Tally.ASK));
    }

    @Test
    void aVersionThatFailsOnTrialIsTakenBackAndTheOldOneGetsTheSameMessage() {
        notify(Tally.ADD);
        replace("10", "add");
        notify(Tally.ADD);
        card.settle();
        InstanceStatus status = card.inspect(instance);
        assertEquals("running", status.state());
        assertEquals(1, status.version());
        assertEquals(1, status.number("rolledBack"));
        assertEquals(2, card.order(instance, Tally.ASK), "the old version has added");
        assertEquals("1", status.parameters().get("step"));
        assertEquals(5, used(Quota.HANDLERS));
        assertEquals(2, used(Quota.BUFFERS));
    }

    @Test
    void aPacketThatTheNewVersionFailsOnIsGivenToTheOldOne() {
        replace("10", "packet");
        card.port.arrive(UdpPacket.to(7000));
        card.settle();
        assertEquals(1, card.order(instance, Tally.ASK));
        assertEquals(1, card.port.home.size(), "and goes home once");
        card.port.arrive(UdpPacket.to(7000));
        card.settle();
        assertEquals(2, card.order(instance, Tally.ASK), "packets come to the old version again");
    }

    @Test
    void bulkDataThatTheNewVersionHasWrittenToIsGivenToTheOldOneAsItCame() {
        replace("10", "data");
        card.hostMemory.memory().set(ValueLayout.JAVA_BYTE, 0, (byte) 42);
        card.post(Function.SMALL_MESSAGE, RuntimeProtocol.controlWord(RuntimeProtocol.handlerNumber(instance, 4), 0,
            RuntimeProtocol.KIND_BULK), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xD400_0000 | 64, (int) card.hostMemory.base());
        List<MessageFrame> replies = card.replies();
        assertEquals(1, replies.size(), card.runtime::lastFailure);
        assertEquals(42, replies.getFirst().word(4));
        assertEquals("running", card.inspect(instance).state());
    }

    @Test
    void aMessageWhoseActivationHasSentSomethingIsNotRepeated() {
        replace("10", "late");
        notify(Tally.ADD);
        List<MessageFrame> replies = card.replies();
        assertEquals(1, replies.size());
        assertEquals(77, replies.getFirst().word(4), "the new version has said it before it failed");
        assertEquals(0, card.order(instance, Tally.ASK), "so the old one has not added");
        assertEquals(1, card.inspect(instance).version());
    }

    @Test
    void aTransferInFlightEndsInItsBufferAndIsToldToTheNewVersion() {
        notify(Tally.ADD);
        card.settle();
        notify(Tally.COPY);
        card.beginReplace(instance, TALLY, LoadOptions.OF_NODE.with("step", "10"));
        card.settle();
        card.replies();
        assertEquals(1, card.order(instance, Tally.ASK_COPIES));
    }

    @Test
    void whatAVersionThatWasTakenBackHasAskedForIsNotToldToTheOldOne() {
        replace("10", "add");
        notify(Tally.ADD_LATER, 5_000_000);
        card.settle();
        assertEquals(1, used(Quota.TIMERS));
        notify(Tally.ADD);
        card.settle();
        assertEquals(0, used(Quota.TIMERS));
        card.engine.advanceTo(card.engine.nowNs() + 6_000_000_000L);
        assertEquals(1, card.order(instance, Tally.ASK), "only the message that was given to it again");
    }

    @Test
    void aVersionCanBeReplacedManyTimesWithoutHoldingMoreAndMore() {
        int used = card.runtime.card().parts().memory().used();
        for (int i = 0; i < 40; i++) {
            replace("1", "");
            notify(Tally.ADD);
            card.settle();
            assertEquals(i + 1, card.order(instance, Tally.ASK_MEMORY));
            assertEquals(used, card.runtime.card().parts().memory().used());
            assertEquals(2, used(Quota.BUFFERS));
        }
        ExtensionInstance loaded = card.runtime.card().table().get(instance);
        assertTrue(loaded != null && loaded.holdings().leasesInUse() <= 4);
        card.unload(instance);
        assertEquals(0, card.replies().getFirst().requestStatus());
        assertEquals(0, card.runtime.card().parts().memory().used());
    }

    @Test
    void aVersionWithoutStateBeginsAnewAndWhatWasKeptGoes() {
        notify(Tally.ADD);
        MessageFrame reply = card.replace(instance, Card.image(Collector.class), LoadOptions.OF_NODE);
        assertEquals(0, reply.requestStatus(), () -> card.verdict(reply));
        assertEquals(42, card.order(instance, 2));
        assertEquals("Collector", card.inspect(instance).name());
        card.engine.advanceTo(card.engine.nowNs() + VersionTrial.NS);
        assertEquals(0, card.runtime.card().parts().memory().used());
    }

    @Test
    void anImageThatIsRefusedLeavesTheOldVersionUntouched() {
        notify(Tally.ADD);
        byte[] bad = TALLY.clone();
        bad[bad.length / 2] ^= 0x55;
        MessageFrame reply = card.replace(instance, bad, LoadOptions.OF_NODE);
        assertNotEquals(0, reply.requestStatus());
        assertFalse(card.verdict(reply).isEmpty());
        assertEquals(1, card.order(instance, Tally.ASK));
        assertEquals("running", card.inspect(instance).state());
    }

    @Test
    void aRehearsalSaysWhatAReplacementWouldAndLeavesTheVersionAsItWas() {
        notify(Tally.ADD);
        int before = card.runtime.card().parts().memory().used();
        MessageFrame good = card.rehearse(instance, TALLY, LoadOptions.OF_NODE.with("step", "10"));
        assertEquals(0, good.requestStatus(), () -> card.verdict(good));
        assertTrue(card.verdict(good).contains("the present one goes on"), card.verdict(good));
        MessageFrame other = card.rehearse(instance, Card.image(Collector.class), LoadOptions.OF_NODE);
        assertEquals(0, other.requestStatus(), () -> card.verdict(other));
        MessageFrame bad = card.rehearse(instance, TALLY, LoadOptions.OF_NODE.with("fail", "restore"));
        assertNotEquals(0, bad.requestStatus());
        assertTrue(card.verdict(bad).contains("cannot restore"), card.verdict(bad));
        notify(Tally.ADD);
        card.port.arrive(UdpPacket.to(7000));
        card.settle();
        card.replies();
        assertEquals(3, card.order(instance, Tally.ASK), "steps of one, with all that was known");
        assertEquals(3, card.order(instance, Tally.ASK_MEMORY));
        assertEquals(before, card.runtime.card().parts().memory().used());
        assertEquals(2, used(Quota.BUFFERS));
        assertEquals(5, used(Quota.HANDLERS));
        assertEquals("running", card.inspect(instance).state());
        assertEquals("1", card.inspect(instance).parameters().get("step"));
    }

    @Test
    void aRehearsalThatIsRefusedIsTakenForNoReplacementAfterwards() {
        int theirs = card.loaded(LoadOptions.ownedBy(7).with("step", "1"), Tally.class);
        String failure = card.runtime.lastFailure();
        for (int i = 0; i <= LoadPace.FREE; i++) {
            MessageFrame bad = card.rehearse(theirs, TALLY, LoadOptions.ownedBy(7).with("fail", "restore"));
            assertNotEquals(0, bad.requestStatus());
            assertNotEquals(0, card.rehearse(theirs, new byte[100], LoadOptions.ownedBy(7)).requestStatus());
        }
        ExtensionInstance loaded = card.runtime.card().table().get(theirs);
        assertTrue(loaded != null);
        assertEquals(0, loaded.versions().rollBacks());
        assertEquals("", loaded.versions().rollBack());
        assertEquals(failure, card.runtime.lastFailure());
        InstanceStatus status = card.inspect(theirs);
        assertTrue(status.lines().stream().noneMatch(line -> line.getKey().startsWith("roll")), () -> "no reload has happened: " + status);
        assertEquals(1, status.version());
        card.loaded(LoadOptions.ownedBy(7), Tally.class);
    }

    @Test
    void anInstanceOnTrialCanBeUnloaded() {
        replace("10", "");
        card.unload(instance);
        assertEquals(0, card.replies().getFirst().requestStatus());
        assertEquals(0, card.loadedInstances());
        assertEquals(0, card.runtime.card().parts().memory().used());
    }

    @Test
    void onlyItsOwnerAndTheNodeCanReplaceAnInstance() {
        int theirs = card.loaded(LoadOptions.ownedBy(7), Tally.class);
        assertNotEquals(0, card.replace(theirs, TALLY, LoadOptions.ownedBy(8)).requestStatus());
        assertEquals(0, card.replace(theirs, TALLY, LoadOptions.ownedBy(7)).requestStatus());
        assertEquals(0, card.replace(theirs, TALLY, LoadOptions.OF_NODE).requestStatus());
    }
}
