package dev.spine.system;

import dev.spine.host.driver.BootSettings;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.WireTiming;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.node.NodeBuilder;
import dev.spine.node.NodeHost;
import dev.spine.system.file.SystemFileException;
import javax.inject.Inject;

/** Builds systems: bus, host, IOPs with their devices, wires. Nothing runs before the engine is started. One thread at a time. */
public final class SystemFactory {
    private static final String NODE = "node0";

    private final Kinds kinds;

    /**
     * A factory.
     *
     * @param kinds the kinds of devices and wires
     */
    @Inject
    SystemFactory(Kinds kinds) {
        this.kinds = kinds;
    }

    /**
     * Builds a system on an engine that has not been started.
     *
     * @param description what to build
     * @param engine runs it
     * @param profile processors and wires
     * @param timing how long frames take on wires
     * @return the system, not booted
     * @throws SystemFileException when parts do not fit each other, or an outside resource cannot be had
     */
    public SpineSystem build(SystemDescription description, Engine engine, MachineProfile profile, WireTiming timing) {
        NodeBuilder node = new NodeBuilder(engine, NODE, description.iops().size());
        NodeHost host = node.host(profile.host(), description.hostModel(), BootSettings.STANDARD);
        try (SystemParts parts = new SystemParts(kinds, engine, node)) {
            parts.addWires(description, NODE, timing);
            description.iops().forEach(iop -> parts.addIop(iop, profile.iop()));
            return new SpineSystem(description, engine, node.bus(), host, parts);
        }
    }

    /**
     * Builds one IOP of a description, with its wires, for a host that is not in this process: nobody here uses its host link.
     *
     * @param description what it is part of
     * @param iop which
     * @param engine runs it; not started
     * @param profile processors and wires
     * @return the card, not booted
     * @throws SystemFileException as for {@link #build}
     */
    public ServedIop buildCard(SystemDescription description, IopDescription iop, Engine engine, MachineProfile profile) {
        NodeBuilder node = NodeBuilder.ofCard(engine, NODE);
        try (SystemParts parts = new SystemParts(kinds, engine, node)) {
            parts.addWires(description, NODE, profile.wire());
            return new ServedIop(engine, node.bus(), parts.addIop(iop, profile.iop()), parts.handOver());
        }
    }

    /**
     * A module and where it lives.
     *
     * @param tid its TID on its IOP
     * @param module the module
     */
    public record PlacedModule(int tid, DeviceModule module) {}
}
