package dev.spine.extension.runtime;

import dev.spine.extension.runtime.environment.CardEnvironment;
import dev.spine.extension.runtime.limits.CardLimits;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.network.NetworkCounters;
import dev.spine.extension.runtime.network.NetworkSettings;
import dev.spine.extension.runtime.parts.CarriedOver;
import dev.spine.extension.runtime.report.ActivationObserver;
import dev.spine.extension.runtime.report.InstanceReport;
import dev.spine.i2o.ClassId;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.KernelRequest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The runtime as a device of its IOP: takes control messages from the host, and small messages from anybody.
 *
 * <p>Control messages are worked on one at a time, the others wait in the device's event queue; small messages and packets go on meanwhile.
 * Belongs to the card's agent.
 */
public final class RuntimeModule implements DeviceModule {
    /**
     * What it is once its IOP has taken it.
     *
     * @param runtime of the card
     * @param control the host's
     */
    private record Attached(ExtensionRuntime runtime, RuntimeControl control) {}

    private final int memoryBytes;
    private final InstanceLimits limits;
    private final CarriedOver carried;
    private @Nullable Attached attached;

    /**
     * A runtime.
     *
     * @param memoryBytes how much of the card's memory extensions and images share
     * @param limits what each instance may hold
     */
    public RuntimeModule(int memoryBytes, InstanceLimits limits) {
        this(memoryBytes, limits, new CarriedOver());
    }

    private RuntimeModule(int memoryBytes, InstanceLimits limits, CarriedOver carried) {
        this.memoryBytes = memoryBytes;
        this.limits = limits;
        this.carried = carried;
    }

    /**
     * Has somebody notified of each activation. Before anything is loaded; it makes activations slow.
     *
     * @param observer is notified on the card's agent
     */
    public void observe(ActivationObserver observer) {
        carried.observe(observer);
    }

    /**
     * Sets how much the card keeps for its traffic with other nodes. Before its IOP takes it.
     *
     * @param settings in place of the standard ones
     */
    public void network(NetworkSettings settings) {
        carried.network(settings);
    }

    @Override
    public DeviceDescription description() {
        return new DeviceDescription("runtime", ClassId.ofSpine(DeviceClass.RUNTIME).word(), 0, 0x53_50_49_4E_45_52_54_31L,
            RuntimeProtocol.EVENT_STOPPED, "SPINE runtime");
    }

    @Override
    public void attach(DeviceContext given) {
        Attached before = attached;
        if (before != null) {
            // The device was destroyed, and the IOP reset.
            before.runtime.detach();
        }
        ExtensionRuntime made = new ExtensionRuntime(carried, new CardEnvironment(given), memoryBytes, limits);
        RuntimeControl control = new RuntimeControl(made, given);
        made.controlledBy(control);
        attached = new Attached(made, control);
    }

    private Attached attached() {
        return Objects.requireNonNull(attached, "attach comes first");
    }

    /** {@return what it is made of} */
    ExtensionRuntime card() {
        return attached().runtime;
    }

    // --- for people

    /**
     * {@return one instance as it stands, or null when there is none of that number; on the card's agent}
     *
     * @param number 1 to {@link CardLimits#MAX_INSTANCES}
     */
    public @Nullable InstanceReport report(int number) {
        return card().report(number);
    }

    /** {@return bytes of the card's memory that are lent to extensions and to what is loaded; on the card's agent} */
    public int memoryInUse() {
        return card().parts().memoryInUse();
    }

    /** {@return buffers that applications on the host lend for the data of messages to them; on the card's agent} */
    public int lentByHost() {
        return card().dispatcher().host().lent();
    }

    /** {@return messages and packets that came to an instance and that no handler of it got; on the card's agent} */
    public long dropped() {
        return card().instances().dropped();
    }

    /** {@return messages that had no destination, or were lost because their destination could take none; on the card's agent} */
    public long undeliverable() {
        return card().dispatcher().local().undelivered().messages();
    }

    /** {@return what it counts of the card's traffic with other nodes; on the card's agent} */
    public NetworkCounters network() {
        return card().dispatcher().network().transport().counters();
    }

    /** {@return up to how many bytes a copy costs no more than an element that names them and a transfer that moves them} */
    public int copyLimit() {
        return card().parts().copyLimit();
    }

    /** {@return the last failure of an extension in words, or an empty text} */
    public String lastFailure() {
        return carried.lastFailure();
    }

    // --- as a device

    @Override
    public void enable() {
        card().parts().port().get();
    }

    @Override
    public void onMessage(KernelRequest request) {
        card().parts().agent().charge(Op.TAKE_MESSAGE);
        attached().control.onMessage(request);
    }

    @Override
    public void onReply(MessageFrame reply) {
        card().onReply(reply);
    }

    @Override
    public int doWork(int limit) {
        return card().doWork(limit);
    }

    @Override
    public void quiesce() {
        // Extensions stay; packets and messages stop coming because the port and the queue pairs stop.
    }

    /** Memory of this card leaves the bus: it is reached no more, and its bytes go when nothing refers to them, that thread included. */
    @Override
    public DeviceModule renewed() {
        Attached known = attached();
        if (!known.runtime.parts().guests().isLost()) {
            return this;
        }
        known.runtime.leave();
        known.control.leave();
        return new RuntimeModule(memoryBytes, limits, carried.onAnotherThread());
    }

    @Override
    public void threadEnded() {
        card().returnPackets();
    }

    @Override
    public void reset() {
        Attached known = attached();
        known.runtime.reset();
        known.control.reset();
    }
}
