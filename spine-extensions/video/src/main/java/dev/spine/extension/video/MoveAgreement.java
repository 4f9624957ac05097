package dev.spine.extension.video;

/**
 * The extension's side of the agreement about where a window is (docs/video.md): what it may draw, and what the host is to be told.
 *
 * <p>The host numbers the moves of a window, 1 and up; a number that is not later than the last one is a repetition or is late itself. From
 * a proposal on nothing is drawn; when all that was drawn before has ended, the extension has agreed, and may not draw until it is told
 * where the window is. So it never has to know how long an order or an answer takes, or whether it was lost.
 */
final class MoveAgreement {
    /** What is drawn, and for what is waited. */
    enum State {
        /** Packets are drawn. */
        DRAWING,
        /** A move was proposed; transfers to the old place have not ended. Packets are kept. */
        FENCING,
        /** The window may move: nothing is drawn. Packets are kept. */
        AGREED,
        /** A pause was asked for; transfers have not ended. Packets are dropped. */
        PAUSING,
        /** Nothing is drawn. Packets are dropped. */
        PAUSED
    }

    /** What there is to do about an order. */
    enum Reaction {
        /** Nothing: it is late. */
        NONE,
        /** Ask for the end of all transfers. */
        FENCE,
        /** Answer that nothing is drawn. */
        ANSWER,
        /** Take the place that the order names, answer, and draw. */
        SETTLE,
        /** Answer that the window is settled, once more. */
        ANSWER_SETTLED
    }

    private State state = State.DRAWING;
    private int number;

    /** A stream begins: its window has not been moved. */
    void begin() {
        state = State.DRAWING;
        number = 0;
    }

    State state() {
        return state;
    }

    /** {@return the number of the last move} */
    int number() {
        return number;
    }

    boolean isDrawing() {
        return state == State.DRAWING;
    }

    /** {@return whether packets that come now are drawn later} */
    boolean isKeeping() {
        return state == State.FENCING || state == State.AGREED;
    }

    /** The host wants to move the window, and video is to go on. */
    Reaction onPropose(int move) {
        return stop(move, State.FENCING, State.AGREED);
    }

    /** The host wants to move the window, and video is to stop meanwhile. */
    Reaction onPause(int move) {
        return stop(move, State.PAUSING, State.PAUSED);
    }

    private Reaction stop(int move, State fencing, State stopped) {
        // A difference, not a comparison: numbers go round.
        int later = move - number;
        if (later < 0 || later == 0 && isDrawing()) {
            return Reaction.NONE;
        }
        number = move;
        boolean ended = hasEndedTransfers();
        state = ended ? stopped : fencing;
        return ended ? Reaction.ANSWER : Reaction.FENCE;
    }

    /** Whether nothing is under way: nothing was drawn since the last end of all transfers. */
    private boolean hasEndedTransfers() {
        return state == State.AGREED || state == State.PAUSED;
    }

    /** All transfers have ended that were under way at the last order to stop; returns whether to answer that nothing is drawn. */
    boolean onFencePassed() {
        if (state != State.FENCING && state != State.PAUSING) {
            return false;
        }
        state = state == State.FENCING ? State.AGREED : State.PAUSED;
        return true;
    }

    /** Packets were kept for too long: those that come are dropped as in a pause. Nothing is drawn all the same. */
    void onKeptTooLong() {
        if (state == State.FENCING) {
            state = State.PAUSING;
        } else if (state == State.AGREED) {
            state = State.PAUSED;
        }
    }

    /** The host says where the window is. */
    Reaction onSettle(int move) {
        int later = move - number;
        if (later < 0) {
            return Reaction.NONE;
        }
        if (later == 0 && isDrawing()) {
            return Reaction.ANSWER_SETTLED;
        }
        number = move;
        state = State.DRAWING;
        return Reaction.SETTLE;
    }
}
