package dev.spine.system;

import dev.spine.device.display.monitor.Monitor;
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
import dev.spine.iop.pci.PciCard;
import dev.spine.peer.PeerDirectory;
import dev.spine.system.file.FilePlace;
import dev.spine.system.file.SystemFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import javax.inject.Inject;

/** Builds systems: bus, host, IOPs with their devices, wires. Nothing runs before the engine is started. */
public final class SystemFactory {
    private static final String NODE = "node0";

    private final Kinds kinds;
    private final IopComponent.Factory iops;

    /**
     * A factory.
     *
     * @param kinds the kinds of devices and wires
     * @param iops makes the objects of an IOP
     */
    @Inject
    SystemFactory(Kinds kinds, IopComponent.Factory iops) {
        this.kinds = kinds;
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
        Map<String, Wire> wires = new LinkedHashMap<>();
        List<Monitor> monitors = new ArrayList<>();
        List<DeviceModule> created = new ArrayList<>();
        try {
            return build(description, engine, profile, timing, wires, monitors, created);
        } catch (SystemFileException e) {
            close(wires, monitors, created);
            throw e;
        }
    }

    private SpineSystem build(SystemDescription description, Engine engine, MachineProfile profile, WireTiming timing,
        Map<String, Wire> wires, List<Monitor> monitors, List<DeviceModule> created) {
        int boxes = 1 + description.iops().size();
        Bus bus = new Bus(boxes);
        Box host = Box.host();
        HostAgent hostAgent = engine.add(NODE + "/host", profile.host(), agent -> new HostAgent(agent, new DmaEngine(bus, host),
            description.hostModel()));
        for (SystemDescription.PlacedWire placed : description.wires()) {
            WireSite site = new WireSite(engine, NODE, timing, placed.place());
            wires.put(placed.spec().name(), fitting(placed.place(), () -> kind(kinds.wires(), placed.kind()).create(placed.spec(), site)));
        }
        PeerDirectory peers = new PeerDirectory(boxes);
        PortPool ports = new PortPool(wires, engine);
        Map<String, Iop> built = new LinkedHashMap<>();
        Map<String, Map<String, PlacedModule>> modules = new LinkedHashMap<>();
        for (IopDescription iop : description.iops()) {
            BuiltIop one = build(iop, new Box(built.size() + 1, iop.name()), bus, engine, profile, peers, ports, monitors, created);
            built.put(iop.name(), one.iop());
            modules.put(iop.name(), one.modules());
        }
        return new SpineSystem(description, engine, bus, hostAgent, new HostMemory(bus, host), wires, built, modules, monitors);
    }

    private void open(String iop, IopDescription.PlacedDevice device, Map<String, PlacedModule> installed, List<Monitor> monitors) {
        for (IopDescription.PlacedMonitor placed : device.monitors()) {
            DeviceModule module = Objects.requireNonNull(installed.get(device.spec().name())).module();
            monitors.add(fitting(placed.place(), () -> kind(kinds.monitors(), placed.kind()).open(placed.spec(),
                new MonitorSite(iop + " " + device.spec().name(), kind(kinds.devices(), device.kind()).surfaceOf(module),
                    placed.place()))));
        }
    }

    /** An IOP and the devices on it. */
    private record BuiltIop(Iop iop, Map<String, PlacedModule> modules) {}

    private BuiltIop build(IopDescription iop, Box box, Bus bus, Engine engine, MachineProfile profile, PeerDirectory peers,
        PortPool ports, List<Monitor> monitors, List<DeviceModule> created) {
        IopComponent parts = iops.create(new IopSite(engine, NODE, bus, box, profile.iop(), peers, iop));
        Iop made = fitting(iop.place(), () -> {
            parts.iop().install(parts.peerTransport());
            return parts.iop();
        });
        Map<String, PlacedModule> installed = new LinkedHashMap<>();
        for (IopDescription.PlacedDevice device : iop.devices()) {
            DeviceSite site = ports.siteOf(iop.name(), device.place());
            installed.put(device.spec().name(), fitting(device.place(), () -> {
                DeviceKind kind = kind(kinds.devices(), device.kind());
                DeviceModule module = kind.create(device.spec(), site);
                created.add(module);
                PlacedModule place = new PlacedModule(made.install(module), module);
                kind.companions(device.spec(), module).forEach(made::install);
                return place;
            }));
            open(iop.name(), device, installed, monitors);
        }
        return new BuiltIop(made, installed);
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
        Map<String, Wire> wires = new LinkedHashMap<>();
        List<Monitor> monitors = new ArrayList<>();
        List<DeviceModule> created = new ArrayList<>();
        try {
            Bus bus = new Bus(2, PciCard.CARD_MEMORY);
            for (SystemDescription.PlacedWire placed : description.wires()) {
                WireSite site = new WireSite(engine, NODE, profile.wire(), placed.place());
                wires.put(placed.spec().name(),
                    fitting(placed.place(), () -> kind(kinds.wires(), placed.kind()).create(placed.spec(), site)));
            }
            Box box = new Box(1, iop.name());
            BuiltIop built = build(iop, box, bus, engine, profile, new PeerDirectory(2),
                new PortPool(wires, engine), monitors, created);
            return new ServedIop(engine, bus, built.iop(), wires, monitors);
        } catch (SystemFileException e) {
            close(wires, monitors, created);
            throw e;
        }
    }

    /** Lets go of what was had for a system that cannot be built: ports, interfaces, the locks on files. */
    private static void close(Map<String, Wire> wires, List<Monitor> monitors, List<DeviceModule> created) {
        monitors.forEach(Monitor::close);
        wires.values().forEach(Wire::close);
        created.forEach(SpineSystem::close);
    }

    /** Makes a part; what does not fit, on the bus or into this machine, is the fault of the place that asks for it. */
    private static <T> T fitting(FilePlace place, Supplier<T> making) {
        try {
            return making.get();
        } catch (IllegalArgumentException e) {
            throw place.wrong(String.valueOf(e.getMessage()));
        } catch (OutOfMemoryError e) {
            throw place.wrong("this needs more memory than there is (" + e.getMessage() + "): describe something smaller, or give the Java"
                + " machine more with SPINE_JAVA_OPTS=-XX:MaxDirectMemorySize=4g");
        }
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
        private final Engine engine;
        private final Map<String, Integer> taken = new HashMap<>();

        PortPool(Map<String, Wire> wires, Engine engine) {
            this.wires = wires;
            this.engine = engine;
        }

        DeviceSite siteOf(String iopName, FilePlace place) {
            return new DeviceSite() {
                @Override
                public String iop() {
                    return iopName;
                }

                @Override
                public Engine engine() {
                    return engine;
                }

                @Override
                public FilePlace place() {
                    return place;
                }

                @Override
                public WirePort port(String wire) {
                    return take(wire, place);
                }
            };
        }

        private WirePort take(String name, FilePlace place) {
            Wire wire = wires.get(name);
            if (wire == null) {
                throw place.wrong("there is no wire '" + name + "'; there are " + wires.keySet() + ": name one of them");
            }
            int next = taken.merge(name, 1, Integer::sum) - 1;
            if (next >= wire.ports().size()) {
                throw place.wrong("wire '" + name + "' has no port left, all " + wire.ports().size()
                    + " are taken: use a switch, or fewer devices");
            }
            return wire.ports().get(next);
        }
    }
}
