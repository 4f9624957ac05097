package dev.spine.perf.latency;

import dev.spine.extension.experiment.latency.RoundTripProtocol;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.ReplyHandler;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.engine.AgentContext;
import dev.spine.perf.process.HostProcess;

/**
 * A program on a host that looks at what its card has brought and has it send the next: one that begins exchanges, or one that answers for
 * ever. On the host's agent.
 */
final class HostApplication implements ReplyHandler {
    private final HostProcess process;
    private final AgentContext agent;
    private final RuntimeClient card;
    private final int instance;
    /** Who answers has no end. */
    private final boolean begins;
    private int bytes;
    private int left;
    private long beginNs;
    private long endNs;

    HostApplication(HostAgent host, RuntimeClient card, int instance, boolean begins) {
        this.process = new HostProcess(host);
        this.agent = host.context();
        this.card = card;
        this.instance = instance;
        this.begins = begins;
    }

    /** So many exchanges of so many bytes. */
    void begin(int size, int exchanges) {
        bytes = size;
        left = exchanges;
        beginNs = agent.nowNs();
        go();
    }

    @Override
    public void onReply(MessageFrame message) {
        process.messageArrived();
        process.unit();
        bytes = message.wordOrZero(Workstations.FIRST_WORD + 1);
        if (begins) {
            left--;
        }
        if (begins && left == 0) {
            endNs = agent.nowNs();
        } else {
            go();
        }
    }

    private void go() {
        process.called();
        if (!card.trySend(instance, RoundTripProtocol.GO, bytes)) {
            throw new IllegalStateException("the card has no frame for a message, though one is under way at a time");
        }
    }

    /** {@return whether all that was begun has come back} */
    boolean hasEnded() {
        return left == 0;
    }

    /** {@return nanoseconds that it took} */
    long tookNs() {
        return endNs - beginNs;
    }
}
