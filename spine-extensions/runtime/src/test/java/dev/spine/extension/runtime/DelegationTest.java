package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.i2o.Function;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.Region;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sample.Giver;

/** What an extension gives to another one is narrower, and ends when the giver says so. */
@Tag("SS-20")
@Tag("SS-25")
class DelegationTest {
    private static final int BYTES = (1 << 18) - 64;
    private static final int OUT_OF_BOUNDS = -10;
    private static final int READ_ONLY = -11;
    private static final int NOT_YOURS = -12;
    private static final int REVOKED = -13;

    private final Card card = new Card();
    private int a;
    private int b;

    @BeforeEach
    void load() {
        card.listen();
        a = card.loaded(Giver.class);
        b = card.loaded(Giver.class);
        card.order(a, 0, a);
        card.order(b, 0, b);
    }

    @AfterEach
    void close() {
        card.close();
    }

    private void give(int from, int to, boolean writable) {
        assertEquals(BYTES, card.order(from, 1, to, writable ? 1 : 0));
        card.settle();
    }

    @Test
    void aPartIsWhatTheGiverHasMadeOfItAndNoMore() {
        give(a, b, false);
        card.order(a, 3, 64, 77);
        assertEquals(77, card.order(b, 2, 0), "the part begins at byte 64");
        assertEquals(OUT_OF_BOUNDS, card.order(b, 2, BYTES));
        assertEquals(READ_ONLY, card.order(b, 4, 0, 1));
        assertEquals(BYTES, card.order(b, 6));
    }

    @Test
    void aPartThatCanBeWrittenIsTheSameMemory() {
        give(a, b, true);
        assertEquals(55, card.order(b, 4, 9, 55));
        card.order(a, 3, 0, 1);
        assertEquals(55, card.order(a, 3, 73, 55));
    }

    @Test
    void revocationEmptiesAtOnceAndSaysWhenNothingMovesAnyMore() {
        give(a, b, true);
        assertEquals(0, card.order(a, 5, 42), "the giver's own part is empty, too");
        assertEquals(OUT_OF_BOUNDS, card.order(b, 2, 0));
        assertEquals(NOT_YOURS, card.order(b, 7), "no new transfer");
        assertEquals(42, card.order(a, 8));
    }

    @Test
    void revocationEndsATransferUnderWayAndNoByteLandsAfterItsEnd() {
        give(a, b, true);
        card.order(a, 3, 64, 0);
        card.small(b, 1, 7);
        card.small(a, 1, 5, 43);
        card.engine.advanceTo(card.engine.nowNs() + 200_000);
        card.settle();
        assertEquals(2, card.replies().size());
        assertEquals(43, card.order(a, 8));
        long[] before = {sum()};
        card.settle();
        assertEquals(before[0], sum());
        int end = card.order(b, 9);
        assertEquals(7, end / 1000);
        assertTrue(end % 1000 > 0, "the transfer did not end as done: " + end);
    }

    private long sum() {
        long sum = 0;
        for (long i = 0; i < Card.MEMORY_BYTES; i++) {
            sum += card.runtime.card().parts().deviceMemory().region().memory().get(ValueLayout.JAVA_BYTE, i) * (i + 1);
        }
        return sum;
    }

    @Test
    void whatWasGivenOnEndsWithTheFirstGiversRevocation() {
        give(a, b, true);
        assertEquals(100, card.order(b, 10, 50, 100));
        assertEquals(1, card.order(b, 19, a));
        card.settle();
        assertEquals(100, card.order(a, 6), "it has come back, narrower");
        card.order(a, 3, 64 + 50, 99);
        assertEquals(99, card.order(a, 2, 0));
        assertEquals(0, card.order(a, 5, 44));
        assertEquals(0, card.order(a, 6));
        assertEquals(0, card.order(b, 6));
        assertEquals(44, card.order(a, 8));
    }

    @Test
    void releasingAPartRevokesIt() {
        give(a, b, true);
        assertEquals(0, card.order(a, 11));
        assertEquals(0, card.order(b, 6));
    }

    @Test
    void anUnloadTakesBackWhatWasGivenAndLeavesNoMemory() {
        give(a, b, true);
        card.small(b, 1, 18);
        card.unload(a);
        card.replies();
        assertNull(card.runtime.card().table().get(a));
        assertEquals(0, card.order(b, 6));
        card.unload(b);
        card.replies();
        assertEquals(0, card.runtime.card().parts().deviceMemory().used());
    }

    @Test
    void aFailureOfTheGiverTakesBackWhatItGave() {
        give(a, b, true);
        card.small(a, 1, 99);
        card.settle();
        assertFalse(card.runtime.card().table().get(a).isRunning());
        assertEquals(0, card.order(b, 6));
    }

    @Test
    void theReceiversEndGivesThePartBack() {
        give(a, b, true);
        card.unload(b);
        card.replies();
        assertEquals(0, card.order(a, 17), "the whole can be released");
        card.order(a, 11);
        card.unload(a);
        card.replies();
        assertEquals(0, card.runtime.card().parts().deviceMemory().used());
    }

    @Test
    void aWayToAnExtensionThatIsGoneLeadsToNobodyEvenIfItsNumberIsTakenAgain() {
        assertEquals(1, card.order(a, 20, b));
        assertEquals(1, card.order(a, 21));
        card.unload(b);
        card.replies();
        assertEquals(b, card.loaded(Giver.class));
        assertEquals(NOT_YOURS, card.order(a, 21));
        assertEquals(0, card.order(a, 20, b), "nor is it found before the new one opens a handler");
    }

    // --- memory of the host

    private Region granted(int bytes, long[] token) {
        Region region = card.bus.allocate("given", BusAgent.host(), Access.OWNER, 1 << 16);
        token[0] = card.bus.grants().grant(region, 256, bytes, bytes, 1, card.cardBusAgent, true);
        region(a, token[0], region.base() + 256, bytes);
        card.settle();
        return region;
    }

    private void region(int instance, long token, long address, int bytes) {
        int[] words = new int[18];
        words[12] = (int) token;
        words[13] = (int) (token >>> 32);
        words[14] = (int) address;
        words[15] = (int) (address >>> 32);
        words[16] = bytes;
        words[17] = 1;
        card.post(Function.SMALL_MESSAGE,
            RuntimeProtocol.controlWord(RuntimeProtocol.handlerNumber(instance, 2), 0, RuntimeProtocol.KIND_REGION), words);
    }

    @Test
    @Tag("SO-19")
    @Tag("SS-09")
    @Tag("SS-19")
    void aRegionOfTheHostsMemoryIsReachedByTransfersUnderItsGrant() {
        long[] token = new long[1];
        Region region = granted(4096, token);
        assertEquals(4096, card.order(a, 16));
        card.order(a, 3, 0, 123);
        card.order(a, 12);
        card.settle();
        assertEquals(7000, card.order(a, 9), "done");
        assertEquals(123, region.memory().get(ValueLayout.JAVA_BYTE, 256));
        region.memory().set(ValueLayout.JAVA_BYTE, 256, (byte) 17);
        card.order(a, 13);
        card.settle();
        assertEquals(7000, card.order(a, 9));
        card.order(a, 1, b, 0);
        card.settle();
        assertEquals(0, card.order(b, 2, 5));
    }

    @Test
    void aRegionThatTheBusKnowsNothingOfIsRefused() {
        Region region = card.bus.allocate("not given", BusAgent.host(), Access.OWNER, 1 << 16);
        long token = card.bus.grants().grant(region, 256, 1024, 1024, 1, card.cardBusAgent, true);
        long otherBusAgent = card.bus.grants().grant(region, 0, 1024, 1024, 1, new BusAgent(2, "other"), true);
        region(a, token, region.base() + 256, 2048);
        region(a, token, region.base(), 1024);
        region(a, token + 1, region.base() + 256, 1024);
        region(a, otherBusAgent, region.base(), 1024);
        region(a, token, region.base() + 256, -1);
        assertEquals(5, card.replies().size(), "each is answered as refused");
        assertEquals(-1, card.order(a, 16));
        region(b + 100, token, region.base() + 256, 1024);
        assertEquals(1, card.replies().size());
    }

    @Test
    void theHostsRevocationEndsTransfersAndIsSeen() {
        long[] token = new long[1];
        granted(4096, token);
        card.engine.tasks(card.kernel).run(() -> assertTrue(card.bus.grants().revoke(token[0])));
        card.order(a, 12);
        card.settle();
        assertTrue(card.order(a, 9) % 1000 > 0);
        assertEquals(0, card.order(a, 16), "it says that it is not valid");
    }

    @Test
    void aPartOfARegionCanBeGivenAndTakenBack() {
        long[] token = new long[1];
        Region region = granted(16384, token);
        assertEquals(8192, card.order(a, 14, b, 1024, 8192));
        card.settle();
        assertEquals(8192, card.order(b, 16));
        card.order(b, 3, 0, 66);
        card.order(b, 12);
        card.settle();
        assertEquals(66, region.memory().get(ValueLayout.JAVA_BYTE, 256 + 1024));
        assertEquals(0, card.order(a, 15, 45));
        assertEquals(45, card.order(a, 8));
        assertEquals(0, card.order(b, 16));
        assertEquals(REVOKED, card.order(b, 12));
        assertEquals(REVOKED, card.order(a, 15, 46), "twice");
        assertEquals(16384, card.order(a, 16), "the whole stays");
    }
}
