package dev.spine.perf.system;

import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WirePort;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostMemory;
import dev.spine.iop.Iop;
import dev.spine.iop.bus.Box;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.WireTiming;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.peer.PeerDirectory;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.inject.Inject;

/** Builds systems: bus, host, IOPs with their devices, wires. Nothing runs before the engine is started. */
public final class SystemFactory {
    private static final String NODE = "node0";

    private final Map<String, DeviceKind> deviceKinds;
    private final Map<String, WireKind> wireKinds;
    private final IopComponent.Factory iops;

    /**
     * A factory.
     *
     * @param deviceKinds the kinds of devices, by name
     * @param wireKinds the kinds of wires, by name
     * @param iops makes the objects of an IOP
     */
    @Inject
    SystemFactory(Map<String, DeviceKind> deviceKinds, Map<String, WireKind> wireKinds, IopComponent.Factory iops) {
        this.deviceKinds = deviceKinds;
        this.wireKinds = wireKinds;
        this.iops = iops;
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
        int boxes = 1 + description.iops().size();
        Bus bus = new Bus(boxes);
        Box host = Box.host();
        HostAgent hostAgent = engine.add(NODE + "/host", profile.host(), agent -> new HostAgent(agent, new DmaEngine(bus, host)));
        Map<String, Wire> wires = new LinkedHashMap<>();
        for (SystemDescription.PlacedWire placed : description.wires()) {
            wires.put(placed.spec().name(), kind(wireKinds, placed.kind()).create(placed.spec(), new WireSite(engine, NODE, timing)));
        }
        PeerDirectory peers = new PeerDirectory(boxes);
        PortPool ports = new PortPool(wires);
        Map<String, Iop> built = new LinkedHashMap<>();
        Map<String, Map<String, PlacedModule>> modules = new LinkedHashMap<>();
        for (IopDescription iop : description.iops()) {
            Box box = new Box(built.size() + 1, iop.name());
            IopComponent parts = iops.create(new IopSite(engine, NODE, bus, box, profile.iop(), peers, iop));
            Iop made = parts.iop();
            made.install(parts.peerTransport());
            Map<String, PlacedModule> installed = new LinkedHashMap<>();
            for (IopDescription.PlacedDevice device : iop.devices()) {
                DeviceModule module = kind(deviceKinds, device.kind()).create(device.spec(), ports.siteOf(iop.name()));
                installed.put(device.spec().name(), new PlacedModule(made.install(module), module));
            }
            built.put(iop.name(), made);
            modules.put(iop.name(), installed);
        }
        return new SpineSystem(description, engine, bus, hostAgent, new HostMemory(bus, host), wires, built, modules);
    }

    private static <K> K kind(Map<String, K> kinds, String name) {
        K kind = kinds.get(name);
        if (kind == null) {
            throw new IllegalArgumentException("no kind '" + name + "'; there are " + kinds.keySet());
        }
        return kind;
    }

    /**
     * A module and where it lives.
     *
     * @param tid its TID on its IOP
     * @param module the module
     */
    public record PlacedModule(int tid, DeviceModule module) {}

    /** Gives out the ports of wires, each once. */
    private static final class PortPool {
        private final Map<String, Wire> wires;
        private final Map<String, Integer> taken = new HashMap<>();

        PortPool(Map<String, Wire> wires) {
            this.wires = wires;
        }

        DeviceSite siteOf(String iopName) {
            return new DeviceSite() {
                @Override
                public String iop() {
                    return iopName;
                }

                @Override
                public WirePort port(String wire) {
                    return take(wire);
                }
            };
        }

        private WirePort take(String name) {
            Wire wire = wires.get(name);
            if (wire == null) {
                throw new SystemFileException("system", 0, 0, "there is no wire '" + name + "'; there are " + wires.keySet());
            }
            int next = taken.merge(name, 1, Integer::sum) - 1;
            if (next >= wire.ports().size()) {
                throw new SystemFileException("system", 0, 0, "wire '" + name + "' has " + wire.ports().size()
                    + " ports and more devices: use a switch, or fewer devices");
            }
            return wire.ports().get(next);
        }
    }
}
