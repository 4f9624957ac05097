package dev.spine.extension.runtime.message;

import dev.spine.extension.api.Priority;
import dev.spine.extension.runtime.limits.CardLimits;

/**
 * Who comes next among the instances for which messages wait: the highest priority first, within one each in turn; but a priority that
 * others have passed over {@link #PATIENCE} times in a row comes before them once. Each instance is in it at most once. Belongs to the
 * card's agent.
 */
public final class Turns {
    /** How often in a row higher priorities come first while a lower one waits. */
    public static final int PATIENCE = 8;
    /** How many priorities there are. */
    public static final int PRIORITIES = Priority.values().length;

    private static final int INSTANCES = CardLimits.MAX_INSTANCES + 1;

    private final int[][] rings = new int[PRIORITIES][INSTANCES];
    private final int[] heads = new int[PRIORITIES];
    private final int[] counts = new int[PRIORITIES];
    private final int[] passedOver = new int[PRIORITIES];
    private final int[] priorities = new int[INSTANCES];

    /** Turns for which nobody waits. */
    public Turns() {
        for (int instance = 0; instance < INSTANCES; instance++) {
            set(instance, Priority.NORMAL);
        }
    }

    /** Gives an instance another priority, from its next turn on. */
    public void set(int instance, Priority priority) {
        priorities[instance] = priority.ordinal();
    }

    /** An instance has messages: it waits for its turn. */
    public void enter(int instance) {
        int priority = priorities[instance];
        rings[priority][(heads[priority] + counts[priority]) % INSTANCES] = instance;
        counts[priority]++;
    }

    /** {@return how many instances of a priority wait for their turn} */
    public int count(int priority) {
        return counts[priority];
    }

    /** {@return whether nobody waits} */
    public boolean isEmpty() {
        for (int count : counts) {
            if (count > 0) {
                return false;
            }
        }
        return true;
    }

    /** {@return the instance whose turn it is within a priority} */
    public int head(int priority) {
        return rings[priority][heads[priority]];
    }

    /** The turn within a priority is over: its instance leaves, and enters again if more waits for it. */
    public int leave(int priority) {
        int instance = head(priority);
        heads[priority] = (heads[priority] + 1) % INSTANCES;
        counts[priority]--;
        return instance;
    }

    /** {@return the priority that has waited too long, or -1} */
    public int impatient() {
        for (int priority = 1; priority < PRIORITIES; priority++) {
            if (passedOver[priority] >= PATIENCE && counts[priority] > 0) {
                return priority;
            }
        }
        return -1;
    }

    /** An instance of a priority has run: those below that wait have been passed over once more. */
    public void ran(int priority) {
        passedOver[priority] = 0;
        for (int lower = priority + 1; lower < PRIORITIES; lower++) {
            passedOver[lower] = counts[lower] > 0 ? passedOver[lower] + 1 : 0;
        }
    }
}
