package dev.spine.extension.host.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.host.window.MovingWindow.State;
import dev.spine.host.driver.HostException;
import dev.spine.host.driver.Pending;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The host's side of the agreement: every state meets every answer, every silence and every end. */
@Tag("SS-61")
class MovingWindowTest {
    private static final WindowFrame HERE = new WindowFrame(0, 0, 64, 32);
    private static final WindowFrame THERE = HERE.at(10, 10);
    private static final WindowFrame FARTHER = HERE.at(20, 20);

    /** An extension and a display that do what a test says. */
    private static final class Stage implements MoveLink, WindowPosition {
        final List<String> said = new ArrayList<>();
        final MovingWindow window;
        SurfaceRight right = SurfaceRight.KEPT;
        @Nullable Pending<WindowFrame> moving;
        @Nullable Pending<WindowFrame> revoking;
        Runnable timeout = () -> { };
        boolean timing;

        Stage(MoveSynchronisation synchronisation) {
            window = new MovingWindow(action -> {
                timeout = action;
                return new MovingWindow.Alarm() {
                    @Override
                    public void setIn(long delayNs) {
                        timing = true;
                    }

                    @Override
                    public void cancel() {
                        timing = false;
                    }
                };
            }, synchronisation, new MoveTimes(1_000, 2), this, this, HERE);
        }

        /** Brings the first move to a state. */
        Stage to(State state) {
            if (state == State.AT_REST) {
                return this;
            }
            window.move(THERE);
            switch (state) {
                case REVOKING -> {
                    expire();
                    expire();
                }
                case MOVING -> stopped();
                case SETTLING -> {
                    stopped();
                    moved();
                }
                case CLOSED -> window.close();
                default -> {
                    // It asks.
                }
            }
            assertEquals(state, window.state());
            return this;
        }

        void stopped() {
            window.onAnswer(window.number(), MoveAnswer.STOPPED);
        }

        void settled() {
            window.onAnswer(window.number(), MoveAnswer.SETTLED);
        }

        void expire() {
            assertTrue(timing);
            timing = false;
            timeout.run();
        }

        void moved() {
            Pending<WindowFrame> pending = moving;
            moving = null;
            assertNotNull(pending);
            pending.complete(THERE);
        }

        @Override
        public void propose(int move, WindowFrame to) {
            said.add("propose " + move + " " + to.x());
        }

        @Override
        public void pause(int move) {
            said.add("pause " + move);
        }

        @Override
        public void settle(int move, WindowFrame frame, int surface, SurfaceRight with) {
            assertEquals(surface(), surface);
            said.add("settle " + move + " " + frame.x() + " " + with);
        }

        @Override
        public Pending<WindowFrame> move(WindowFrame to) {
            said.add("move " + to.x());
            Pending<WindowFrame> pending = new Pending<>();
            moving = pending;
            return pending;
        }

        @Override
        public SurfaceRight rightAfterMove() {
            return right;
        }

        @Override
        public int surface() {
            return 7;
        }

        @Override
        public Pending<?> revoke() {
            said.add("revoke");
            Pending<WindowFrame> pending = new Pending<>();
            revoking = pending;
            return pending;
        }

        @Override
        public Pending<?> close() {
            said.add("close");
            return Pending.of(HERE);
        }
    }

    /** A state, what happens, and the state after it. */
    private record Case(State state, String what, Consumer<Stage> stimulus, State after) {
        DynamicTest test() {
            return DynamicTest.dynamicTest(state + " and " + what, () -> {
                Stage stage = new Stage(MoveSynchronisation.AGREEMENT).to(state);
                stimulus.accept(stage);
                assertEquals(after, stage.window.state());
                assertEquals(after == State.ASKING || after == State.SETTLING, stage.timing, "whether the timer is set");
            });
        }
    }

    private static Stream<Case> cases() {
        List<Case> all = new ArrayList<>();
        for (State state : State.values()) {
            all.add(new Case(state, "an answer to an earlier move", stage -> stage.window.onAnswer(stage.window.number() - 1,
                MoveAnswer.STOPPED), state));
            all.add(new Case(state, "a made-up answer", stage -> stage.window.onAnswer(99, MoveAnswer.SETTLED), state));
            all.add(new Case(state, "an agreement", Stage::stopped, state == State.ASKING ? State.MOVING : state));
            all.add(new Case(state, "a settlement", Stage::settled, state == State.SETTLING ? State.AT_REST : state));
            all.add(new Case(state, "a refusal", stage -> stage.window.onAnswer(stage.window.number(), MoveAnswer.REFUSED),
                state == State.ASKING || state == State.SETTLING ? State.AT_REST : state));
            all.add(new Case(state, "a further move", stage -> stage.window.move(FARTHER), state == State.AT_REST ? State.ASKING : state));
            all.add(new Case(state, "its end", stage -> stage.window.close(), State.CLOSED));
        }
        all.add(new Case(State.ASKING, "silence", Stage::expire, State.ASKING));
        all.add(new Case(State.ASKING, "longer silence", stage -> {
            stage.expire();
            stage.expire();
        }, State.REVOKING));
        all.add(new Case(State.REVOKING, "the display's word", stage -> complete(stage.revoking), State.MOVING));
        all.add(new Case(State.REVOKING, "a display that does not answer", stage -> fail(stage.revoking), State.AT_REST));
        all.add(new Case(State.MOVING, "the display's word", Stage::moved, State.SETTLING));
        all.add(new Case(State.MOVING, "a display that does not answer", stage -> fail(stage.moving), State.AT_REST));
        all.add(new Case(State.SETTLING, "silence", Stage::expire, State.SETTLING));
        all.add(new Case(State.SETTLING, "longer silence", stage -> {
            stage.expire();
            stage.expire();
        }, State.AT_REST));
        return all.stream();
    }

    private static void complete(@Nullable Pending<WindowFrame> pending) {
        assertNotNull(pending);
        pending.complete(HERE);
    }

    private static void fail(@Nullable Pending<WindowFrame> pending) {
        assertNotNull(pending);
        pending.fail(new HostException("no answer"));
    }

    @TestFactory
    Stream<DynamicTest> everyStateMeetsEveryStimulus() {
        return cases().map(Case::test);
    }

    @Test
    void anExtensionThatRefusesWhenItIsAskedAgainIsToldThatTheWindowStays() {
        Stage stage = new Stage(MoveSynchronisation.AGREEMENT);
        Pending<WindowFrame> move = stage.window.move(THERE);
        stage.expire();
        stage.window.onAnswer(1, MoveAnswer.REFUSED);
        assertEquals(List.of("propose 1 10", "propose 1 10", "settle 1 0 KEPT"), stage.said, "its word that it had stopped may be lost");
        stage.settled();
        assertNotNull(move.failure());
        assertEquals(HERE, stage.window.frame());
        assertEquals(State.AT_REST, stage.window.state());
        assertEquals(1, stage.window.counters().refused());
    }

    @Test
    void theSecondRefusalOfAMoveThatWasAskedForTwiceDoesNotSettleIt() {
        Stage stage = new Stage(MoveSynchronisation.AGREEMENT);
        Pending<WindowFrame> move = stage.window.move(THERE);
        stage.expire();
        stage.window.onAnswer(1, MoveAnswer.REFUSED);
        stage.window.onAnswer(1, MoveAnswer.REFUSED);
        assertFalse(move.isDone(), "that is no answer to SETTLE");
        stage.expire();
        assertEquals(List.of("propose 1 10", "propose 1 10", "settle 1 0 KEPT", "settle 1 0 KEPT"), stage.said, "the first one was lost");
        stage.settled();
        assertEquals(State.AT_REST, stage.window.state());
        assertEquals(0, stage.window.counters().inDoubt());
    }

    @Test
    void aRefusalThatComesAfterTheRightWasTakenAwayDoesNotSettleTheMove() {
        Stage stage = new Stage(MoveSynchronisation.AGREEMENT).to(State.REVOKING);
        complete(stage.revoking);
        stage.moved();
        stage.window.onAnswer(1, MoveAnswer.REFUSED);
        assertEquals(State.SETTLING, stage.window.state());
        stage.expire();
        assertEquals("settle 1 10 ENDED", stage.said.getLast());
        stage.settled();
        assertEquals(State.AT_REST, stage.window.state());
    }

    @Test
    void theWindowMovesBetweenAgreementAndSettlement() {
        Stage stage = new Stage(MoveSynchronisation.AGREEMENT);
        Pending<WindowFrame> move = stage.window.move(THERE);
        stage.stopped();
        stage.moved();
        assertFalse(move.isDone());
        stage.settled();
        assertEquals(List.of("propose 1 10", "move 10", "settle 1 10 KEPT"), stage.said);
        assertEquals(THERE, move.get());
        assertEquals(THERE, stage.window.frame());
    }

    @Test
    @Tag("SS-60")
    void aPauseStopsVideoFirst() {
        Stage stage = new Stage(MoveSynchronisation.PAUSE).to(State.SETTLING);
        assertEquals(List.of("pause 1", "move 10", "settle 1 10 KEPT"), stage.said);
    }

    @Test
    @Tag("SS-59")
    void withoutSynchronisationTheExtensionHearsOfTheMoveAfterIt() {
        Stage stage = new Stage(MoveSynchronisation.NONE);
        stage.window.move(THERE);
        stage.moved();
        assertEquals(List.of("move 10", "settle 1 10 KEPT"), stage.said);
    }

    @Test
    void ofMovesThatWaitTheLastOneStandsForTheOthers() {
        Stage stage = new Stage(MoveSynchronisation.AGREEMENT);
        Pending<WindowFrame> first = stage.window.move(THERE);
        Pending<WindowFrame> second = stage.window.move(HERE.at(12, 12));
        Pending<WindowFrame> third = stage.window.move(FARTHER);
        stage.stopped();
        stage.moved();
        stage.settled();
        assertTrue(first.isDone());
        assertFalse(second.isDone());
        stage.stopped();
        stage.moved();
        stage.settled();
        assertEquals(FARTHER, second.get());
        assertEquals(FARTHER, third.get());
        assertEquals(new MoveCounters(2, 1, 0, 0, 0, 0), stage.window.counters());
        assertEquals(List.of("propose 1 10", "move 10", "settle 1 10 KEPT", "propose 2 20", "move 20", "settle 2 20 KEPT"), stage.said);
    }

    @Test
    void anExtensionThatDoesNotAgreeLosesItsRightBeforeTheWindowMoves() {
        Stage stage = new Stage(MoveSynchronisation.AGREEMENT).to(State.REVOKING);
        // Too late.
        stage.stopped();
        assertEquals(List.of("propose 1 10", "propose 1 10", "revoke"), stage.said);
        complete(stage.revoking);
        stage.moved();
        assertEquals("settle 1 10 ENDED", stage.said.getLast());
        assertEquals(new MoveCounters(1, 0, 0, 1, 1, 0), stage.window.counters());
    }

    @Test
    void aRightThatHasEndedIsSaidToHaveEndedUntilTheExtensionHasSettled() {
        Stage stage = new Stage(MoveSynchronisation.AGREEMENT).to(State.REVOKING);
        complete(stage.revoking);
        stage.moved();
        stage.expire();
        stage.expire();
        assertEquals(State.AT_REST, stage.window.state());
        stage.window.move(FARTHER);
        stage.stopped();
        stage.moved();
        assertEquals("settle 2 20 ENDED", stage.said.getLast());
        stage.settled();
        stage.window.move(HERE);
        stage.stopped();
        stage.moved();
        assertEquals("settle 3 0 KEPT", stage.said.getLast());
    }

    @Test
    void aWindowThatIsClosedInItsMoveFailsAllWhoWait() {
        Stage stage = new Stage(MoveSynchronisation.AGREEMENT);
        Pending<WindowFrame> first = stage.window.move(THERE);
        Pending<WindowFrame> second = stage.window.move(FARTHER);
        stage.stopped();
        Pending<?> closed = stage.window.close();
        assertTrue(closed.isDone());
        assertNotNull(first.failure());
        assertNotNull(second.failure());
        stage.moved();
        assertEquals(State.CLOSED, stage.window.state());
        assertNotNull(stage.window.move(THERE).failure());
        assertNotNull(stage.window.close().failure());
    }

    @Test
    void whoHearsOfTheEndMayMoveAgain() {
        Stage stage = new Stage(MoveSynchronisation.AGREEMENT);
        stage.window.move(THERE).whenDone(_ -> stage.window.move(FARTHER));
        stage.stopped();
        stage.moved();
        stage.settled();
        assertEquals(State.ASKING, stage.window.state());
        assertEquals("propose 2 20", stage.said.getLast());
    }

    @Test
    void aMoveThatTheExtensionRefusesLeavesTheWindowWhereItIs() {
        Stage stage = new Stage(MoveSynchronisation.AGREEMENT);
        Pending<WindowFrame> move = stage.window.move(THERE);
        stage.window.onAnswer(1, MoveAnswer.REFUSED);
        assertNotNull(move.failure());
        assertEquals(HERE, stage.window.frame());
        assertNull(stage.moving);
    }
}
