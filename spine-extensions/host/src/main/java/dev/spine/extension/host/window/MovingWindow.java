package dev.spine.extension.host.window;

import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostException;
import dev.spine.host.driver.HostTimer;
import dev.spine.host.driver.Pending;
import dev.spine.host.driver.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A window that an application moves while an extension draws into it: the host's side of the agreement about where it is
 * (docs/video.md).
 *
 * <p>One move at a time is in flight; of those that are asked for meanwhile the last one follows, and stands for the others. Whatever is
 * lost or does not answer, each move ends: when an extension does not agree in time, the display takes its right to draw away, after which
 * no pixel of it lands, the window moves, and the extension may ask again. That is a pause for it.
 *
 * <p>On the host's agent.
 */
public final class MovingWindow {
    /** How far the move is that is in flight. */
    enum State {
        /** None is. */
        AT_REST,
        /** The extension is asked to stop. */
        ASKING,
        /** It did not answer: the display takes its right away. */
        REVOKING,
        /** The display moves the window. */
        MOVING,
        /** The extension is told where the window is. */
        SETTLING,
        /** The window has ended. */
        CLOSED
    }

    /** What a window needs of a timer. */
    interface Alarm {
        void setIn(long delayNs);

        void cancel();
    }

    private final MoveSynchronisation synchronisation;
    private final MoveTimes times;
    private final MoveLink link;
    private final WindowPosition position;
    private final Alarm alarm;
    private State state = State.AT_REST;
    private WindowFrame frame;
    private WindowFrame target;
    /** What the extension's right is; it has ended until the extension has said that it knows. */
    private SurfaceRight right = SurfaceRight.KEPT;
    private int move;
    private int attempts;
    /** Questions of this move whose answers may still come. */
    private int unanswered;
    private @Nullable HostException failure;
    /** Who waits for the move that is in flight. */
    private List<Pending<WindowFrame>> movers = new ArrayList<>();
    private @Nullable WindowFrame next;
    /** Who waits for the next move. */
    private List<Pending<WindowFrame>> nextMovers = new ArrayList<>();
    private long moved;
    private long superseded;
    private long refused;
    private long repeated;
    private long revoked;
    private long inDoubt;

    /**
     * A window that is synchronised by agreement and waits as long as is usual.
     *
     * @param agent the host's agent
     * @param link to the extension, which has been told of this window
     * @param position the window at its display
     * @param frame where it is
     */
    public MovingWindow(HostAgent agent, MoveLink link, WindowPosition position, WindowFrame frame) {
        this(agent, MoveSynchronisation.AGREEMENT, MoveTimes.STANDARD, link, position, frame);
    }

    /**
     * A window. Makes a timer, which lives as long as the agent: a window that is closed can be used for nothing else.
     *
     * @param agent the host's agent
     * @param synchronisation of moves
     * @param times how long to wait
     * @param link to the extension, which has been told of this window
     * @param position the window at its display
     * @param frame where it is
     */
    public MovingWindow(HostAgent agent, MoveSynchronisation synchronisation, MoveTimes times, MoveLink link, WindowPosition position,
        WindowFrame frame) {
        this(action -> alarm(agent.timer(action)), synchronisation, times, link, position, frame);
    }

    MovingWindow(Function<Runnable, Alarm> alarms, MoveSynchronisation synchronisation, MoveTimes times, MoveLink link,
        WindowPosition position, WindowFrame frame) {
        this.synchronisation = synchronisation;
        this.times = times;
        this.link = link;
        this.position = position;
        this.frame = frame;
        this.target = frame;
        this.alarm = alarms.apply(this::onTimeout);
    }

    private static Alarm alarm(HostTimer timer) {
        return new Alarm() {
            @Override
            public void setIn(long delayNs) {
                timer.setIn(delayNs);
            }

            @Override
            public void cancel() {
                timer.cancel();
            }
        };
    }

    /** {@return where the window is, as far as the display has said} */
    public WindowFrame frame() {
        return frame;
    }

    /** {@return whether no move is in flight} */
    public boolean isAtRest() {
        return state == State.AT_REST;
    }

    State state() {
        return state;
    }

    /** {@return the number of the last move that was begun} */
    int number() {
        return move;
    }

    /** {@return what became of the moves} */
    public MoveCounters counters() {
        return new MoveCounters(moved, superseded, refused, repeated, revoked, inDoubt);
    }

    /**
     * Moves the window, or changes its size.
     *
     * @param to where
     * @return where it is when video is drawn there, or when the extension did not say so in time: at that position or, when a later
     *     move has replaced this one, at that one's; fails when it was refused, or when the window was closed
     */
    public Pending<WindowFrame> move(WindowFrame to) {
        Pending<WindowFrame> mover = new Pending<>();
        if (state == State.CLOSED) {
            mover.fail(new HostException("the window was closed: make another"));
            return mover;
        }
        if (next != null) {
            superseded++;
        }
        next = to;
        nextMovers.add(mover);
        beginNext();
        return mover;
    }

    private void beginNext() {
        WindowFrame to = next;
        if (state != State.AT_REST || to == null) {
            return;
        }
        next = null;
        List<Pending<WindowFrame>> free = movers;
        movers = nextMovers;
        nextMovers = free;
        target = to;
        failure = null;
        if (position.rightAfterMove() == SurfaceRight.ENDED) {
            right = SurfaceRight.ENDED;
        }
        move++;
        attempts = 0;
        unanswered = 0;
        if (synchronisation == MoveSynchronisation.NONE) {
            moveWindow();
        } else {
            state = State.ASKING;
            ask();
        }
    }

    private void ask() {
        attempts++;
        unanswered++;
        alarm.setIn(times.answerNs());
        if (synchronisation == MoveSynchronisation.PAUSE) {
            link.pause(move);
        } else {
            link.propose(move, target);
        }
    }

    /**
     * The extension has answered. Answers that are late, doubled or made up change nothing.
     *
     * @param number of the move
     * @param answer what it said
     */
    public void onAnswer(int number, MoveAnswer answer) {
        if (number != move) {
            return;
        }
        if (state == State.ASKING && answer == MoveAnswer.STOPPED) {
            unanswered--;
            alarm.cancel();
            moveWindow();
        } else if (state == State.ASKING && answer == MoveAnswer.REFUSED) {
            unanswered--;
            alarm.cancel();
            refuse(new HostException("the extension cannot draw at " + target));
            if (attempts == 1) {
                end();
            } else {
                // It may have stopped when it was asked before, and its answer was lost: it is told that the window stays.
                beginSettling();
            }
        } else if (state == State.SETTLING && (answer == MoveAnswer.SETTLED || answer == MoveAnswer.REFUSED && unanswered == 0)) {
            // A refusal may answer a question of before: whether the extension draws again is then not known, and it is told once more.
            alarm.cancel();
            if (answer == MoveAnswer.SETTLED) {
                right = SurfaceRight.KEPT;
            }
            end();
        }
    }

    private void onTimeout() {
        if (state == State.ASKING) {
            if (attempts < times.attempts()) {
                repeated++;
                ask();
            } else {
                revoke();
            }
        } else if (state == State.SETTLING) {
            if (attempts < times.attempts()) {
                repeated++;
                settle();
            } else {
                inDoubt++;
                end();
            }
        }
    }

    /** The extension may be gone, slow or hostile: the display sees to it that nothing of it lands any more. */
    private void revoke() {
        state = State.REVOKING;
        revoked++;
        right = SurfaceRight.ENDED;
        position.revoke().whenDone(done -> {
            if (state != State.REVOKING) {
                return;
            }
            HostException why = done.failure();
            if (why == null) {
                moveWindow();
            } else {
                // Without the display's word the window must not move.
                leaveInDoubt(why);
            }
        });
    }

    private void moveWindow() {
        state = State.MOVING;
        position.move(target).whenDone(done -> {
            if (state != State.MOVING) {
                return;
            }
            HostException why = done.failure();
            if (why == null) {
                frame = target;
                moved++;
                beginSettling();
            } else if (why instanceof RefusedException) {
                refuse(why);
                beginSettling();
            } else {
                leaveInDoubt(why);
            }
        });
    }

    /** Nobody knows where the window is, or what still lands: the extension, if it has stopped, draws again after the next move. */
    private void leaveInDoubt(HostException why) {
        refuse(why);
        inDoubt++;
        end();
    }

    private void refuse(HostException why) {
        refused++;
        failure = why;
    }

    private void beginSettling() {
        state = State.SETTLING;
        attempts = 0;
        settle();
    }

    private void settle() {
        attempts++;
        alarm.setIn(times.answerNs());
        link.settle(move, frame, position.surface(), right);
    }

    private void end() {
        state = State.AT_REST;
        List<Pending<WindowFrame>> ended = movers;
        HostException why = failure;
        WindowFrame there = frame;
        movers = new ArrayList<>();
        // The next one first: who is notified of the end may ask for a further move.
        beginNext();
        for (Pending<WindowFrame> mover : ended) {
            if (why == null) {
                mover.complete(there);
            } else {
                mover.fail(why);
            }
        }
    }

    /**
     * Ends the window, also in the midst of a move: moves that are in flight or wait fail. Tell the extension first that the stream is not
     * shown any more.
     *
     * @return done when nothing that was meant for it lands any more; fails when it was closed already
     */
    public Pending<?> close() {
        if (state == State.CLOSED) {
            return Pending.failed(new HostException("the window was closed already"));
        }
        state = State.CLOSED;
        alarm.cancel();
        next = null;
        List<Pending<WindowFrame>> ended = new ArrayList<>(movers);
        ended.addAll(nextMovers);
        movers.clear();
        nextMovers.clear();
        Pending<?> closed = position.close();
        ended.forEach(mover -> mover.fail(new HostException("the window was closed while it moved")));
        return closed;
    }
}
