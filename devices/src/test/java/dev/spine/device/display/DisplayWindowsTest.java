package dev.spine.device.display;

import static dev.spine.device.display.DisplayRig.assertStatus;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.display.DisplayCounters.Counter;
import dev.spine.device.display.DisplayRig.Run;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.display.DisplayFunction;
import dev.spine.i2o.message.display.DisplayStatus;
import dev.spine.i2o.message.display.ModeGet;
import dev.spine.i2o.message.display.ModeReply;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.i2o.message.display.WindowCreate;
import dev.spine.i2o.message.display.WindowDestroy;
import dev.spine.i2o.message.display.WindowMove;
import dev.spine.i2o.message.display.WindowReply;
import dev.spine.i2o.message.display.WindowShare;
import dev.spine.iop.bus.Transfer.Outcome;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DisplayWindowsTest {
    private static final int WINDOWS = 64;

    @Test
    void theModeIsToldToAnyone() {
        DisplayRig rig = DisplayRig.of(PixelFormat.RGB565);
        rig.claim(Tid.NONE);
        MessageFrame reply = rig.ask(new ModeGet());
        assertStatus(RequestStatus.SUCCESS, 0, reply);
        assertEquals(new ModeReply(64, 48, 128, PixelFormat.RGB565.code(), 2, WINDOWS), ModeReply.parse(reply));
        rig.assertAtRest();
    }

    @ParameterizedTest
    @CsvSource({
        // inside, at each border, over each border, outside on each side
        "0, 0, 64, 48,          0, 0, 64, 48",
        "10, 20, 30, 20,        0, 0, 30, 20",
        "34, 28, 30, 20,        0, 0, 30, 20",
        "35, 28, 30, 20,        0, 0, 29, 20",
        "34, 29, 30, 20,        0, 0, 30, 19",
        "-1, 0, 30, 20,         1, 0, 29, 20",
        "0, -1, 30, 20,         0, 1, 30, 19",
        "-10, -10, 100, 100,    10, 10, 64, 48",
        "63, 47, 30, 20,        0, 0, 1, 1",
        "64, 0, 30, 20,         0, 0, 0, 0",
        "0, 48, 30, 20,         0, 0, 0, 0",
        "-29, -19, 30, 20,      29, 19, 1, 1",
        "-30, 0, 30, 20,        30, 0, 0, 0",
        "-32768, -32768, 32767, 32767, 32767, 32767, 0, 0",
        "32767, 32767, 32767, 32767, 0, 0, 0, 0"})
    void aWindowIsVisibleWhereItLiesOnTheScreen(
        int x, int y, int width, int height, int left, int top, int visibleWidth, int visibleHeight) {
        DisplayRig rig = DisplayRig.of(PixelFormat.RGB888);
        MessageFrame reply = rig.ask(new WindowCreate(x, y, width, height, WindowCreate.SHARED_WITH_NOBODY));
        assertStatus(RequestStatus.SUCCESS, 0, reply);
        WindowReply window = WindowReply.parse(reply);
        assertEquals(new WindowReply(window.window(), left, top, visibleWidth, visibleHeight), window);
        MessageFrame moved = rig.ask(new WindowMove(window.window(), x, y, width, height));
        assertEquals(window, WindowReply.parse(moved));
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 0", "32768, 1", "1, 32768", "65535, 65535"})
    void sizesOutsideTheirRangeAreRefused(int width, int height) {
        DisplayRig rig = DisplayRig.of(PixelFormat.RGB888);
        assertStatus(RequestStatus.ERROR_NO_DATA_TRANSFER, DisplayStatus.BAD_GEOMETRY, rig.ask(new WindowCreate(0, 0, width, height, 0)));
        int window = rig.window(0, 0, 4, 4);
        assertStatus(RequestStatus.ERROR_NO_DATA_TRANSFER, DisplayStatus.BAD_GEOMETRY,
            rig.ask(new WindowMove(window, 0, 0, width, height)));
        rig.assertAtRest();
    }

    @ParameterizedTest
    @CsvSource({"1, 4", "-1, 4", "0, 3", "-3, 5"})
    void onAScreenOfPairsOddColumnsAndWidthsAreRefused(int x, int width) {
        DisplayRig rig = DisplayRig.of(PixelFormat.UYVY);
        assertStatus(RequestStatus.ERROR_NO_DATA_TRANSFER, DisplayStatus.MISALIGNED, rig.ask(new WindowCreate(x, 1, width, 3, 0)));
        int window = rig.window(-2, 1, 4, 3);
        assertStatus(RequestStatus.ERROR_NO_DATA_TRANSFER, DisplayStatus.MISALIGNED, rig.ask(new WindowMove(window, x, 1, width, 3)));
    }

    @Test
    void thereAreSixtyFourWindowsAndNumbersAreNotUsedAgainSoon() {
        DisplayRig rig = DisplayRig.of(PixelFormat.RGB888);
        Set<Integer> numbers = new HashSet<>();
        int[] windows = new int[WINDOWS];
        for (int i = 0; i < WINDOWS; i++) {
            windows[i] = rig.window(0, 0, 1, 1);
            assertTrue(numbers.add(windows[i]));
        }
        assertStatus(RequestStatus.ERROR_NO_DATA_TRANSFER, DisplayStatus.NO_WINDOW_LEFT, rig.ask(new WindowCreate(0, 0, 1, 1, 0)));
        for (int i = 0; i < 1000; i++) {
            assertStatus(RequestStatus.SUCCESS, 0, rig.ask(new WindowDestroy(windows[i % WINDOWS])));
            windows[i % WINDOWS] = rig.window(0, 0, 1, 1);
            assertTrue(numbers.add(windows[i % WINDOWS]), "a new number");
        }
        rig.assertAtRest();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 0x0001_0000 + 64, 0x0002_0000, -1, Integer.MIN_VALUE})
    void numbersThatNameNoWindowAreRefused(int number) {
        DisplayRig rig = DisplayRig.of(PixelFormat.RGB888);
        int window = rig.window(0, 0, 8, 8, WindowCreate.SHARED_WITH_ANY);
        assertEquals(0x0001_0000, window);
        byte[] before = rig.screen();
        assertStatus(RequestStatus.ERROR_NO_DATA_TRANSFER, DisplayStatus.NO_SUCH_WINDOW, rig.ask(new WindowMove(number, 0, 0, 1, 1)));
        assertStatus(RequestStatus.ERROR_NO_DATA_TRANSFER, DisplayStatus.NO_SUCH_WINDOW, rig.ask(new WindowDestroy(number)));
        assertStatus(RequestStatus.ERROR_NO_DATA_TRANSFER, DisplayStatus.NO_SUCH_WINDOW, rig.shareForPeer(number));
        assertStatus(RequestStatus.ERROR_NO_DATA_TRANSFER, DisplayStatus.NO_SUCH_WINDOW,
            rig.ask(rig.runs(number, PixelFormat.RGB888, new Run(0, 0, 1, rig.hostMemory.base()))));
        assertEquals(4, rig.display.counters().get(Counter.REQUESTS_REFUSED));
        assertArrayEquals(before, rig.screen());
        rig.assertAtRest();
    }

    @Test
    void onlyTheClaimerChangesWindows() {
        DisplayRig rig = DisplayRig.of(PixelFormat.RGB888);
        int window = rig.window(0, 0, 8, 8, WindowCreate.SHARED_WITH_ANY);
        for (int code : new int[] {DisplayFunction.WINDOW_CREATE, DisplayFunction.WINDOW_MOVE, DisplayFunction.WINDOW_DESTROY}) {
            // The peer under its own name, then in the name of the host: such a request is not answered at all, but it changes nothing.
            assertStatus(RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.DEVICE_LOCKED,
                rig.ask(rig.peerRequests, rig.privateMessage(DisplayRig.PEER_ALIAS, code, window, 0, 0x00010001)));
            rig.post(rig.peerRequests, rig.privateMessage(Tid.HOST, code, window, 0, 0x00010001));
            rig.settle();
        }
        assertEquals(1, rig.display.counters().get(Counter.WINDOW_CHANGES));
        rig.claim(Tid.NONE);
        assertStatus(RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.INAPPROPRIATE_FUNCTION, rig.ask(new WindowDestroy(window)));
        rig.assertAtRest();
    }

    @Test
    void aWindowIsSharedWithTheIopThatTheClaimerNamed() {
        DisplayRig rig = DisplayRig.of(PixelFormat.RGB888);
        int forPeer = rig.window(0, 0, 8, 8, DisplayRig.PEER_IOP_ID);
        int forOther = rig.window(0, 0, 8, 8, DisplayRig.PEER_IOP_ID + 1);
        int forNobody = rig.window(0, 0, 8, 8, WindowCreate.SHARED_WITH_NOBODY);
        int forAny = rig.window(0, 0, 8, 8, WindowCreate.SHARED_WITH_ANY);
        assertStatus(RequestStatus.SUCCESS, 0, rig.shareForPeer(forPeer));
        assertStatus(RequestStatus.SUCCESS, 0, rig.shareForPeer(forAny));
        assertStatus(RequestStatus.ERROR_NO_DATA_TRANSFER, DisplayStatus.NOT_SHARED, rig.shareForPeer(forOther));
        assertStatus(RequestStatus.ERROR_NO_DATA_TRANSFER, DisplayStatus.NOT_SHARED, rig.shareForPeer(forNobody));
        assertEquals(2, rig.bus.grants().liveGrants());
    }

    @Test
    void aShareGrantsTheVisibleRectangleToTheRequestersBusAgentOnly() {
        DisplayRig rig = DisplayRig.of(PixelFormat.RGB888);
        int window = rig.window(-3, 40, 10, 20, WindowCreate.SHARED_WITH_ANY);
        MessageFrame reply = rig.shareForPeer(window);
        assertTrue(WindowShare.isComplete(reply));
        assertEquals(0, WindowShare.x(reply));
        assertEquals(40, WindowShare.y(reply));
        assertEquals(7, WindowShare.width(reply));
        assertEquals(8, WindowShare.height(reply));
        assertEquals(3, WindowShare.columnsLeft(reply));
        assertEquals(0, WindowShare.linesAbove(reply));
        assertEquals(64 * 3, WindowShare.strideBytes(reply));
        assertEquals(PixelFormat.RGB888.code(), WindowShare.format(reply));
        long first = rig.display.surface().addressOf(0, 40);
        assertEquals(first, WindowShare.address(reply));
        long grant = WindowShare.grant(reply);
        long last = rig.display.surface().addressOf(0, 47);
        long source = rig.peerMemory.base();
        assertEquals(Outcome.DONE, rig.peerTransfer(rig.peer, grant, source, first, 21));
        assertEquals(Outcome.DONE, rig.peerTransfer(rig.peer, grant, source, last, 21));
        assertEquals(Outcome.NO_RIGHT, rig.peerTransfer(rig.peer, grant, source, first, 22));
        assertEquals(Outcome.NO_RIGHT, rig.peerTransfer(rig.peer, grant, source, first - 1, 1));
        assertEquals(Outcome.NO_RIGHT, rig.peerTransfer(rig.peer, grant, source, last + 21, 1));
        assertEquals(Outcome.NO_RIGHT, rig.peerTransfer(rig.stranger, grant, source, first, 1));
        assertEquals(grant, WindowShare.grant(rig.shareForPeer(window)), "asking again gives the same grant");
        assertEquals(1, rig.bus.grants().liveGrants());
    }

    @Test
    void aWindowOutsideTheScreenIsSharedWithoutAGrant() {
        DisplayRig rig = DisplayRig.of(PixelFormat.RGB888);
        int window = rig.window(64, 0, 10, 20, WindowCreate.SHARED_WITH_ANY);
        MessageFrame reply = rig.shareForPeer(window);
        assertStatus(RequestStatus.SUCCESS, 0, reply);
        assertEquals(0, WindowShare.grant(reply));
        assertEquals(0, WindowShare.width(reply));
        assertEquals(0, WindowShare.height(reply));
        assertEquals(0, rig.bus.grants().liveGrants());
    }

    @ParameterizedTest
    @ValueSource(strings = {"move", "resize", "destroy"})
    void aChangeEndsTheGrantAndIsAnsweredWhenNothingCanLandAnyMore(String change) {
        DisplayRig rig = DisplayRig.of(PixelFormat.RGB888);
        int window = rig.window(0, 0, 10, 20, WindowCreate.SHARED_WITH_ANY);
        long grant = WindowShare.grant(rig.shareForPeer(window));
        rig.agent.holdFences();
        int context = switch (change) {
            case "move" -> rig.post(new WindowMove(window, 20, 20, 10, 20));
            case "resize" -> rig.post(new WindowMove(window, 0, 0, 11, 20));
            default -> rig.post(new WindowDestroy(window));
        };
        rig.settle();
        assertNull(rig.reply(context), "the fence is not passed");
        long first = rig.display.surface().addressOf(0, 0);
        assertEquals(Outcome.REVOKED, rig.peerTransfer(rig.peer, grant, rig.peerMemory.base(), first, 3));
        rig.agent.passFences();
        rig.settle();
        assertStatus(RequestStatus.SUCCESS, 0, answered(rig.reply(context)));
        assertEquals(1, rig.display.counters().get(Counter.GRANTS_REVOKED));
        if (!change.equals("destroy")) {
            assertNotEquals(grant, WindowShare.grant(rig.shareForPeer(window)));
        }
        rig.assertAtRest();
    }

    private static MessageFrame answered(@Nullable MessageFrame reply) {
        return Objects.requireNonNull(reply, "answered");
    }

    @Test
    @Tag("SS-36")
    void aMoveIsAnsweredAfterThePutsThatCameBeforeIt() {
        DisplayRig rig = DisplayRig.of(PixelFormat.RGB888);
        int window = rig.window(0, 0, 8, 8);
        rig.hostMemory.memory().fill((byte) 0x5A);
        int before = rig.post(rig.runs(window, PixelFormat.RGB888, new Run(0, 0, 8, rig.hostMemory.base())));
        int move = rig.post(new WindowMove(window, 40, 40, 8, 8));
        int after = rig.post(rig.runs(window, PixelFormat.RGB888, new Run(0, 0, 8, rig.hostMemory.base())));
        rig.step();
        assertEquals(2, rig.agent.transfersUnderWay());
        assertNull(rig.reply(move));
        rig.agent.runTransfer();
        rig.step();
        assertNotNull(rig.reply(before));
        assertNotNull(rig.reply(move), "it need not wait for what came later");
        byte[] atAnswer = rig.screen();
        rig.display.surface().clear();
        rig.settle();
        assertNotNull(rig.reply(after));
        byte[] screen = rig.screen();
        for (int y = 0; y < 48; y++) {
            for (int x = 0; x < 64 * 3; x++) {
                boolean inside = y == 40 && x >= 120 && x < 144;
                assertEquals(inside ? 0x5A : 0, screen[y * 192 + x], "no byte outside the new window");
            }
        }
        assertEquals(0x5A, atAnswer[0]);
        rig.assertAtRest();
    }

    @Test
    void changesAreAnsweredInTheirOrder() {
        DisplayRig rig = DisplayRig.of(PixelFormat.RGB888);
        int window = rig.window(0, 0, 8, 8);
        rig.post(rig.runs(window, PixelFormat.RGB888, new Run(0, 0, 8, rig.hostMemory.base())));
        int move = rig.post(new WindowMove(window, 1, 1, 8, 8));
        int other = rig.post(new WindowCreate(2, 2, 8, 8, 0));
        rig.step();
        assertNull(rig.reply(other));
        rig.settle();
        assertEquals(window, WindowReply.parse(answered(rig.reply(move))).window());
        assertNotEquals(window, WindowReply.parse(answered(rig.reply(other))).window());
    }

    @Test
    void unknownAndShortMessagesAreAnswered() {
        DisplayRig rig = DisplayRig.of(PixelFormat.RGB888);
        assertStatus(RequestStatus.TRANSACTION_ERROR, DetailedStatus.UNSUPPORTED_FUNCTION, rig.ask(rig.privateMessage(Tid.HOST, 0x00FF)));
        assertStatus(RequestStatus.TRANSACTION_ERROR, DetailedStatus.UNSUPPORTED_FUNCTION, rig.ask(frame -> {
            frame.header(5, 0, 0, Function.PRIVATE, Tid.HOST, rig.tid);
            frame.setWord(4, 0x001B << 16 | DisplayFunction.MODE_GET);
        }));
        for (int code : new int[] {DisplayFunction.WINDOW_CREATE, DisplayFunction.WINDOW_MOVE, DisplayFunction.WINDOW_DESTROY,
            DisplayFunction.WINDOW_SHARE}) {
            assertStatus(RequestStatus.TRANSACTION_ERROR, DetailedStatus.MESSAGE_TOO_SMALL, rig.ask(rig.privateMessage(Tid.HOST, code)));
        }
        for (int function : new int[] {0x20, 0x81, 0x82, 0x84, 0x86, 0xA0, 0xFE}) {
            assertStatus(RequestStatus.TRANSACTION_ERROR, DetailedStatus.UNKNOWN_FUNCTION,
                rig.ask(frame -> frame.header(4, 0, 0, function, Tid.HOST, rig.tid)));
        }
        // A private message without its pair of codes.
        assertStatus(RequestStatus.TRANSACTION_ERROR, DetailedStatus.UNSUPPORTED_FUNCTION,
            rig.ask(frame -> frame.header(4, 0, 0, Function.PRIVATE, Tid.HOST, rig.tid)));
        rig.assertAtRest();
    }

    @Test
    void quiesceAnswersWhatIsInWorkAndEndsGrants() {
        DisplayRig rig = DisplayRig.of(PixelFormat.RGB888);
        int window = rig.window(0, 0, 8, 8, WindowCreate.SHARED_WITH_ANY);
        long grant = WindowShare.grant(rig.shareForPeer(window));
        int put = rig.post(rig.runs(window, PixelFormat.RGB888, new Run(0, 0, 8, rig.hostMemory.base())));
        int move = rig.post(new WindowMove(window, 1, 1, 8, 8));
        rig.step();
        rig.display.quiesce();
        rig.step();
        assertStatus(RequestStatus.PROCESS_ABORT_DIRTY, 0, answered(rig.reply(put)));
        assertStatus(RequestStatus.PROCESS_ABORT_DIRTY, 0, answered(rig.reply(move)));
        assertFalse(rig.bus.grants().isValid(grant));
        int replies = rig.replies();
        rig.settle();
        assertEquals(replies, rig.replies(), "nothing is answered twice");
        assertStatus(RequestStatus.SUCCESS, 0, rig.shareForPeer(window));
        rig.assertAtRest();
    }

    @Test
    void aResetForgetsEverythingAndTheDisplayWorksAgain() {
        DisplayRig rig = DisplayRig.of(PixelFormat.RGB888);
        int window = rig.window(0, 0, 8, 8, WindowCreate.SHARED_WITH_ANY);
        long grant = WindowShare.grant(rig.shareForPeer(window));
        for (int i = 0; i < DisplayDdm.JOBS + 4; i++) {
            rig.post(rig.runs(window, PixelFormat.RGB888, new Run(0, 0, 8, rig.hostMemory.base())));
        }
        rig.step();
        int replies = rig.replies();
        rig.display.reset();
        rig.kernel.discardTraffic(null);
        rig.step();
        assertFalse(rig.bus.grants().isValid(grant));
        assertEquals(DisplayDdm.JOBS, rig.agent.transfersUnderWay());
        // All transfers of the earlier life are still in flight: there can be windows, but there is nothing to draw with.
        int create = rig.post(new WindowCreate(0, 0, 8, 8, 0));
        rig.step();
        assertNull(rig.reply(create), "what the earlier life began can still land");
        int put = rig.post(rig.runs(window, PixelFormat.RGB888, new Run(0, 0, 8, rig.hostMemory.base())));
        rig.settle();
        int fresh = WindowReply.parse(answered(rig.reply(create))).window();
        assertNotEquals(window, fresh);
        assertStatus(RequestStatus.ERROR_NO_DATA_TRANSFER, DisplayStatus.NO_SUCH_WINDOW, answered(rig.reply(put)));
        assertEquals(replies + 2, rig.replies());
        for (int i = 0; i < 100; i++) {
            assertStatus(RequestStatus.SUCCESS, 0,
                rig.ask(rig.runs(fresh, PixelFormat.RGB888, new Run(0, 0, 8, rig.hostMemory.base()))));
        }
        rig.assertAtRest();
    }

    @Test
    void afterAResetAPutThatFindsNothingToDrawWithIsAnsweredBusy() {
        DisplayRig rig = DisplayRig.of(PixelFormat.RGB888);
        int old = rig.window(0, 0, 8, 8);
        for (int i = 0; i < DisplayDdm.JOBS; i++) {
            rig.post(rig.runs(old, PixelFormat.RGB888, new Run(0, 0, 8, rig.hostMemory.base())));
        }
        rig.step();
        rig.display.reset();
        rig.kernel.discardTraffic(null);
        rig.post(new WindowCreate(0, 0, 8, 8, 0));
        int put = rig.post(rig.runs(old + 1, PixelFormat.RGB888, new Run(0, 0, 8, rig.hostMemory.base())));
        rig.step();
        assertStatus(RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.DEVICE_BUSY, answered(rig.reply(put)));
        rig.settle();
        rig.assertAtRest();
    }
}
