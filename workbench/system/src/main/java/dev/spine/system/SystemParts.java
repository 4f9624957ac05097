package dev.spine.system;

import static com.google.common.base.Preconditions.checkArgument;

import dev.spine.device.disk.DiskModule;
import dev.spine.device.display.monitor.Monitor;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WirePort;
import dev.spine.iop.Iop;
import dev.spine.iop.IopBuilder;
import dev.spine.iop.bus.MemoryLedger;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.WireTiming;
import dev.spine.iop.executive.ExecutiveSettings;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.node.NodeBuilder;
import dev.spine.node.Opened;
import dev.spine.system.SystemFactory.PlacedModule;
import dev.spine.system.file.FilePosition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/** The wires of a node that is being built, its IOPs with their devices, and what shows them. Closed as long as nobody took it over. */
final class SystemParts implements AutoCloseable {
    /** Bytes of an IOP's frame window: frames for the host, 64 peers and itself. */
    static final int WINDOW_BYTES = 1 << 20;

    final Map<String, Wire> wires = new LinkedHashMap<>();
    final Map<String, Iop> iops = new LinkedHashMap<>();
    final Map<String, Map<String, PlacedModule>> modules = new LinkedHashMap<>();
    final List<Monitor> monitors = new ArrayList<>();
    private final Kinds kinds;
    private final Engine engine;
    private final NodeBuilder node;
    private final Map<String, Integer> takenPorts = new HashMap<>();
    /** Wires and devices: ports, interfaces, the locks on files. */
    private final Opened opened = new Opened();
    private final Opened shown = new Opened();

    SystemParts(Kinds kinds, Engine engine, NodeBuilder node) {
        this.kinds = kinds;
        this.engine = engine;
        this.node = node;
    }

    void addWires(SystemDescription description, String path, WireTiming timing) {
        for (SystemDescription.PlacedWire placed : description.wires()) {
            WireSite site = new WireSite(engine, path, timing, placed.position());
            Wire wire = fitting(placed.position(), () -> kind(kinds.wires(), placed.kind()).create(placed.spec(), site));
            opened.add(wire::close);
            wires.put(placed.spec().name(),
                fitting(placed.position(), () -> WireFaultSpec.around(wire, placed.faults(), description.seed())));
        }
    }

    Iop addIop(IopDescription iop, ProcessorSpec processor) {
        Iop made = fitting(iop.position(), () -> node.join(node.iop(iop.name(), processor, builder -> settled(builder, iop))));
        MemoryLedger memory = node.bus().memory(made.dma().busAgent());
        if (iop.isLimited()) {
            memory.limit(iop.memoryBytes());
        }
        iops.put(iop.name(), made);
        Map<String, PlacedModule> installed = new LinkedHashMap<>();
        modules.put(iop.name(), installed);
        for (IopDescription.PlacedDevice device : iop.devices()) {
            installed.put(device.spec().name(), fitting(device.position(), () -> install(iop, device, made)));
            show(iop.name(), device, installed);
        }
        MemoryTable.require(iop, memory);
        return made;
    }

    private static IopBuilder settled(IopBuilder builder, IopDescription iop) {
        ExecutiveSettings settings = ExecutiveSettings.STANDARD.withTolerances(iop.tolerances());
        return builder.frames(iop.frameBytes(), iop.hostFrames()).window(WINDOW_BYTES)
            .settings(iop.memoryBytes() == IopDescription.AS_NEEDED ? settings
                : settings.withMemory((int) Math.min(iop.memoryBytes(), Integer.MAX_VALUE)));
    }

    private PlacedModule install(IopDescription iop, IopDescription.PlacedDevice device, Iop made) {
        DeviceKind kind = kind(kinds.devices(), device.kind());
        FilePosition position = device.position();
        DeviceModule module = kind.create(device.spec(), new DeviceSite(iop.name(), engine, position, wire -> takePort(wire, position)));
        if (module instanceof DiskModule disk) {
            opened.add(disk::close);
        }
        PlacedModule placed = new PlacedModule(made.install(module), module);
        kind.companions(device.spec(), module).forEach(made::install);
        return placed;
    }

    private void show(String iop, IopDescription.PlacedDevice device, Map<String, PlacedModule> installed) {
        for (IopDescription.PlacedMonitor placed : device.monitors()) {
            DeviceModule module = Objects.requireNonNull(installed.get(device.spec().name())).module();
            Monitor monitor = fitting(placed.position(), () -> kind(kinds.monitors(), placed.kind()).open(placed.spec(),
                new MonitorSite(iop + " " + device.spec().name(), kind(kinds.devices(), device.kind()).surfaceOf(module),
                    placed.position())));
            shown.add(monitor::close);
            monitors.add(monitor);
        }
    }

    /** The ports of a wire are given out each once. */
    private WirePort takePort(String name, FilePosition position) {
        Wire wire = wires.get(name);
        if (wire == null) {
            throw position.wrong("there is no wire '" + name + "'; there are " + wires.keySet() + ": name one of them");
        }
        int next = takenPorts.merge(name, 1, Integer::sum) - 1;
        if (next >= wire.ports().size()) {
            throw position.wrong("wire '" + name + "' has no port left, all " + wire.ports().size()
                + " are taken: use a switch, or fewer devices");
        }
        return wire.ports().get(next);
    }

    /** {@return what closes monitors, engine, devices and wires, in this order; closing these parts closes nothing any more} */
    Opened handOver() {
        opened.add(engine::close);
        opened.add(shown.handOver()::close);
        return opened.handOver();
    }

    @Override
    public void close() {
        try (opened) {
            shown.close();
        }
    }

    /** Makes a part; what does not fit, on the bus or into this machine, is the fault of the place that asks for it. */
    private static <T> T fitting(FilePosition position, Supplier<T> making) {
        try {
            return making.get();
        } catch (IllegalArgumentException e) {
            throw position.wrong(String.valueOf(e.getMessage()));
        } catch (OutOfMemoryError e) {
            throw position.wrong("this needs more memory than there is (" + e.getMessage()
                + "): describe something smaller, or give the Java"
                + " machine more with SPINE_JAVA_OPTS=-XX:MaxDirectMemorySize=4g");
        }
    }

    private static <K> K kind(Map<String, K> kinds, String name) {
        K kind = kinds.get(name);
        checkArgument(kind != null, "no kind '%s'; there are %s", name, kinds.keySet());
        return kind;
    }
}
