package dev.spine.iop.engine;

/**
 * The running timers of one agent, earliest first; equal times in the order of starting. Belongs to the agent.
 *
 * <p>A preallocated binary heap of {@link Timer}s that know their positions, so that starting, cancelling and expiring allocate nothing
 * and take logarithmic time. An agent's {@code doWork} calls {@link #expire} first and {@link #arm} last.
 */
public final class TimerList {
    /** What {@link #earliestNs} returns when no timer runs. */
    public static final long NEVER = Long.MAX_VALUE;

    private final AgentContext agent;
    private final Timer[] heap;
    private int size;
    private long nextSequence;

    /**
     * A list without running timers.
     *
     * @param agent whose clock counts and who is charged
     * @param capacity how many timers can run at one time, at least 1
     */
    public TimerList(AgentContext agent, int capacity) {
        this.agent = agent;
        this.heap = new Timer[capacity];
    }

    /**
     * Starts a timer; one that runs is started anew.
     *
     * @param delayNs from the agent's present time; a negative delay counts as 0
     * @throws IllegalStateException when as many timers run as fit: its maker made the list too small
     */
    public void start(Timer timer, long delayNs) {
        startAt(timer, agent.nowNs() + Math.max(0, delayNs));
    }

    /**
     * Starts a timer; one that runs is started anew.
     *
     * @param dueNs when it expires, on the scale of {@link AgentContext#nowNs}
     * @throws IllegalStateException when as many timers run as fit
     */
    public void startAt(Timer timer, long dueNs) {
        cancel(timer);
        if (size == heap.length) {
            throw new IllegalStateException("no room for " + timer + ": '" + agent.path() + "' has " + heap.length + " running timers");
        }
        timer.dueNs = dueNs;
        timer.sequence = nextSequence++;
        rise(timer, size++);
    }

    /**
     * Cancels a timer.
     *
     * @return false when it did not run; nothing was changed
     */
    public boolean cancel(Timer timer) {
        int at = timer.position;
        if (at == Timer.NOT_RUNNING) {
            return false;
        }
        if (at >= size || !timer.equals(heap[at])) {
            throw new IllegalArgumentException(timer + " runs in another list than that of '" + agent.path() + "'");
        }
        timer.position = Timer.NOT_RUNNING;
        Timer last = heap[--size];
        if (at < size) {
            rise(last, at);
            sink(last, last.position);
        }
        return true;
    }

    /**
     * Expires timers that are due, one piece of work each.
     *
     * @param limit at most so many
     * @return how many
     */
    public int expire(int limit) {
        if (size == 0) {
            return 0;
        }
        int expired = 0;
        long now = agent.nowNs();
        while (expired < limit && size > 0 && heap[0].dueNs <= now) {
            Timer due = heap[0];
            cancel(due);
            agent.charge(Op.TIMER);
            due.expire();
            expired++;
        }
        return expired;
    }

    /** Asks for a step when the earliest timer is due. At the end of every step, since a step forgets what was asked for before. */
    public void arm() {
        if (size > 0) {
            agent.wakeAt(heap[0].dueNs);
        }
    }

    /** {@return when the earliest timer is due, or {@link #NEVER}} */
    public long earliestNs() {
        return size > 0 ? heap[0].dueNs : NEVER;
    }

    /** {@return how many timers run} */
    public int running() {
        return size;
    }

    private void rise(Timer timer, int from) {
        int at = from;
        while (at > 0) {
            Timer parent = heap[(at - 1) >>> 1];
            if (!isBefore(timer, parent)) {
                break;
            }
            put(parent, at);
            at = (at - 1) >>> 1;
        }
        put(timer, at);
    }

    private void sink(Timer timer, int from) {
        int at = from;
        for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && isBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (isBefore(timer, heap[child])) {
                break;
            }
            put(heap[child], at);
            at = child;
        }
        put(timer, at);
    }

    private void put(Timer timer, int at) {
        heap[at] = timer;
        timer.position = at;
    }

    private static boolean isBefore(Timer one, Timer other) {
        return one.dueNs < other.dueNs || (one.dueNs == other.dueNs && one.sequence < other.sequence);
    }
}
