package dev.spine.perf.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.wire.capture.Pace;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.window.MoveTimes;
import dev.spine.extension.host.window.WindowFrame;
import dev.spine.extension.video.VideoExtension;
import dev.spine.extension.video.VideoProtocol;
import dev.spine.host.driver.Pending;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.iop.engine.modelled.Schedule;
import dev.spine.system.profile.ProfileFile;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sample.forgedanswer.ForgedAnswer;

/** What happens to a move when extension, card or window end or stop in its midst: no pixel outside, and nobody waits forever. */
@Tag("SS-61")
class RaceFaultsTest {
    private static final RaceScale SCALE = new RaceScale(64, 32, 160, 120, 2, 20, 20e6, 4, 1_000_000);
    private static final byte[] IMAGE = PackagedExtension.image("video", VideoExtension.class);

    /** Lets transfers of the card take long, from when a test says so. */
    private static final class SlowTransfers extends Schedule {
        private long delayNs;

        @Override
        protected long delayNs(String from, Transfer transfer) {
            return from.endsWith("/nic") ? delayNs : 0;
        }
    }

    private static final class Stage implements AutoCloseable {
        final SlowTransfers transfers = new SlowTransfers();
        final ModelledEngine engine = new ModelledEngine(ProfileFile.find("lanai-33"), 1);
        final RaceRun run;
        final WindowFrame there;

        Stage(RaceVariant variant) {
            engine.schedule(transfers);
            run = new RaceRun(new RaceRun.Parts(variant, SCALE, MoveTimes.STANDARD, IMAGE, link -> link), engine);
            there = run.window().frame().at(40, 30);
            run.begin(List.of(), 1, new Pace.Even(RaceVideo.packetsPerSecond(SCALE)));
            pass(1_000_000);
        }

        Pending<WindowFrame> move() {
            return run.system().tasks().call(() -> run.window().move(there));
        }

        void pass(long ns) {
            engine.advanceTo(engine.nowNs() + ns);
        }

        @Override
        public void close() {
            run.close();
        }
    }

    @ParameterizedTest
    @EnumSource(value = RaceVariant.class, names = {"PAUSE", "AGREEMENT", "GRANT_AGREEMENT"})
    void aWindowMovesAlthoughItsExtensionHasBeenUnloaded(RaceVariant variant) {
        try (Stage stage = new Stage(variant)) {
            Pending<WindowFrame> move = stage.move();
            stage.run.client().unload(stage.run.instance());
            stage.pass(500_000_000);
            assertEquals(stage.there, move.get());
            assertTrue(stage.run.window().isAtRest());
            assertEquals(0, stage.run.watch().strayPixels());
        }
    }

    @ParameterizedTest
    @EnumSource(value = RaceVariant.class, names = {"PAUSE", "AGREEMENT", "GRANT_AGREEMENT"})
    void aWindowWhoseExtensionIsReplacedGoesOnMoving(RaceVariant variant) {
        try (Stage stage = new Stage(variant)) {
            Pending<WindowFrame> move = stage.move();
            stage.run.client().replace(stage.run.instance(), IMAGE, 0);
            stage.pass(500_000_000);
            assertEquals(stage.there, move.get());
            Pending<WindowFrame> back = stage.run.system().tasks().call(() -> stage.run.window().move(stage.there.at(0, 0)));
            stage.pass(500_000_000);
            assertTrue(back.isDone());
            // The new version has no window; it agrees at once.
            assertEquals(0, stage.run.window().counters().inDoubt());
            assertEquals(0, stage.run.watch().strayPixels());
        }
    }

    @ParameterizedTest
    @EnumSource(value = RaceVariant.class, names = {"PAUSE", "AGREEMENT", "GRANT_AGREEMENT"})
    void aWindowThatIsClosedInItsMoveEndsTheMove(RaceVariant variant) {
        try (Stage stage = new Stage(variant)) {
            Pending<WindowFrame> move = stage.move();
            Pending<?> closed = stage.run.system().tasks().call(() -> stage.run.window().close());
            stage.pass(500_000_000);
            assertNotNull(move.failure());
            assertTrue(closed.isDone());
            assertNull(closed.failure());
            int live = stage.run.system().bus().grants().liveGrants();
            assertEquals(0, live);
        }
    }

    @ParameterizedTest
    @EnumSource(value = RaceVariant.class, names = {"PAUSE", "AGREEMENT", "GRANT_AGREEMENT"})
    void aCardWhoseTransfersHangLosesItsRightBeforeTheWindowMoves(RaceVariant variant) {
        try (Stage stage = new Stage(variant)) {
            stage.transfers.delayNs = 200_000_000;
            stage.pass(1_000_000);
            Pending<WindowFrame> move = stage.move();
            stage.pass(100_000_000);
            assertEquals(stage.there, move.get());
            assertEquals(1, stage.run.window().counters().revoked());
            stage.transfers.delayNs = 0;
            // What was late lands now, or would if it still had the right.
            stage.pass(1_000_000_000);
            assertTrue(stage.run.watch().refusedLines() > 0);
            assertEquals(0, stage.run.watch().strayPixels());
        }
    }

    @Test
    void videoGoesOnAfterAFallBack() {
        try (Stage stage = new Stage(RaceVariant.AGREEMENT)) {
            stage.transfers.delayNs = 40_000_000;
            stage.pass(1_000_000);
            stage.move();
            stage.pass(100_000_000);
            stage.transfers.delayNs = 0;
            stage.pass(1_000_000_000);
            stage.run.watch().forget();
            stage.run.begin(List.of(stage.there.at(60, 50)), 1_000_000, new Pace.Even(RaceVideo.packetsPerSecond(SCALE)));
            stage.pass(1_000_000_000);
            assertEquals(0, stage.run.watch().strayPixels());
            assertEquals(0, stage.run.watch().packetsMissed());
            assertEquals(stage.there.at(60, 50), stage.run.window().frame());
        }
    }

    /** On a canvas the right to draw stays, so that nothing but the agreement keeps what is in flight out of the window's old place. */
    @Test
    void anAnswerOfAnotherExtensionOfTheCardMovesNoWindow() {
        try (Stage stage = new Stage(RaceVariant.AGREEMENT)) {
            int other = stage.run.client().load(PackagedExtension.image("forged", ForgedAnswer.class));
            stage.transfers.delayNs = 200_000_000;
            stage.pass(1_000_000);
            Pending<WindowFrame> move = stage.move();
            for (int answer : new int[] {VideoProtocol.ANSWER_STOPPED, VideoProtocol.ANSWER_SETTLED}) {
                stage.run.client().send(other, 1, VideoProtocol.HOST_MOVE_ANSWER, RaceRun.SLOT, 1, answer);
                stage.pass(1_000_000);
                assertFalse(move.isDone(), "only who draws can say that nothing of it lands any more");
            }
            stage.pass(100_000_000);
            assertEquals(stage.there, move.get());
            assertEquals(1, stage.run.window().counters().revoked());
            assertEquals(2, stage.run.foreignAnswers());
            stage.transfers.delayNs = 0;
            stage.pass(1_000_000_000);
            assertEquals(0, stage.run.watch().strayPixels());
        }
    }
}
