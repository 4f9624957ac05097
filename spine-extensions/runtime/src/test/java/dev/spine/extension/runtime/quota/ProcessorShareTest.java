package dev.spine.extension.runtime.quota;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("SN-05")
@Tag("SN-20")
class ProcessorShareTest {
    private static final long STEP = 1_000_000_000L;
    private static final int LONG_UNITS = ProcessorShare.FREE_UNITS + 1_000;

    private long clock = STEP;
    private long processor;
    private final ProcessorShare share = new ProcessorShare(() -> clock, () -> processor);
    private final ProcessorShare.Turn one = share.newTurn();
    private final ProcessorShare.Turn other = share.newTurn();

    @Test
    void shortActivationsAreNeverHeldAgainstAnInstance() {
        other.ended(10, STEP);
        clock = STEP + 3_000_000;
        one.ended(ProcessorShare.FREE_UNITS, STEP);

        assertTrue(one.mayBegin(STEP));
    }

    @Test
    void whoTakesLongRestsForEachUnitAsLongAsAnotherIsActive() {
        other.ended(10, STEP);
        one.ended(LONG_UNITS, STEP);
        long rested = STEP + 1_000 * ProcessorShare.REST_NS_PER_UNIT;

        assertFalse(one.mayBegin(rested - 1));
        assertTrue(one.mayBegin(rested));
        assertTrue(other.mayBegin(STEP));
    }

    @Test
    void whoLeavesAndComesBackRestsWhatWasLeft() {
        OwnerLedger owner = new OwnerLedger(7);
        other.ended(10, STEP);
        one.ended(LONG_UNITS, STEP);
        owner.left(one);
        long rested = STEP + 1_000 * ProcessorShare.REST_NS_PER_UNIT;
        assertFalse(owner.isOver(rested - 1), "so it is not forgotten");

        ProcessorShare.Turn next = share.newTurn();
        next.restUntil(owner.restsUntilNs());
        assertFalse(next.mayBegin(rested - 1));
        assertTrue(next.mayBegin(rested));
        assertTrue(owner.isOver(rested));
    }

    @Test
    void whoIsAloneNeverRests() {
        one.ended(LONG_UNITS, STEP);

        assertTrue(one.mayBegin(STEP));
    }

    @Test
    void theNodesOwnRestForOthersAndNotForOneAnother() {
        ProcessorShare.Turn router = share.newTurnOfNode();
        ProcessorShare.Turn filter = share.newTurnOfNode();
        filter.ended(10, STEP);
        router.ended(LONG_UNITS, STEP);
        assertTrue(router.mayBegin(STEP));

        other.ended(10, STEP);
        filter.ended(10, STEP);
        assertFalse(router.mayBegin(STEP));
    }

    @Test
    void whatTakesLongerThanItsFuelSaysRestsForItsTime() {
        other.ended(10, STEP);
        clock = STEP + 100_000;
        one.ended(LONG_UNITS, STEP);

        assertEquals(STEP + 100_000 + 100_000 * ProcessorShare.REST_NS_PER_NS, one.restsUntilNs());
    }

    @Test
    void theMachineThatStoodStillIsHeldAgainstNobodyForLong() {
        other.ended(10, STEP);
        clock = STEP + 60_000_000_000L;
        one.ended(LONG_UNITS, STEP);

        assertEquals(clock + ProcessorShare.MAX_WALL_NS * ProcessorShare.REST_NS_PER_NS, one.restsUntilNs());
    }

    @Test
    void whatTookTheProcessorForLongRestsForAllOfItHoweverLong() {
        other.ended(10, STEP);
        assertTrue(one.mayBegin(STEP));
        clock = STEP + 60_000_000_000L;
        processor += 52_000_000_000L;
        one.ended(LONG_UNITS, STEP);

        assertEquals(clock + 52_000_000_000L * ProcessorShare.REST_NS_PER_NS, one.restsUntilNs());
    }

    @Test
    void whatTheProcessorDidLongBeforeIsHeldAgainstNobody() {
        other.ended(10, STEP);
        assertTrue(one.mayBegin(STEP));
        processor += 10_000_000_000L;
        long later = STEP + 10_000_000_000L;
        assertTrue(one.mayBegin(later));
        other.ended(10, later);
        clock = later + 3_000_000_000L;
        processor += 3_000_000;
        one.ended(LONG_UNITS, later);

        assertEquals(clock + 3_000_000 * ProcessorShare.REST_NS_PER_NS, one.restsUntilNs());
    }

    @Test
    void whatAnotherTookInTheSameStepIsNotHeldAgainstAnInstance() {
        clock = STEP + 2_000_000;
        other.ended(LONG_UNITS, STEP);
        clock += 1_000;
        one.ended(LONG_UNITS, STEP);

        assertEquals(clock + Math.max(1_000 * ProcessorShare.REST_NS_PER_UNIT, 1_000 * ProcessorShare.REST_NS_PER_NS), one.restsUntilNs());
    }

    @Test
    void whatManyShortActivationsOfOthersTookInTheSameStepIsHeldAgainstNobodyTwice() {
        one.begins();
        one.ended(LONG_UNITS, STEP);
        long next = STEP + 10_000_000;
        clock = next + 300_000;
        for (int i = 0; i < 64; i++) {
            other.begins();
            other.ended(ProcessorShare.FREE_UNITS, next);
        }
        one.begins();
        clock += 1_000;
        one.ended(LONG_UNITS, next);

        assertEquals(clock + Math.max(1_000 * ProcessorShare.REST_NS_PER_UNIT, 1_000 * ProcessorShare.REST_NS_PER_NS), one.restsUntilNs());
    }

    @Test
    void aCardIsSharedWhileTwoInstancesAreActive() {
        one.ended(10, STEP);
        assertFalse(share.isShared(STEP));
        other.ended(10, STEP);
        one.ended(10, STEP + 1);
        assertTrue(share.isShared(STEP + 1));
        assertFalse(share.isShared(STEP + ProcessorShare.NEIGHBOUR_NS));
    }
}
