package dev.spine.extension.host.kernel;

import dev.spine.extension.runtime.HostedRuntime;
import dev.spine.extension.runtime.environment.EnvironmentDisks;
import dev.spine.extension.runtime.environment.ExecutionEnvironment;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostDriver;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.IopDriver;
import dev.spine.i2o.Tid;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.kernel.FrameRoute;
import dev.spine.iop.kernel.MessageRoute;
import dev.spine.iop.packet.PacketPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The host as the runtime's place: the host's agent is its processor, host memory its memory, the message drivers its ways to cards, and a
 * queue pair within the host its way to the application. Belongs to the host's agent.
 */
final class HostEnvironment implements ExecutionEnvironment {
    /** The most objects on cards that extensions send to. */
    static final int MAX_PEERS = 256;
    /** Small messages that wait for the application. */
    private static final int FRAMES = 256;

    private final String name;
    private final HostAgent host;
    private final HostDriver driver;
    private final @Nullable PacketPort port;
    private final HostMemory memory;
    private final QueuePair toApplication;
    private final MessageRoute application;
    private final List<IopRoute> peers = new ArrayList<>();
    private final List<AnswerPool> answers = new ArrayList<>();
    private @Nullable HostedRuntime runtime;
    private long packetsLost;

    HostEnvironment(String name, HostAgent host, HostDriver driver, HostMemory memory, @Nullable PacketPort port) {
        this.name = name;
        this.host = host;
        this.driver = driver;
        this.port = port;
        this.memory = memory;
        this.toApplication = queuePair(name + " to the application", memory);
        this.application = routeOver(toApplication);
        host.context().consumes(toApplication.postList());
    }

    /** A queue pair from the host to itself: the frames of small messages in its memory. */
    static QueuePair queuePair(String queuePairName, HostMemory memory) {
        int bytes = RuntimeProtocol.BULK_WORDS * Integer.BYTES;
        Region frames = memory.allocate(queuePairName, (long) FRAMES * bytes);
        return new QueuePair(queuePairName, QueuePair.Kind.REQUEST, frames.memory(), 0, (int) frames.base(), bytes, bytes, FRAMES);
    }

    MessageRoute routeOver(QueuePair queuePair) {
        return new MessageRoute(host.context(), host.dma(), host.dma().busAgent(), queuePair, Tid.HOST, Tid.HOST);
    }

    /** {@return what extensions have sent to the application} */
    QueuePair toApplication() {
        return toApplication;
    }

    /** {@return packets that were dropped because their extension could take no more} */
    long packetsLost() {
        return packetsLost;
    }

    /** Says who is notified of the answers of cards. Before anything is loaded. */
    void answerTo(HostedRuntime hosted) {
        runtime = hosted;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int tid() {
        return Tid.HOST;
    }

    @Override
    public AgentContext agent() {
        return host.context();
    }

    @Override
    public DmaEngine dma() {
        return host.dma();
    }

    @Override
    public @Nullable PacketPort port() {
        return port;
    }

    @Override
    public FrameRoute application() {
        return application;
    }

    @Override
    public @Nullable FrameRoute openPeer(int iopId, int tid) {
        IopRoute known = known(iopId, tid);
        if (known != null) {
            return known.isOpen() ? known : null;
        }
        IopDriver iop = iop(iopId);
        if (iop == null || !iop.isInOperation() || tid < 0 || tid > Tid.MAX || peers.size() == MAX_PEERS) {
            return null;
        }
        IopRoute opened = new IopRoute(answersOf(iop), iopId, tid);
        peers.add(opened);
        return opened;
    }

    private @Nullable IopDriver iop(int iopId) {
        for (IopDriver iop : driver.iops()) {
            if (driver.iopId(iop) == iopId) {
                return iop;
            }
        }
        return null;
    }

    private AnswerPool answersOf(IopDriver iop) {
        for (AnswerPool known : answers) {
            if (known.iop() == iop) {
                return known;
            }
        }
        AnswerPool made = new AnswerPool(Objects.requireNonNull(runtime, "answerTo comes first"), iop);
        answers.add(made);
        return made;
    }

    @Override
    public @Nullable FrameRoute peer(int iopId, int tid) {
        IopRoute known = known(iopId, tid);
        return known != null && known.isOpen() ? known : null;
    }

    private @Nullable IopRoute known(int iopId, int tid) {
        // No iterator: every message of an extension to a card comes through here.
        for (int i = 0; i < peers.size(); i++) {
            IopRoute known = peers.get(i);
            if (known.iopId() == iopId && known.target() == tid) {
                return known;
            }
        }
        return null;
    }

    @Override
    public boolean hasWays() {
        return true;
    }

    @Override
    public WayState wayState(int iopId, int tid) {
        return peer(iopId, tid) == null ? WayState.GONE : WayState.OPEN;
    }

    @Override
    public EnvironmentDisks disks(EnvironmentDisks.Listener listener) {
        return new HostDisks(host, driver, memory, listener);
    }

    @Override
    public void countLost() {
        packetsLost++;
    }
}
