package dev.spine.perf.forward;

import dev.spine.device.wire.capture.CaptureWire;
import dev.spine.iop.engine.Engine;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemDescription;
import dev.spine.system.graph.SpineComponent;

/**
 * A system, its routes, and what goes through it. Any thread.
 *
 * @param system built
 * @param routes that the path has to know
 * @param packets that are offered
 * @param farEnd where they end
 * @param tableBytes of each card's forwarding table
 * @param out the card that packets leave by
 */
public record ForwardStage(SpineSystem system, ForwardRoutes routes, ForwardPackets packets, FarEnd farEnd, int tableBytes, String out) {
    /**
     * Builds a system that forwards; nothing of it runs yet.
     *
     * @param machine what it runs on
     * @param traffic what goes through it
     * @param tableBytes of each card's forwarding table
     * @param seed of the engine
     */
    public static ForwardStage build(ForwardMachine machine, ForwardTraffic traffic, int tableBytes, long seed) {
        return build(machine, machine.newEngine(seed), traffic, tableBytes, seed);
    }

    /**
     * Builds a system that forwards on an engine of the caller's; nothing of it runs yet.
     *
     * @param machine what it runs on
     * @param engine without agents
     * @param traffic what goes through it
     * @param tableBytes of each card's forwarding table
     * @param seed of the engine
     */
    static ForwardStage build(ForwardMachine machine, Engine engine, ForwardTraffic traffic, int tableBytes, long seed) {
        return build(machine, engine, traffic, tableBytes,
            ForwardSystem.describe(machine.profile(), seed, traffic.packets().offered(), tableBytes));
    }

    /**
     * Builds a described system that forwards on an engine of the caller's; nothing of it runs yet.
     *
     * @param machine what it runs on
     * @param engine without agents
     * @param traffic what goes through it
     * @param tableBytes of each card's forwarding table
     * @param description with the names of {@link ForwardSystem}
     */
    static ForwardStage build(ForwardMachine machine, Engine engine, ForwardTraffic traffic, int tableBytes,
        SystemDescription description) {
        return of(machine, engine, traffic, tableBytes, ForwardSystem.OUT, ForwardSystem.OUT_WIRE, description);
    }

    /**
     * Builds one card that forwards by the wire that packets come by; nothing of it runs yet.
     *
     * @param machine what it runs on
     * @param traffic what goes through it
     * @param tableBytes of its forwarding table
     * @param seed of the engine
     */
    public static ForwardStage buildOneCard(ForwardMachine machine, ForwardTraffic traffic, int tableBytes, long seed) {
        return of(machine, machine.newEngine(seed), traffic, tableBytes, ForwardSystem.IN, ForwardSystem.IN_WIRE,
            ForwardSystem.describeOneCard(machine.profile(), seed, traffic.packets().offered(), tableBytes));
    }

    private static ForwardStage of(ForwardMachine machine, Engine engine, ForwardTraffic traffic, int tableBytes, String out,
        String outWire, SystemDescription description) {
        SpineSystem system = SpineComponent.create().systemFactory().build(description, engine, machine.description(),
            machine.wire());
        CaptureWire in = (CaptureWire) system.wire(ForwardSystem.IN_WIRE);
        FarEnd farEnd = new FarEnd(traffic.packets(), system.iop(out).kernel().agent(), in.acknowledgements());
        ((CaptureWire) system.wire(outWire)).listenToSent(farEnd);
        return new ForwardStage(system, traffic.routes(), traffic.packets(), farEnd, tableBytes, out);
    }

    /** {@return the wire that packets come in by} */
    CaptureWire wire() {
        return (CaptureWire) system.wire(ForwardSystem.IN_WIRE);
    }
}
