package dev.spine.extension.video;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.video.MoveAgreement.Reaction;
import dev.spine.extension.video.MoveAgreement.State;
import java.util.function.Function;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The extension's side of the agreement: every state meets every order, in time, repeated and late. */
@Tag("SS-61")
class MoveAgreementTest {
    private static final int LAST = 7;

    private static MoveAgreement in(State state) {
        MoveAgreement agreement = new MoveAgreement();
        agreement.begin();
        switch (state) {
            case DRAWING -> agreement.onSettle(LAST);
            case FENCING -> agreement.onPropose(LAST);
            case AGREED -> {
                agreement.onPropose(LAST);
                agreement.onFencePassed();
            }
            case PAUSING -> agreement.onPause(LAST);
            case PAUSED -> {
                agreement.onPause(LAST);
                agreement.onFencePassed();
            }
        }
        assertEquals(state, agreement.state());
        return agreement;
    }

    /** What a state makes of an order. */
    private record Case(State state, String order, Function<MoveAgreement, Object> stimulus, Object reaction, State after) {
        DynamicTest test() {
            return DynamicTest.dynamicTest(state + " and " + order, () -> {
                MoveAgreement agreement = in(state);
                assertEquals(reaction, stimulus.apply(agreement));
                assertEquals(after, agreement.state());
            });
        }
    }

    private static Case propose(State state, int move, Reaction reaction, State after) {
        return new Case(state, "proposal " + move, agreement -> agreement.onPropose(move), reaction, after);
    }

    private static Case pause(State state, int move, Reaction reaction, State after) {
        return new Case(state, "pause " + move, agreement -> agreement.onPause(move), reaction, after);
    }

    private static Case settle(State state, int move, Reaction reaction, State after) {
        return new Case(state, "settlement " + move, agreement -> agreement.onSettle(move), reaction, after);
    }

    private static Case fence(State state, boolean answers, State after) {
        return new Case(state, "end of transfers", MoveAgreement::onFencePassed, answers, after);
    }

    private static Case keptTooLong(State state, State after) {
        return new Case(state, "kept too long", agreement -> {
            agreement.onKeptTooLong();
            return "";
        }, "", after);
    }

    @TestFactory
    java.util.stream.Stream<DynamicTest> everyStateMeetsEveryOrder() {
        return java.util.stream.Stream.of(
            propose(State.DRAWING, LAST + 1, Reaction.FENCE, State.FENCING),
            propose(State.DRAWING, LAST, Reaction.NONE, State.DRAWING),
            propose(State.DRAWING, LAST - 1, Reaction.NONE, State.DRAWING),
            propose(State.FENCING, LAST + 1, Reaction.FENCE, State.FENCING),
            propose(State.FENCING, LAST, Reaction.FENCE, State.FENCING),
            propose(State.FENCING, LAST - 1, Reaction.NONE, State.FENCING),
            propose(State.AGREED, LAST + 1, Reaction.ANSWER, State.AGREED),
            propose(State.AGREED, LAST, Reaction.ANSWER, State.AGREED),
            propose(State.AGREED, LAST - 1, Reaction.NONE, State.AGREED),
            propose(State.PAUSING, LAST + 1, Reaction.FENCE, State.FENCING),
            propose(State.PAUSED, LAST + 1, Reaction.ANSWER, State.AGREED),
            pause(State.DRAWING, LAST + 1, Reaction.FENCE, State.PAUSING),
            pause(State.DRAWING, LAST, Reaction.NONE, State.DRAWING),
            pause(State.FENCING, LAST + 1, Reaction.FENCE, State.PAUSING),
            pause(State.AGREED, LAST + 1, Reaction.ANSWER, State.PAUSED),
            pause(State.PAUSING, LAST, Reaction.FENCE, State.PAUSING),
            pause(State.PAUSED, LAST, Reaction.ANSWER, State.PAUSED),
            pause(State.PAUSED, LAST - 1, Reaction.NONE, State.PAUSED),
            settle(State.DRAWING, LAST + 1, Reaction.SETTLE, State.DRAWING),
            settle(State.DRAWING, LAST, Reaction.ANSWER_SETTLED, State.DRAWING),
            settle(State.DRAWING, LAST - 1, Reaction.NONE, State.DRAWING),
            settle(State.FENCING, LAST, Reaction.SETTLE, State.DRAWING),
            settle(State.FENCING, LAST - 1, Reaction.NONE, State.FENCING),
            settle(State.AGREED, LAST, Reaction.SETTLE, State.DRAWING),
            settle(State.AGREED, LAST - 1, Reaction.NONE, State.AGREED),
            settle(State.PAUSING, LAST, Reaction.SETTLE, State.DRAWING),
            settle(State.PAUSED, LAST, Reaction.SETTLE, State.DRAWING),
            fence(State.DRAWING, false, State.DRAWING),
            fence(State.FENCING, true, State.AGREED),
            fence(State.AGREED, false, State.AGREED),
            fence(State.PAUSING, true, State.PAUSED),
            fence(State.PAUSED, false, State.PAUSED),
            keptTooLong(State.DRAWING, State.DRAWING),
            keptTooLong(State.FENCING, State.PAUSING),
            keptTooLong(State.AGREED, State.PAUSED),
            keptTooLong(State.PAUSING, State.PAUSING),
            keptTooLong(State.PAUSED, State.PAUSED)).map(Case::test);
    }

    @ParameterizedTest
    @EnumSource(State.class)
    void packetsAreDrawnInOneStateAndKeptInTwo(State state) {
        MoveAgreement agreement = in(state);
        assertEquals(state == State.DRAWING, agreement.isDrawing());
        assertEquals(state == State.FENCING || state == State.AGREED, agreement.isKeeping());
    }

    @Test
    void numbersGoRound() {
        MoveAgreement agreement = new MoveAgreement();
        agreement.onSettle(Integer.MAX_VALUE);
        assertEquals(Reaction.FENCE, agreement.onPropose(Integer.MIN_VALUE));
        assertEquals(Reaction.NONE, agreement.onSettle(Integer.MAX_VALUE));
        assertTrue(agreement.onFencePassed());
        assertFalse(agreement.isDrawing());
        assertEquals(Reaction.SETTLE, agreement.onSettle(Integer.MIN_VALUE));
    }

    @Test
    void aNewStreamBeginsWithoutTheMovesOfTheOneBefore() {
        MoveAgreement agreement = in(State.AGREED);
        agreement.begin();
        assertTrue(agreement.isDrawing());
        assertEquals(Reaction.FENCE, agreement.onPropose(1));
    }
}
