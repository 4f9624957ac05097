package dev.spine.extension.runtime.message;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What extensions want to do when nothing else waits: each request is one activation with a budget of its own, in the order of asking. When
 * something always waits, one of them runs after {@link #PATIENCE} pieces of other work. Belongs to the card's agent.
 */
public final class BackgroundWork {
    /** Units of fuel of one turn at most. */
    public static final int FUEL = 500_000;
    /** How many other pieces of work come first while background work waits. */
    public static final int PATIENCE = 1_024;
    /** The most requests of one instance that wait. */
    public static final int MAX_OF_ONE = 8;

    /** An instance as far as its turns go. */
    public interface Requester {
        /** {@return its number on the card, 1 to 255} */
        int number();

        /** {@return whether it has started and neither stopped nor failed} */
        boolean isRunning();

        /** {@return whether its turn may be taken now, or dropped; while not it waits} */
        boolean mayActivate();

        /** A turn has come. */
        void onBackground(int handler, int turn);
    }

    private record Turn(Requester instance, int handler, int number) {}

    private final ArrayDeque<Turn> turns = new ArrayDeque<>();
    private int otherWork;

    /** {@return whether the request was taken} */
    public boolean ask(Requester instance, int handler, int number) {
        int own = 0;
        for (Turn turn : turns) {
            own += turn.instance == instance ? 1 : 0;
        }
        if (own == MAX_OF_ONE) {
            return false;
        }
        turns.add(new Turn(instance, handler, number));
        return true;
    }

    public boolean isEmpty() {
        return turns.isEmpty();
    }

    public void removeAll(Requester instance) {
        turns.removeIf(turn -> turn.instance == instance);
    }

    /**
     * Runs one turn if it may.
     *
     * @param work what else was done in this step
     * @return 1 when a turn has run
     */
    public int doWork(int work) {
        if (turns.isEmpty()) {
            otherWork = 0;
            return 0;
        }
        otherWork += work;
        if (work > 0 && otherWork < PATIENCE) {
            return 0;
        }
        otherWork = 0;
        for (int looked = turns.size(); looked > 0; looked--) {
            Turn turn = turns.poll();
            if (turn != null && turn.instance.mayActivate()) {
                turn.instance.onBackground(turn.handler, turn.number);
                return 1;
            }
            putBack(turn);
        }
        return 0;
    }

    /** Its instance has used up this second's fuel. */
    private void putBack(@Nullable Turn turn) {
        if (turn != null) {
            turns.add(turn);
        }
    }

    public void reset() {
        turns.clear();
    }
}
