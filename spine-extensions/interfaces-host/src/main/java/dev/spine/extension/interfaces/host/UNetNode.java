package dev.spine.extension.interfaces.host;

import dev.spine.extension.host.library.ExtensionPort;
import dev.spine.extension.host.library.HostSide;
import dev.spine.extension.host.library.InterfaceException;
import dev.spine.extension.interfaces.UNetProtocol;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.host.driver.Pending;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.RevocationFence;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the operating system does for U-Net: makes endpoints, binds channels, and takes endpoints back. The card has the extension {@link
 * dev.spine.extension.interfaces.UNetExtension}. Applications are given a {@link UNetEndpoint} each and need this no more.
 *
 * <p>Methods wait, and are called from outside the host's agent, by one thread at a time.
 */
public final class UNetNode {
    private static final int FIRST_USER_WORD = RuntimeProtocol.FIRST_USER_WORD;

    private final HostSide side;
    private final ExtensionPort port;
    private final int self;
    private final Map<String, Pending<Integer>> asked = new HashMap<>();

    /**
     * Configures the card half.
     *
     * @param side the node's host
     * @param self this node
     * @param nodes all nodes, this one among them, at most 64
     * @throws InterfaceException when the card half is configured already
     */
    public UNetNode(HostSide side, int self, List<NodeAddress> nodes) {
        this.side = side;
        this.self = self;
        this.port = new ExtensionPort(side, nodes.get(self).instance(), this::onEnd);
        port.listen(UNetProtocol.HOST_READY, message -> answer("ready", message.wordOrZero(FIRST_USER_WORD)));
        port.listen(UNetProtocol.HOST_OPEN, message -> answer("open " + message.wordOrZero(FIRST_USER_WORD),
            message.wordOrZero(FIRST_USER_WORD + 1)));
        port.listen(UNetProtocol.HOST_BOUND, message -> answer("bind " + message.wordOrZero(FIRST_USER_WORD) + " "
            + message.wordOrZero(FIRST_USER_WORD + 1), message.wordOrZero(FIRST_USER_WORD + 2)));
        port.listen(UNetProtocol.HOST_CLOSED, message -> answer("close " + message.wordOrZero(FIRST_USER_WORD),
            UNetProtocol.DONE));
        int status = ask("ready", () -> {
            port.send(UNetProtocol.CONFIGURE, self, nodes.size());
            for (int node = 0; node < nodes.size(); node++) {
                NodeAddress address = nodes.get(node);
                port.send(UNetProtocol.NODE, node, address.highWord(), address.lowWord(), address.instance());
            }
        });
        if (status != UNetProtocol.DONE) {
            throw new InterfaceException("the endpoints of node " + self + " cannot be configured: they are already, or there are too many"
                + " nodes");
        }
    }

    /** {@return messages of other extensions of the card, which are not taken for answers of its card half; on the host's agent} */
    public long foreign() {
        return port.foreign();
    }

    private void answer(String what, int status) {
        Pending<Integer> waiting = asked.remove(what);
        if (waiting != null) {
            waiting.complete(status);
        }
    }

    private int ask(String what, Runnable order) {
        return Pending.await(side.tasks(), "the card half of U-Net: " + what, () -> {
            InterfaceException over = port.ended();
            if (over != null) {
                return Pending.failed(over);
            }
            Pending<Integer> answer = new Pending<>();
            asked.put(what, answer);
            order.run();
            return answer;
        });
    }

    private void onEnd(InterfaceException why) {
        List<Pending<Integer>> unanswered = List.copyOf(asked.values());
        asked.clear();
        unanswered.forEach(answer -> answer.fail(why));
    }

    /**
     * Makes an endpoint.
     *
     * @param number 0 to 7, not in use on this card
     * @param buffers how many buffers of 4096 bytes its segment has, 0 to 4096
     * @return the endpoint
     * @throws InterfaceException when the number is in use, or the card has no memory for it
     */
    public UNetEndpoint open(int number, int buffers) {
        if (number < 0 || number >= UNetProtocol.MAX_ENDPOINTS || buffers < 0 || buffers > 4096) {
            throw new IllegalArgumentException("an endpoint has a number of 0 to " + (UNetProtocol.MAX_ENDPOINTS - 1)
                + " and 0 to 4096 buffers");
        }
        Region region = side.memory().allocateClosed("segment of endpoint " + number,
            UNetProtocol.BUFFERS + (long) buffers * UNetProtocol.BUFFER_BYTES);
        long grant = side.tasks().call(() -> side.memory().grant(region, side.runtime().busAgent()));
        boolean made = false;
        try {
            int status = ask("open " + number, () -> port.grant(UNetProtocol.OPEN, number, region, grant));
            if (status != UNetProtocol.DONE) {
                throw new InterfaceException("endpoint " + number + " of node " + self + " cannot be made: "
                    + (status == UNetProtocol.NO_MEMORY ? "the card has no memory for it" : "the number is in use"));
            }
            made = true;
            return new UNetEndpoint(this, number, region, grant);
        } finally {
            if (!made) {
                revoke(grant);
                side.tasks().run(() -> side.memory().free(region));
            }
        }
    }

    void bind(UNetEndpoint endpoint, int channel, int to, int there) {
        int own = endpoint.number();
        if (ask("bind " + own + " " + channel, () -> port.send(UNetProtocol.BIND, own, channel, to, there)) != UNetProtocol.DONE) {
            throw new InterfaceException("channel " + channel + " of endpoint " + own + " cannot be bound to endpoint " + there
                + " of node " + to + ": one of them is bound, or there is no such node");
        }
    }

    void ring(UNetEndpoint endpoint) {
        side.tasks().run(() -> port.send(UNetProtocol.DOORBELL, endpoint.number()));
    }

    void revoke(long grant) {
        RevocationFence fence = side.tasks().call(() -> {
            side.memory().revoke(grant);
            RevocationFence begun = side.agent().context().newFence();
            begun.begin();
            return begun;
        });
        side.tasks().await("the end of a segment's grant", fence::isPassed);
    }

    void close(UNetEndpoint endpoint, Region region) {
        int number = endpoint.number();
        try {
            ask("close " + number, () -> port.send(UNetProtocol.CLOSE, number));
        } catch (InterfaceException _) {
            // The card was reset: it has closed everything.
        }
        side.tasks().run(() -> side.memory().free(region));
    }
}
