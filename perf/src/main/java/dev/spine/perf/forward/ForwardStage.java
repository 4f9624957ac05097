package dev.spine.perf.forward;

import dev.spine.device.wire.capture.CaptureWire;
import dev.spine.perf.system.SpineComponent;
import dev.spine.perf.system.SpineSystem;

/**
 * A system, its routes, and what goes through it.
 *
 * @param system built
 * @param routes that the path has to know
 * @param packets that are offered
 * @param farEnd where they end
 * @param tableBytes of each card's forwarding table
 */
record ForwardStage(SpineSystem system, ForwardRoutes routes, ForwardPackets packets, FarEnd farEnd, int tableBytes) {
    /**
     * Builds a system that forwards; nothing of it runs yet.
     *
     * @param machine what it runs on
     * @param traffic what goes through it
     * @param tableBytes of each card's forwarding table
     * @param seed of the engine
     */
    static ForwardStage build(ForwardMachine machine, ForwardTraffic traffic, int tableBytes, long seed) {
        SpineSystem system = SpineComponent.create().systemFactory().build(
            ForwardSystem.describe(machine.profile(), seed, traffic.packets().offered(), tableBytes), machine.newEngine(seed),
            machine.description(), machine.wire());
        return of(system, traffic.routes(), traffic.packets(), tableBytes);
    }

    /** A stage on a built system that does not run yet. */
    static ForwardStage of(SpineSystem system, ForwardRoutes routes, ForwardPackets packets, int tableBytes) {
        CaptureWire in = (CaptureWire) system.wire(ForwardSystem.IN_WIRE);
        FarEnd farEnd = new FarEnd(packets, system.iop(ForwardSystem.OUT).kernel().agent(), in.acknowledgements());
        ((CaptureWire) system.wire(ForwardSystem.OUT_WIRE)).listenToSent(farEnd);
        return new ForwardStage(system, routes, packets, farEnd, tableBytes);
    }

    /** {@return the wire that packets come in by} */
    CaptureWire wire() {
        return (CaptureWire) system.wire(ForwardSystem.IN_WIRE);
    }
}
