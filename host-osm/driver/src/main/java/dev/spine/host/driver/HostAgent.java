package dev.spine.host.driver;

import dev.spine.host.driver.HostCounters.Counter;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.HostInterrupts;
import dev.spine.iop.engine.Op;
import java.util.Arrays;

/**
 * The host's one agent: polls the outbound queue pairs of all IOPs, runs timers, and gives OSMs and applications their turn.
 *
 * <p>Everything on the host that is not a task belongs to the thread that calls {@link #doWork}. Building (adding drivers, registering
 * work) happens before the engine starts, or on that thread.
 *
 * <p>Interrupts, unless the host's {@linkplain HostModel model} is a polled one: replies found after the agent had found none are one
 * burst. What is found stands for interrupts as the described machine's {@link HostInterrupts} say: live, and where a profile has it so,
 * each burst for one, and what is found while it lasts is polled, as drivers do within their handler. Interrupts are counted; on the
 * modelled engine each costs {@link Op#INTERRUPT}, two reads of the card's status (the cause, and that there is no other) and a write
 * that acknowledges it, as drivers of BSD have it (if_fxp.c). A reply's own register read stands for its descriptor.
 */
public final class HostAgent implements Agent {
    /** Replies of one IOP before the next one has its turn. */
    static final int REPLIES_IN_TURN = 8;
    /** What a driver reads within its handler before it is done. */
    private static final int STATUS_READS = 2;

    private final AgentContext context;
    private final DmaEngine dma;
    private final HostModel model;
    private final HostCounters counters = new HostCounters();
    private IopDriver[] drivers = {};
    private HostWork[] works = {};
    private HostTimer[] timers = {};
    /** No timer is due before this; it may be too early, never too late. */
    private long nextTimerNs = HostTimer.NEVER;
    private int cursor;
    private boolean inBurst;
    private final HostInterrupts interrupts;
    private long nextInterruptNs;

    /**
     * The agent of a host of model {@link HostModel#MIXED}.
     *
     * @param context its engine's context
     * @param dma identifies the host's bus agent, its bus and its account
     */
    public HostAgent(AgentContext context, DmaEngine dma) {
        this(context, dma, HostModel.MIXED);
    }

    /**
     * The agent of a host.
     *
     * @param context its engine's context
     * @param dma identifies the host's bus agent, its bus and its account
     * @param model how it finds out about replies
     */
    public HostAgent(AgentContext context, DmaEngine dma, HostModel model) {
        this.context = context;
        context.counts("messages", counters);
        this.dma = dma;
        this.model = model;
        this.interrupts = context.hostInterrupts();
        if (model == HostModel.INTERRUPTS) {
            context.sleepUntilDelivery();
        }
    }

    /** {@return the agent's clock, costs and deliveries} */
    public AgentContext context() {
        return context;
    }

    /** {@return the host's DMA engine: its bus agent, its bus, its account} */
    public DmaEngine dma() {
        return dma;
    }

    /** {@return what the host counts} */
    public HostCounters counters() {
        return counters;
    }

    void add(IopDriver driver) {
        drivers = Arrays.copyOf(drivers, drivers.length + 1);
        drivers[drivers.length - 1] = driver;
    }

    /**
     * Gives {@code work} a turn in every cycle from now on.
     *
     * @param work of an OSM or an application
     */
    public void register(HostWork work) {
        works = Arrays.copyOf(works, works.length + 1);
        works[works.length - 1] = work;
    }

    /**
     * Takes back what {@link #register} did.
     *
     * @param work what was registered
     */
    public void deregister(HostWork work) {
        works = Arrays.stream(works).filter(other -> other != work).toArray(HostWork[]::new);
    }

    /**
     * Makes a timer. Timers live as long as the agent: make one per purpose, not one per use.
     *
     * @param action runs on the host agent's thread when the timer expires
     * @return the timer, not set
     */
    public HostTimer timer(Runnable action) {
        HostTimer timer = new HostTimer(this, action);
        timers = Arrays.copyOf(timers, timers.length + 1);
        timers[timers.length - 1] = timer;
        return timer;
    }

    void timerSet(long timeNs) {
        nextTimerNs = Math.min(nextTimerNs, timeNs);
    }

    @Override
    public String roleName() {
        return context.path();
    }

    @Override
    public int doWork(int limit) {
        context.charge(Op.POLL);
        long nowNs = context.nowNs();
        int work = nowNs >= nextTimerNs ? expireTimers(nowNs, limit) : 0;
        work += serve(limit - work);
        if (work == 0) {
            armWake();
        }
        return work;
    }

    /**
     * Serves drivers and registered work in turn, of each driver a few replies, round after round while one has more; the next cycle begins
     * after the one that was served last. So a burst of one IOP does not hold up what others have answered.
     */
    private int serve(int limit) {
        int work = 0;
        int replies = 0;
        boolean isWholeRound;
        boolean more;
        do {
            IopDriver[] queuePairs = drivers;
            HostWork[] others = works;
            int count = queuePairs.length + others.length;
            int at = cursor < count ? cursor : 0;
            int served = 0;
            more = false;
            for (; served < count && work < limit; served++) {
                context.charge(Op.POLL_SOURCE);
                if (at < queuePairs.length) {
                    int turn = Math.min(REPLIES_IN_TURN, limit - work);
                    int found = queuePairs[at].pollReplies(turn);
                    more |= found == turn;
                    replies += found;
                    work += found;
                    if (work < limit) {
                        work += queuePairs[at].doWork(limit - work);
                    }
                } else {
                    work += others[at - queuePairs.length].doWork(limit - work);
                }
                if (++at == count) {
                    at = 0;
                }
            }
            cursor = at;
            isWholeRound = served == count;
        } while (more && work < limit);
        if (replies == 0 && isWholeRound) {
            inBurst = false;
        }
        return work;
    }

    /** A driver has found a reply. */
    void replyFound() {
        counters.increment(Counter.MESSAGES_RECEIVED);
        found();
        inBurst = true;
    }

    /**
     * The reply in hand brings one packet more than one: a card whose driver gets each packet by itself would have interrupted for it, too.
     */
    public void furtherPacketFound() {
        found();
    }

    private void found() {
        if (model != HostModel.POLLED && isInterrupt()) {
            counters.increment(Counter.INTERRUPTS);
            context.charge(Op.INTERRUPT);
            context.charge(Op.REGISTER_READ, STATUS_READS);
            context.charge(Op.REGISTER_WRITE);
        }
    }

    private boolean isInterrupt() {
        return switch (interrupts.when()) {
            case PER_BURST -> !inBurst;
            case PER_PACKET -> true;
            case MODERATED -> isIntervalOver();
        };
    }

    private boolean isIntervalOver() {
        long nowNs = context.nowNs();
        boolean isOver = nowNs >= nextInterruptNs;
        if (isOver) {
            nextInterruptNs = nowNs + interrupts.intervalNs();
        }
        return isOver;
    }

    private int expireTimers(long nowNs, int limit) {
        int work = 0;
        for (HostTimer timer : timers) {
            if (timer.dueNs() <= nowNs) {
                if (work == limit) {
                    // The rest expires in the next cycle: nextTimerNs is still in the past.
                    return work;
                }
                work++;
                context.charge(Op.TIMER);
                timer.expire();
            }
        }
        long next = HostTimer.NEVER;
        for (HostTimer timer : timers) {
            next = Math.min(next, timer.dueNs());
        }
        nextTimerNs = next;
        return work;
    }

    private void armWake() {
        long wakeNs = nextTimerNs;
        for (IopDriver driver : drivers) {
            wakeNs = Math.min(wakeNs, driver.nextDeadlineNs());
        }
        if (wakeNs != HostTimer.NEVER) {
            context.wakeAt(wakeNs);
        }
    }
}
