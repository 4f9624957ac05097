package dev.spine.perf.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.window.MoveCounters;
import dev.spine.extension.host.window.MoveLink;
import dev.spine.extension.host.window.MoveTimes;
import dev.spine.extension.host.window.SurfaceRight;
import dev.spine.extension.host.window.WindowFrame;
import dev.spine.extension.video.VideoExtension;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.system.profile.ProfileFile;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Drags at full size with random ways, random delays of messages, packets and transfers, and messages that get lost. A seed can be run
 * again with {@code -Dspine.seed}.
 */
class RaceSeedsTest {
    private static final RaceScale SCALE = new RaceScale(320, 240, 640, 480, 2, 4, 40e6, 12, 10_000_000);
    private static final MachineProfile MACHINE = ProfileFile.find("lanai-33");
    private static final byte[] IMAGE = PackagedExtension.image("video", VideoExtension.class);
    private static final RaceVariant[] SAFE = {RaceVariant.PAUSE, RaceVariant.AGREEMENT, RaceVariant.GRANT, RaceVariant.GRANT_AGREEMENT};
    private static final int FEW = 20;
    private static final int MANY = 600;

    /** Loses some orders. */
    private record Lossy(MoveLink way, SplittableRandom random, int oneIn) implements MoveLink {
        private boolean arrives() {
            return oneIn == 0 || random.nextInt(oneIn) != 0;
        }

        @Override
        public void propose(int move, WindowFrame to) {
            if (arrives()) {
                way.propose(move, to);
            }
        }

        @Override
        public void pause(int move) {
            if (arrives()) {
                way.pause(move);
            }
        }

        @Override
        public void settle(int move, WindowFrame frame, int surface, SurfaceRight right) {
            if (arrives()) {
                way.settle(move, frame, surface, right);
            }
        }
    }

    private static RaceOutcome drag(RaceVariant variant, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        // Delays beyond the time for an answer, and losses, in some of the runs.
        DelayingSchedule schedule = new DelayingSchedule(random.nextLong(), 1 + random.nextLong(1 << random.nextInt(10, 24)));
        int oneIn = random.nextBoolean() ? 0 : random.nextInt(3, 20);
        ModelledEngine engine = new ModelledEngine(MACHINE, seed);
        engine.schedule(schedule);
        RaceRun.Parts parts = new RaceRun.Parts(variant, SCALE, MoveTimes.STANDARD, IMAGE, way -> new Lossy(way, random.split(), oneIn));
        try (RaceRun run = new RaceRun(parts, engine)) {
            SplittableRandom answers = random.split();
            run.loseAnswers(_ -> oneIn != 0 && answers.nextInt(oneIn) == 0);
            schedule.begin();
            return run.drag(DragScript.random(SCALE, random));
        }
    }

    private static void check(RaceVariant variant, long seed) {
        RaceOutcome outcome = drag(variant, seed);
        String what = variant + ", -Dspine.seed=" + seed + ": " + outcome;
        assertEquals(0, outcome.strayPixels(), what);
        MoveCounters moves = outcome.moves();
        assertEquals(SCALE.moves(), moves.moved() + moves.superseded() + moves.refused(), what);
        boolean undisturbed = moves.revoked() == 0 && moves.repeated() == 0;
        if (undisturbed && variant == RaceVariant.AGREEMENT) {
            assertEquals(0, outcome.packetsMissed(), what);
        }
    }

    private static void checkAll(int seeds) {
        Long only = Long.getLong("spine.seed");
        for (long seed = only == null ? 1 : only; seed <= (only == null ? seeds : only); seed++) {
            for (int i = 0; i < SAFE.length; i++) {
                if (only != null || seed % SAFE.length == i) {
                    check(SAFE[i], seed);
                }
            }
        }
    }

    @Test
    @Tag("SS-61")
    void nothingIsDrawnOutsideWhateverIsLateOrLost() {
        checkAll(FEW);
    }

    @Test
    @Tag("SS-61")
    @Tag("full")
    void nothingIsDrawnOutsideInSixHundredDragsWhateverIsLateOrLost() {
        checkAll(MANY);
    }

    @Test
    @Tag("SS-59")
    void withoutSynchronisationDelaysDrawOutside() {
        long strays = 0;
        for (long seed = 1; seed <= 4; seed++) {
            strays += drag(RaceVariant.UNSYNCHRONISED, seed).strayPixels();
        }
        assertTrue(strays > 0);
    }
}
