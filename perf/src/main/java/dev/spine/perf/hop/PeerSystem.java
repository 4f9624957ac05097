package dev.spine.perf.hop;

import dev.spine.i2o.IopState;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.iop.Iop;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.iop.kernel.AliasEntry;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.IopKernel;
import dev.spine.node.NodeBuilder;

/**
 * IOPs on one bus with their kernels, executives and devices, connected as IopConnect and ConnSetup leave them. Used by one thread, before
 * the engine is started.
 */
public final class PeerSystem {
    private static final int WINDOW_BYTES = 1 << 20;
    private static final int FRAME_BYTES = 128;
    private static final int HOST_FRAMES = 8;
    private static final int ALIAS = 0x900;

    private final NodeBuilder node;
    private final ProcessorSpec processor;
    private int iops;
    private int nextAlias = ALIAS;

    /**
     * A bus without IOPs.
     *
     * @param engine runs the IOPs; if it is never started, the caller gives the kernels their cycles
     * @param processor of each IOP
     * @param most how many IOPs it can have
     */
    public PeerSystem(Engine engine, ProcessorSpec processor, int most) {
        this.node = new NodeBuilder(engine, "", most);
        this.processor = processor;
    }

    /**
     * {@return a bus without IOPs whose kernels get their cycles from the caller}
     *
     * @param most how many IOPs it can have
     */
    public static PeerSystem atRest(int most) {
        return new PeerSystem(new LiveEngine(ThreadLayout.ONE_CORE, 1), ProcessorSpec.THIS_MACHINE, most);
    }

    /**
     * {@return a new IOP with one device, in operation}
     *
     * @param device of no other IOP
     */
    public Iop add(DeviceModule device) {
        Iop iop = node.iop("iop" + ++iops, processor,
            builder -> builder.frames(FRAME_BYTES, HOST_FRAMES).window(WINDOW_BYTES));
        iop.install(device);
        iop.kernel().directory().state(IopState.OPERATIONAL);
        return iop;
    }

    /**
     * Connects a device with a device of another IOP, which answers its requests.
     *
     * @param from the IOP that asks
     * @param initiator the TID of its device
     * @param to the IOP that answers
     * @param target the TID of its device
     * @param frames of each way, at least 1
     * @return the TID under which {@code initiator} addresses {@code to}'s device
     */
    public int connect(Iop from, int initiator, Iop to, int target, int frames) {
        return connect(from.kernel(), initiator, to.kernel(), target, frames);
    }

    private int connect(IopKernel from, int initiator, IopKernel to, int target, int frames) {
        QueuePair requests = to.directory().unit().openQueuePair(from.directory().iopName(), QueuePair.Kind.REQUEST, frames);
        QueuePair replies = from.directory().unit().openQueuePair(to.directory().iopName() + " replies", QueuePair.Kind.REPLY, frames);
        int aliasOfTarget = nextAlias++;
        int aliasOfInitiator = nextAlias++;
        BusAgent fromBusAgent = from.busAgent();
        BusAgent toBusAgent = to.busAgent();
        from.connections().connect(new AliasEntry(aliasOfTarget, target, toBusAgent.id(), 0, toBusAgent, initiator, aliasOfInitiator,
            requests, null, true));
        to.connections().connect(new AliasEntry(aliasOfInitiator, initiator, fromBusAgent.id(), 0, fromBusAgent, target, aliasOfTarget,
            null, replies, false));
        to.ports().open(requests, fromBusAgent);
        from.ports().open(replies, toBusAgent);
        return aliasOfTarget;
    }
}
