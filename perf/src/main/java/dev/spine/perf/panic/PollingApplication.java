package dev.spine.perf.panic;

import dev.spine.extension.panic.card.PanicProtocol;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostTimer;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.perf.process.HostProcess;

/**
 * A program on a host that polls the flag of its card, resets it and has the card send the next: one that begins exchanges, or one that
 * answers forever. On the host's agent.
 *
 * <p>The transfer that sets the flag wakes nobody, so a timer polls.
 */
final class PollingApplication {
    private static final int FLAG = 1;
    private static final int PROGRAM = 21;
    private static final int TRIGGER = 11;
    private static final long POLL_NS = 1_000;
    /** A call (3), an access to memory (5), a comparison, a branch (2 each). */
    private static final int POLL_UNITS = 12;
    /** A call (3), an access to memory (5). */
    private static final int RESET_UNITS = 8;

    private final AgentContext agent;
    private final HostProcess process;
    private final PanicStation station;
    private final CardWatch watch;
    private final String card;
    private final HostTimer poll;
    private final HostTimer send;
    /** Who answers has no end. */
    private final boolean begins;
    private long delayNs;
    private int left;
    private boolean isEnded;
    private long sentNs;
    private long tookNs;
    private long lockNs;
    private int exchanges;

    /**
     * An application that sleeps. On the host's agent.
     *
     * @param card path of the card's agent
     */
    PollingApplication(PanicStation station, CardWatch watch, String card, boolean begins) {
        HostAgent host = station.station().host();
        this.agent = host.context();
        this.process = new HostProcess(host);
        this.station = station;
        this.watch = watch;
        this.card = card;
        this.begins = begins;
        poll = host.timer(this::look);
        send = host.timer(this::go);
    }

    /**
     * Begins.
     *
     * @param times how many exchanges; of no meaning for one that answers
     * @param delay nanoseconds that the host takes more for each message
     */
    void begin(int times, long delay) {
        left = times;
        exchanges = times;
        delayNs = delay;
        isEnded = false;
        tookNs = 0;
        lockNs = 0;
        if (begins) {
            later();
        } else {
            poll.setIn(POLL_NS);
        }
    }

    /** Ends: it polls no more. */
    void end() {
        isEnded = true;
        poll.cancel();
        send.cancel();
    }

    private void look() {
        agent.charge(Op.UNIT, POLL_UNITS);
        if (!station.control().isFlagSet(FLAG)) {
            poll.setIn(POLL_NS);
            return;
        }
        station.control().clearFlag(FLAG);
        agent.charge(Op.UNIT, RESET_UNITS);
        lockNs += agent.nowNs() - watch.wordMovedNs(card);
        if (begins) {
            tookNs += agent.nowNs() - sentNs;
            left--;
        }
        if (begins && left == 0) {
            end();
        } else {
            later();
        }
    }

    private void later() {
        sentNs = agent.nowNs();
        if (delayNs == 0) {
            go();
        } else {
            send.setIn(delayNs);
        }
    }

    private void go() {
        process.called();
        if (!station.client().trySend(station.instance(), PanicProtocol.SEND, PanicProtocol.MAX_REQUEST, PROGRAM, TRIGGER, 0)) {
            throw new IllegalStateException("the card has no frame for a message, though one is under way at a time");
        }
        poll.setIn(POLL_NS);
    }

    /** {@return whether all that was begun has come back} */
    boolean hasEnded() {
        return isEnded;
    }

    /** {@return nanoseconds of an exchange, the mean} */
    double meanNs() {
        return tookNs / (double) exchanges;
    }

    /** {@return nanoseconds from the flag's being in memory to its being reset, the sum so far} */
    long lockNs() {
        return lockNs;
    }
}
