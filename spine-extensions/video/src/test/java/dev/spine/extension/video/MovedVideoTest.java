package dev.spine.extension.video;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.extension.api.Message;
import dev.spine.extension.api.PixelFormat;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.RuntimeAccess;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A window that moves: nothing is agreed before all has landed, and no packet is kept without end. */
@Tag("SS-61")
class MovedVideoTest {
    private static final int PORT = 5004;
    private static final long MS = 1_000_000;
    private static final int[] NOTHING = {};
    private static final String PAUSED = "packets dropped while their window moved";

    private final Screen screen = new Screen(PixelFormat.UYVY, 32);

    @BeforeEach
    void show() {
        screen.maxTimers = 64;
        new VideoExtension().start(screen);
        screen.make(0, PORT, PixelFormat.UYVY);
        screen.grant(0, 0, 0, 8, 8, 0, 0);
    }

    private void arrive() {
        screen.arrive(PORT, screen.packet(new int[][] {{0, 0, 8}}, (byte) 1));
    }

    private void propose(int move) {
        screen.order(VideoProtocol.PROPOSE, 0, move, 0, 0, 8, 8);
    }

    private void settle(int move) {
        screen.order(VideoProtocol.SETTLE, 0, move, 0, 0, 8, 8);
    }

    private void assertStopped(int move) {
        assertArrayEquals(new int[] {0, move, VideoProtocol.ANSWER_STOPPED}, screen.answered);
    }

    @Test
    void aStreamThatIsNotShownAnyMoreIsAgreedAboutWhenItHasLanded() {
        arrive();
        screen.order(VideoProtocol.DROP, 0);
        propose(1);
        assertArrayEquals(NOTHING, screen.answered);
        screen.land();
        assertStopped(1);
        settle(1);
        assertArrayEquals(new int[] {0, 1, VideoProtocol.ANSWER_SETTLED}, screen.answered);
    }

    @Test
    void aPauseOfAStreamThatIsNotShownAnyMoreWaitsToo() {
        arrive();
        screen.order(VideoProtocol.DROP, 0);
        screen.order(VideoProtocol.PAUSE, 0, 1);
        assertArrayEquals(NOTHING, screen.answered);
        screen.land();
        assertStopped(1);
    }

    @Test
    void theEndThatAnEarlierVersionWaitedForIsNotTakenForItsOwn() {
        Screen next = new Screen(PixelFormat.UYVY, 32);
        next.nowNs = 70_000 * MS;
        new VideoExtension().start(next);
        next.make(0, PORT, PixelFormat.UYVY);
        next.grant(0, 0, 0, 8, 8, 0, 0);
        next.arrive(PORT, next.packet(new int[][] {{0, 0, 8}}, (byte) 1));
        next.order(VideoProtocol.PROPOSE, 0, 1, 0, 0, 8, 8);
        for (int early = 1; early < 100; early++) {
            next.order(Route.NOWHERE, Message.Kind.TRANSFER, VideoProtocol.FIRST_FENCE_HANDLER, early);
        }
        assertArrayEquals(NOTHING, next.answered);
        next.land();
        assertArrayEquals(new int[] {0, 1, VideoProtocol.ANSWER_STOPPED}, next.answered);
    }

    @Test
    void packetsAreNotKeptWithoutEndWhenTheOrderToGoOnIsLostAndAnotherMoveFollows() {
        propose(1);
        screen.land();
        screen.nowNs = 20 * MS;
        propose(2);
        arrive();
        assertEquals(1, screen.count("packets kept while their window moved"));
        while (!screen.timers.isEmpty()) {
            screen.fire(screen.nowNs + 50 * MS);
        }
        assertEquals(1, screen.count(PAUSED), "the host is gone, and the buffer went back");
    }

    @Test
    void aMoveLeavesNoTimerBehind() {
        for (int move = 1; move <= 1_000; move++) {
            propose(move);
            screen.land();
            arrive();
            settle(move);
            screen.land();
        }
        assertEquals(1_000, screen.count("packets drawn"));
        assertEquals(1, screen.timers.size());
    }

    @Test
    void aTimerOfAnEarlierMoveEndsNothingEarly() {
        propose(1);
        screen.land();
        settle(1);
        screen.nowNs = 40 * MS;
        propose(2);
        screen.land();
        arrive();
        screen.fire(50 * MS);
        assertEquals(0, screen.count(PAUSED));
        screen.fire(90 * MS);
        assertEquals(1, screen.count(PAUSED));
    }

    @ParameterizedTest
    @EnumSource(value = Route.Way.class, names = "HOST", mode = EnumSource.Mode.EXCLUDE)
    void onlyTheApplicationOnTheHostOrders(Route.Way way) {
        int asked = screen.surfacesAsked;
        screen.orderBy(way, VideoProtocol.PROPOSE, 0, 1_000_000, 0, 0, 8, 8);
        screen.orderBy(way, VideoProtocol.PAUSE, 0, 1_000_000);
        screen.orderBy(way, VideoProtocol.SETTLE, 0, 1_000_000, 16, 0, 8, 8, 1, 1);
        screen.orderBy(way, VideoProtocol.UPDATE, 0);
        screen.orderBy(way, VideoProtocol.DROP, 0);
        screen.orderBy(way, VideoProtocol.MAKE, 0, 2, 9, 1, PORT + 1, PixelFormat.UYVY.code());
        screen.land();
        assertArrayEquals(NOTHING, screen.answered);
        assertEquals(asked, screen.surfacesAsked);
        assertEquals(6, screen.count("orders refused"));
        arrive();
        assertEquals(1, screen.count("packets drawn"));
        propose(1);
        screen.land();
        assertStopped(1);
    }

    private void make(int stream) {
        screen.order(VideoProtocol.MAKE, 0, 2, 9, 1, PORT, PixelFormat.UYVY.code(), 0, 0, 8, 8, stream);
        screen.grant(0, 0, 0, 8, 8, 0, 0);
    }

    @Test
    void aStreamThatIsMadeAgainInTheMidstOfAMoveIsNotDrawnWhereTheWindowWas() {
        propose(1);
        screen.land();
        assertStopped(1);
        make(0);
        arrive();
        assertEquals(0, screen.count("packets drawn"), "the window may be anywhere");
        settle(1);
        assertEquals(1, screen.count("packets drawn"));
    }

    @Test
    void aStreamOfAnotherNumberThatIsMadeKnowsNothingOfTheMovesOfTheOneBefore() {
        make(5);
        screen.order(VideoProtocol.PROPOSE, 0, 700, 0, 0, 8, 8, 0, 0, 0, 0, 5);
        screen.land();
        make(6);
        arrive();
        assertEquals(1, screen.count("packets drawn"), "who made it has died; another application knows where the window is");
        screen.answered = NOTHING;
        screen.order(VideoProtocol.PROPOSE, 0, 1, 0, 0, 8, 8, 0, 0, 0, 0, 6);
        screen.land();
        assertStopped(1);
    }

    @Test
    void ordersOfAnApplicationThatWasThereBeforeAreRefused() {
        make(5);
        make(6);
        int[][] late = {{VideoProtocol.SETTLE, 9}, {VideoProtocol.PROPOSE, 9}, {VideoProtocol.PAUSE, 9}, {VideoProtocol.UPDATE, 0},
            {VideoProtocol.DROP, 0}};
        for (int stream : new int[] {5, 0}) {
            for (int[] order : late) {
                screen.order(order[0], 0, order[1], 0, 0, 8, 8, 0, 0, 0, 0, stream);
            }
        }
        screen.land();
        assertArrayEquals(NOTHING, screen.answered);
        assertEquals(2L * late.length, screen.count("orders refused"));
        arrive();
        assertEquals(1, screen.count("packets drawn"));
    }

    @Test
    void aVersionThatHasHeardOfNoStreamAgreesToMovesOfAnyAndThenOfItAlone() {
        screen.answered = NOTHING;
        screen.order(VideoProtocol.PROPOSE, 1, 4, 0, 0, 8, 8, 0, 0, 0, 0, 7);
        screen.land();
        assertArrayEquals(new int[] {1, 4, VideoProtocol.ANSWER_STOPPED}, screen.answered);
        screen.answered = NOTHING;
        screen.order(VideoProtocol.SETTLE, 1, 4, 0, 0, 8, 8, 0, 0, 0, 0, 8);
        assertArrayEquals(NOTHING, screen.answered);
        screen.order(VideoProtocol.SETTLE, 1, 4, 0, 0, 8, 8, 0, 0, 0, 0, 7);
        assertArrayEquals(new int[] {1, 4, VideoProtocol.ANSWER_SETTLED}, screen.answered);
    }

    @ParameterizedTest
    @EnumSource(value = PixelFormat.class, names = {"UYVY", "RGB888"})
    void packetsThatWereKeptWaitForTransfersThatAnotherWindowHas(PixelFormat stream) {
        screen.maxTransfers = 4;
        screen.make(1, PORT + 1, stream);
        screen.grant(1, 16, 0, 8, 8, 0, 0);
        screen.order(VideoProtocol.PROPOSE, 1, 1, 16, 0, 8, 8);
        screen.land();
        for (int i = 0; i < 5; i++) {
            screen.arrive(PORT + 1, screen.packet(new int[][] {{0, 0, stream == PixelFormat.UYVY ? 8 : 6}}, (byte) 1));
        }
        for (int i = 0; i < 4; i++) {
            arrive();
        }
        screen.order(VideoProtocol.SETTLE, 1, 1, 16, 0, 8, 8);
        screen.land();
        assertEquals(9, screen.count("packets drawn"));
        assertEquals(0, screen.count("packets dropped for want of a transfer"));
    }

    @Test
    void packetsForWhichThereIsNeverATransferAreGivenUpOneByOne() {
        propose(1);
        screen.land();
        for (int i = 0; i < 5; i++) {
            arrive();
        }
        screen.maxTransfers = 0;
        settle(1);
        screen.land();
        assertEquals(5, screen.count("packets dropped for want of a transfer"), "no buffer is held forever");
    }

    @Test
    void packetsThatWaitForTransfersGoIntoTheNextRectangleWhenTheirsIsWithdrawn() {
        screen.maxTransfers = 2;
        propose(1);
        screen.land();
        for (int i = 0; i < 5; i++) {
            arrive();
        }
        settle(1);
        assertEquals(2, screen.count("packets drawn"));
        int asked = screen.surfacesAsked;
        RuntimeAccess.invalidate(Objects.requireNonNull(screen.granted));
        screen.land();
        assertEquals(asked + 1, screen.surfacesAsked, "no packet may come any more that could ask");
        screen.grant(0, 0, 0, 8, 8, 0, 0);
        screen.land();
        assertEquals(5, screen.count("packets drawn"));
    }
}
