package dev.spine.extension.runtime;

import dev.spine.extension.runtime.environment.ExecutionEnvironment;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.load.AcceptedImages;
import dev.spine.extension.runtime.message.TimerQueue;
import dev.spine.extension.runtime.parts.CardPort;
import dev.spine.extension.runtime.parts.CarriedOver;
import dev.spine.extension.runtime.parts.RuntimeParts;
import dev.spine.extension.runtime.quota.Quota;
import dev.spine.extension.runtime.report.InstanceReport;
import dev.spine.extension.runtime.watch.CardGuests;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.PacketSink;
import org.jspecify.annotations.Nullable;

/**
 * A runtime in its environment, a card or the host: its parts, made once and bottom up, and their turns. What comes from the wire enters
 * here. Belongs to the card's agent.
 */
final class ExtensionRuntime implements PacketSink {
    private final RuntimeParts parts;
    private final InstanceTable table = new InstanceTable();
    private final Demultiplexer demultiplexer = new Demultiplexer();
    private final Dispatcher dispatcher;
    private final StoreRequests stores;
    private final SurfaceRequests surfaces;
    private final Instances instances;
    private final Loads loads;
    private @Nullable RuntimeControl control;

    /**
     * A runtime in which nothing is loaded.
     *
     * @param carried of its earlier life, if it had one
     * @param environment where
     * @param memoryBytes how much of its memory extensions and images share
     * @param limits what each instance may hold
     */
    ExtensionRuntime(CarriedOver carried, ExecutionEnvironment environment, int memoryBytes, InstanceLimits limits) {
        parts = new RuntimeParts(carried, environment, limits, memoryBytes, new CardGuests(table::get), new CardPort(environment, this));
        LocalRoutes local = new LocalRoutes(parts.agent());
        dispatcher = new Dispatcher(parts, table, local);
        stores = new StoreRequests(parts, local);
        surfaces = new SurfaceRequests(local, environment);
        AcceptedImages accepted = new AcceptedImages();
        instances = new Instances(table, demultiplexer,
            new CardContext.Card(parts, dispatcher, stores, surfaces, new ServiceRegistry(), new ServiceCalls()), accepted);
        loads = new Loads(parts, table, instances, accepted);
        parts.agent().consumes(parts.completions());
        parts.agent().addGuests(parts.guests());
    }

    /** The host controls it by messages from now on. */
    void controlledBy(RuntimeControl by) {
        control = by;
        parts.onEnd(by.unloading()::finish);
    }

    RuntimeParts parts() {
        return parts;
    }

    InstanceTable table() {
        return table;
    }

    Instances instances() {
        return instances;
    }

    Loads loads() {
        return loads;
    }

    Demultiplexer demultiplexer() {
        return demultiplexer;
    }

    Dispatcher dispatcher() {
        return dispatcher;
    }

    Reports newReports() {
        return new Reports(parts, table, dispatcher);
    }

    /** {@return one instance as it stands, or null when there is none of that number} */
    @Nullable InstanceReport report(int number) {
        ExtensionInstance instance = table.get(number);
        return instance == null ? null : new InstanceDescription(instance, dispatcher.local().queues()).report();
    }

    // --- packets

    @Override
    public boolean onPacket(Packet packet) {
        AgentContext on = parts.agent();
        parts.burstEnd().begin();
        parts.upcoming().passTo(packet);
        on.charge(Op.DEMULTIPLEX);
        for (Installation<?> next = demultiplexer.find(packet); next != null; next = demultiplexer.findNext(packet)) {
            on.charge(Op.DEMULTIPLEX);
            if (!next.onPacket(packet, on.nowNs())) {
                return true;
            }
        }
        if (dispatcher.onWireMessage(packet.memory(), packet.offset(), packet.length())) {
            packet.release(on);
            return true;
        }
        return false;
    }

    @Override
    public void onTaken(Packet[] packets, int count) {
        parts.upcoming().taken(packets, count);
    }

    @Override
    public void onBurstEnd() {
        parts.burstEnd().end();
    }

    // --- answers

    /** A device has answered what an extension asked for. */
    void onReply(MessageFrame reply) {
        if (reply.function() == Function.SMALL_MESSAGE) {
            dispatcher.onReply(reply);
        } else if (!stores.onReply(reply)) {
            surfaces.onReply(reply);
        }
    }

    // --- its turns

    /** Does at most so many pieces of work: {@return how many were done} */
    int doWork(int limit) {
        parts.agent().charge(Op.POLL_RUNTIME);
        int work = 0;
        // What has no room in the queue of messages is not taken from this list: a report is never lost.
        while (work < limit && dispatcher.local().canReport()) {
            Transfer transfer = parts.completions().poll();
            if (transfer == null) {
                break;
            }
            onCompletion(transfer);
            work++;
        }
        if (!parts.timers().isEmpty()) {
            work += expireTimers(limit - work);
        }
        RuntimeControl byHost = control;
        work += surfaces.doWork(limit - work);
        work += stores.doWork(limit - work);
        while (work < limit && !parts.revocationReports().isEmpty() && dispatcher.local().canReport()) {
            parts.revocationReports().remove().run();
            work++;
        }
        work += dispatcher.drain(limit - work);
        work += dispatcher.doWork(limit - work);
        work += instances.expireTrials();
        if (byHost != null) {
            work += byHost.unloading().expire();
            work += byHost.resume();
        }
        work += parts.burstEnd().doWork();
        work += parts.background().doWork(work);
        return work;
    }

    private int expireTimers(int limit) {
        TimerQueue timers = parts.timers();
        int work = 0;
        long now = parts.nowNs();
        while (work < limit && !timers.isEmpty() && timers.earliest() <= now && dispatcher.local().canReport()) {
            parts.agent().charge(Op.TIMER);
            ExtensionInstance instance = table.get(timers.instance());
            if (instance != null) {
                instance.quotas().give(Quota.TIMERS, 1);
            }
            dispatcher.local().reportTimer(timers.instance(), timers.handler(), timers.number());
            timers.removeEarliest();
            work++;
        }
        if (!timers.isEmpty()) {
            parts.agent().wakeAt(timers.earliest());
        }
        return work;
    }

    private void onCompletion(Transfer transfer) {
        parts.agent().charge(Op.COMPLETE_TRANSFER);
        RuntimeControl byHost = control;
        if (transfer.attachment() instanceof CardTransfer cardTransfer) {
            cardTransfer.onCompletion();
        } else if (transfer.attachment() instanceof FrameMessages.Pull pull) {
            dispatcher.frames().onCompletion(pull);
        } else if (transfer.attachment() instanceof HostRoutes.Outgoing message) {
            dispatcher.host().onCompletion(message);
        } else if (byHost != null) {
            byHost.onTransferEnd();
            return;
        }
        parts.finishDraining();
    }

    // --- ends

    /** Another one takes its place: no packets come here any more, and the watchdog does not ask. */
    void detach() {
        parts.port().detach();
        parts.agent().removeGuests(parts.guests());
    }

    /** The agent's thread was given up: nothing of this reaches anybody, and nobody reaches it, any more. */
    void leave() {
        detach();
        parts.upcoming().returnAll(parts.agent());
        parts.removeMemory();
        instances.leave();
        stores.leave();
    }

    /** That thread has ended: packets that its code could see go home. */
    void returnPackets() {
        table.all().forEach(instance -> instance.holdings().returnPackets());
    }

    /** The IOP was reset: nothing is answered any more, and all instances leave. */
    void reset() {
        loads.reset();
        instances.reset();
        surfaces.reset();
        parts.renewDeviceMemory();
        stores.reset();
        dispatcher.reset();
        parts.revocationReports().clear();
        parts.background().reset();
        parts.burstEnd().reset();
    }
}
