package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.message.TransferFences;
import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sample.Collector;
import sample.Offender;
import sample.Waiter;

/** Extensions that misuse what they were given: nothing is thrown through the agent, nothing leaks, nobody else notices. */
@Tag("SO-11")
@Tag("SS-18")
@Tag("SN-05")
class HostileExtensionTest {
    private static final InstanceLimits FEW = new InstanceLimits(16, 4, 3, 2, 4);

    private Card card = new Card(FEW);

    @BeforeEach
    void listen() {
        card.listen();
    }

    @AfterEach
    void close() {
        card.close();
    }

    private void arrive(char first) {
        card.port.arrive(UdpPacket.to(7000, first));
        card.settle();
    }

    private long counter(int instance, String name) {
        ExtensionInstance loaded = card.runtime.card().table().get(instance);
        return loaded == null ? -1 : loaded.counters().counter(name).value();
    }

    private void assertUnloadLeavesNothing(int instance) {
        card.unload(instance);
        assertEquals(0, card.replies().getFirst().requestStatus());
        assertEquals(0, card.runtime.card().parts().memory().used());
        assertEquals(card.port.taken, card.port.home.size() + card.port.returned);
        assertTrue(card.allFramesAreFree());
    }

    @Test
    void aHandlerNumberThatIsNoneIsRefusedAtTheSender() {
        int instance = card.loaded(Offender.class);
        for (int number : new int[] {0, -1, 256, 300, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertEquals(1, card.order(instance, Offender.SEND_TO_A_NUMBER_THAT_IS_NONE, number), "handler " + number);
        }
        assertUnloadLeavesNothing(instance);
    }

    @Test
    void whoAsksForTheEndOfItsTransfersWithoutEndTakesNoRoomFromOthers() {
        int greedy = card.loaded(Waiter.class);
        int neighbour = card.loaded(Waiter.class);
        card.small(greedy, 1, 1_000);
        card.small(neighbour, 1, 1);
        card.settle();
        assertEquals(TransferFences.CAPACITY, counter(greedy, "accepted"));
        assertEquals(TransferFences.CAPACITY, counter(greedy, "told"));
        assertEquals(1, counter(neighbour, "accepted"));
        assertEquals(1, counter(neighbour, "told"));
        card.small(greedy, 1, 1_000);
        card.settle();
        assertEquals(2 * TransferFences.CAPACITY, counter(greedy, "told"), "places come back when the reports were taken");
    }

    @Test
    void transfersFromAnEmptyBufferAreRefusedAndNoneIsLost() {
        int instance = card.loaded(Offender.class);
        // Two activations: the exceptions of two hundred would take more than the fuel of one.
        assertEquals(100, card.order(instance, Offender.TRANSFER_FROM_AN_EMPTY_BUFFER));
        assertEquals(100, card.order(instance, Offender.TRANSFER_FROM_AN_EMPTY_BUFFER));
        assertUnloadLeavesNothing(instance);
    }

    @Test
    void memoryThatATransferReadsIsKeptUntilItHasEndedWhateverItsOwnerReleases() {
        card.close();
        card = new Card(new InstanceLimits(16, 4, 8, 8, 4));
        card.listen();
        int instance = card.loaded(Offender.class);
        assertEquals(0, card.order(instance, Offender.RELEASE_BEFORE_SUBMIT));
        card.settle();
        assertEquals(123, card.order(instance, Offender.COMPARE_TWO_BUFFERS), "every buffer has memory of its own");
        assertUnloadLeavesNothing(instance);
    }

    @Test
    void theQuotaOfMemoryHoldsAlsoAfterRefusals() {
        int instance = card.loaded(Offender.class);
        for (int i = 0; i < 3; i++) {
            arrive('K');
        }
        for (int i = 0; i < 5; i++) {
            assertEquals(0, card.order(instance, Offender.ALLOCATE_ALL), "packets that are kept count");
        }
        card.small(instance, 1, Offender.RELEASE_ALL);
        card.settle();
        assertEquals(2, card.order(instance, Offender.ALLOCATE_ALL));
        assertUnloadLeavesNothing(instance);
    }

    @Test
    void anExceptionWithoutTextStopsItsExtensionOnly() {
        int bad = card.loaded(Offender.class);
        int good = card.loaded(Collector.class);
        card.small(bad, 1, Offender.THROW_WITHOUT_TEXT);
        card.settle();
        ExtensionInstance stopped = card.runtime.card().table().get(bad);
        assertNotNull(stopped);
        assertFalse(stopped.isRunning());
        assertEquals("failed", card.describe(stopped).status().text("state"));
        assertEquals(42, card.order(good, 2));
        assertUnloadLeavesNothing(bad);
    }

    @Test
    void aStackThatOverflowsStopsItsExtensionOnly() {
        int bad = card.loaded(Offender.class);
        card.small(bad, 1, Offender.OVERFLOW_THE_STACK);
        card.settle();
        assertTrue(card.runtime.lastFailure().contains("words of stack in Offender.deep(Offender.java:"), card.runtime.lastFailure());
        assertUnloadLeavesNothing(bad);
    }

    /** Orders what ends the instance, and checks that it ended for this reason while its neighbour goes on. */
    private void assertEndsAlone(int order, String why) {
        int bad = card.loaded(Offender.class);
        int good = card.loaded(Collector.class);
        card.small(bad, 1, order);
        card.settle();
        assertTrue(card.runtime.lastFailure().contains(why), card.runtime.lastFailure());
        ExtensionInstance stopped = card.runtime.card().table().get(bad);
        assertNotNull(stopped);
        assertFalse(stopped.isRunning());
        assertEquals(42, card.order(good, 2));
        assertUnloadLeavesNothing(bad);
    }

    @Test
    void workWithoutEndStopsItsExtensionOnly() {
        assertEndsAlone(Offender.SPIN, "handler 1 used up its 1,000,000 units of fuel in Offender.spin(Offender.java:");
    }

    @Test
    void workWithoutEndCannotBeContinuedByCatchingItsEnd() {
        assertEndsAlone(Offender.SPIN_AND_CATCH, "handler 1 used up its 1,000,000 units of fuel in Offender.spin(Offender.java:");
    }

    @Test
    void allocationWithoutEndStopsItsExtensionOnly() {
        assertEndsAlone(Offender.FILL_THE_HEAP, "handler 1 allocated more than its 4,194,304 bytes of heap in Offender.fillTheHeap(");
    }

    @Test
    void aTextWithoutEndStopsItsExtensionOnly() {
        assertEndsAlone(Offender.THROW_WITHOUT_END, "sample.Offender$Endless");
    }

    @Test
    @Tag("SO-16")
    @Tag("SN-06")
    void heapThatIsHeldIsBoundedAndHeapThatIsFreeIsNot() {
        int instance = card.loaded(Offender.class);
        for (int i = 0; i < 50; i++) {
            assertEquals(1_000_000, card.order(instance, Offender.ALLOCATE_AND_FORGET));
        }
        for (int i = 1; i < 8; i++) {
            assertEquals(i, card.order(instance, Offender.HOLD_MORE));
        }
        for (int i = 0; i < 4; i++) {
            card.small(instance, 1, Offender.HOLD_MORE);
        }
        card.settle();
        assertTrue(card.runtime.lastFailure().contains("left more than its 8388608 bytes of heap in use"), card.runtime.lastFailure());
    }

    @Test
    void whatAnExtensionHasUsedIsInTheListing() {
        int instance = card.loaded(Collector.class);
        card.order(instance, 2);
        ExtensionInstance loaded = card.runtime.card().table().get(instance);
        assertNotNull(loaded);
        assertTrue(card.describe(loaded).status().number("fuel") > 0);
        assertTrue(card.describe(loaded).status().number("mostFuel") > 0);
    }

    @Test
    void messagesForAnInstanceThatIsGoneDoNotReachTheNextOneOfItsNumber() {
        int first = card.loaded(Offender.class);
        byte[] next = Card.image(Offender.class);
        card.small(first, 1, Offender.FILL_THE_QUEUE);
        card.unload(first);
        assertEquals(first, card.load(next, 2).getLast().word(5), "the number is used again");
        assertEquals(0, counter(first, "messages seen"));
    }

    @Test
    void aTimerAtTheEndOfTimeDoesNotExpireNow() {
        int instance = card.loaded(Offender.class);
        assertEquals(1, card.order(instance, Offender.TIMER_AT_THE_END_OF_TIME));
        card.settle();
        assertEquals(0, counter(instance, "messages seen"));
        assertUnloadLeavesNothing(instance);
    }

    @Test
    void aNameCannotForgeALineOfAListing() {
        int instance = card.loaded(Offender.class);
        card.small(instance, 1, Offender.FORGE_A_LISTING);
        card.settle();
        ExtensionInstance loaded = card.runtime.card().table().get(instance);
        assertNotNull(loaded);
        assertEquals(1, InstanceStatus.parse(card.describe(loaded).status().toString()).size());
    }

    @Test
    void filtersAreBounded() {
        int instance = card.loaded(Offender.class);
        assertTrue(card.order(instance, Offender.FILTER_WITHOUT_END) <= 256);
        assertUnloadLeavesNothing(instance);
    }

    @Test
    void aMessageOfAnEarlierActivationBringsNothing() {
        int instance = card.loaded(Offender.class);
        arrive('x');
        assertEquals(1, card.order(instance, Offender.USE_AN_OLD_MESSAGE));
    }

    @Test
    void messagesAndTransfersAreUsedOnce() {
        int instance = card.loaded(Offender.class);
        assertEquals(3, card.order(instance, Offender.USE_TWICE));
        assertUnloadLeavesNothing(instance);
    }

    @Test
    void aTransferThatIsLeftOpenEndsWithItsActivation() {
        card.close();
        card = new Card(new InstanceLimits(64, 2, 64, 64, 4));
        card.listen();
        int instance = card.loaded(Offender.class);
        for (int i = 0; i < 10; i++) {
            assertEquals(1, card.order(instance, Offender.LEAVE_A_TRANSFER_OPEN));
        }
        assertEquals(3, card.order(instance, Offender.USE_TWICE), "there are still transfers");
        assertUnloadLeavesNothing(instance);
    }

    @Test
    void aResetInTheMiddleOfALoadWritesIntoNothingThatIsGivenOutLater() {
        byte[] image = Card.image(Offender.class);
        card.beginLoad(image);
        for (int i = 0; i < 200 && !card.isDmaBusy(); i++) {
            card.engine.advanceTo(card.engine.nowNs() + 1_000);
        }
        assertTrue(card.isDmaBusy(), "the image is on its way");
        card.reset();
        int instance = card.loaded(Offender.class);
        card.settle();
        assertEquals(1, instance);
        assertEquals(0, card.runtime.card().parts().memory().used());
        card.listen();
        assertEquals(2, card.order(instance, Offender.ALLOCATE_ALL));
        assertUnloadLeavesNothing(instance);
    }

    @Test
    @Tag("SO-13")
    void unloadUnderTrafficBringsEveryPacketHome() {
        card.close();
        card = new Card(new InstanceLimits(64, 4, 3, 4, 4));
        card.listen();
        for (int round = 0; round < 20; round++) {
            int instance = card.loaded(Collector.class);
            for (int i = 0; i < 30; i++) {
                card.port.arrive(UdpPacket.to(7000, i % 5 == 0 ? 'K' : 'x'));
            }
            card.small(instance, 1, 7);
            card.engine.advanceTo(card.engine.nowNs() + 3_000L * (round + 1));
            card.unload(instance);
            card.settle();
            card.replies();
            assertEquals(card.port.taken, card.port.home.size() + card.port.returned, "round " + round);
            assertEquals(0, card.runtime.card().parts().memory().used(), "round " + round);
            card.port.takeHome();
        }
        assertTrue(card.allFramesAreFree());
    }

    @Test
    void aVerdictThatCannotBeWrittenIsNotReportedAsWritten() {
        byte[] image = Card.image(Collector.class);
        card.write(image);
        card.postPrivate(RuntimeProtocol.LOAD, List.of(0), List.of(SglElement.Simple.from((int) card.hostMemory.base(), image.length),
            SglElement.Simple.into(0x7000_0000, 4096)));
        assertEquals(0, card.replies().getFirst().word(6));
        assertEquals(0, card.runtime.card().parts().memory().used());
    }
}
