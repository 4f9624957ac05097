package dev.spine.extension.runtime.message;

import dev.spine.extension.runtime.limits.CardLimits;
import org.jspecify.annotations.Nullable;

/**
 * What extensions want to do when the burst of packets that the card is taking has ended: one request of each instance, in the order of
 * asking. When no burst is in flight they come with the runtime's own work. Preallocated; belongs to the card's agent.
 */
public final class BurstEnd {
    /** By instance: the handler that was asked for, 0 for none. */
    private final int[] handlers = new int[CardLimits.MAX_INSTANCES + 1];
    private final int[] turns = new int[CardLimits.MAX_INSTANCES + 1];
    private final BackgroundWork.@Nullable Requester[] waiting = new BackgroundWork.Requester[CardLimits.MAX_INSTANCES + 1];
    private int count;
    private boolean inBurst;

    /** An instance asks; its last word counts. */
    public void ask(BackgroundWork.Requester instance, int handler, int turn) {
        int number = instance.number();
        if (handlers[number] == 0) {
            waiting[count++] = instance;
        }
        handlers[number] = handler;
        turns[number] = turn;
    }

    /** A packet has come: who asks waits until the burst has ended. */
    public void begin() {
        inBurst = true;
    }

    /** {@return how many turns have run}; the burst has ended. */
    public int end() {
        inBurst = false;
        return run();
    }

    /** {@return how many turns have run} of what waits while no burst is in flight. */
    public int doWork() {
        return inBurst || count == 0 ? 0 : run();
    }

    private int run() {
        int asked = count;
        int ran = 0;
        // Who asks again in its turn, and who rests, waits for the next end.
        for (int i = 0; i < asked; i++) {
            BackgroundWork.Requester instance = waiting[0];
            if (instance == null) {
                break;
            }
            leave(0);
            int number = instance.number();
            int handler = handlers[number];
            handlers[number] = 0;
            if (instance.mayActivate()) {
                instance.onBackground(handler, turns[number]);
                ran++;
            } else if (instance.isRunning()) {
                ask(instance, handler, turns[number]);
            }
        }
        return ran;
    }

    private void leave(int place) {
        count--;
        System.arraycopy(waiting, place + 1, waiting, place, count - place);
        waiting[count] = null;
    }

    /** An instance has ended. */
    public void remove(BackgroundWork.Requester instance) {
        handlers[instance.number()] = 0;
        for (int i = 0; i < count; i++) {
            if (waiting[i] == instance) {
                leave(i);
                return;
            }
        }
    }

    /** The IOP was reset: nothing that was asked for counts any more. */
    public void reset() {
        for (int i = 0; i < count; i++) {
            BackgroundWork.Requester instance = waiting[i];
            if (instance != null) {
                handlers[instance.number()] = 0;
            }
            waiting[i] = null;
        }
        count = 0;
        inBurst = false;
    }
}
