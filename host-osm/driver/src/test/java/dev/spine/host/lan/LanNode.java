package dev.spine.host.lan;

import dev.spine.device.nic.NicModule;
import dev.spine.device.nic.NicSettings;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.link.LinkWire;
import dev.spine.host.TestProfile;
import dev.spine.host.driver.BootSettings;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostDriver;
import dev.spine.host.driver.HostInterface;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.Pending;
import dev.spine.i2o.param.LanGroups.FilterMask;
import dev.spine.iop.Iop;
import dev.spine.iop.IopBuilder;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.engine.DataPlacement;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.Placement;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.Tasks;
import dev.spine.iop.engine.WireTiming;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.iop.kernel.DeviceModule;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A host and an IOP with a LAN port, whose link ends at a station: everything real, on an engine. */
final class LanNode implements AutoCloseable {
    static final long ADDRESS = 0x0200_0000_0202L;

    /** The engines on which an OSM must behave alike. */
    enum Kind {
        LIVE_ONE_CORE,
        LIVE_TWO_CORES,
        MODELLED,
        /** With frames, queues and packets in the host's memory. */
        MODELLED_IN_HOST_MEMORY,
        LIVE_OVER_REGISTERS,
        MODELLED_OVER_REGISTERS;

        HostInterface hostInterface() {
            return this == LIVE_OVER_REGISTERS || this == MODELLED_OVER_REGISTERS ? HostInterface.REGISTERS : HostInterface.QUEUE_PAIRS;
        }

        Engine engine() {
            return switch (this) {
                case LIVE_ONE_CORE -> new LiveEngine(ThreadLayout.ONE_CORE, 1);
                case LIVE_TWO_CORES, LIVE_OVER_REGISTERS -> new LiveEngine(ThreadLayout.twoCore(path -> path.endsWith("host") ? 0 : 1), 1);
                case MODELLED, MODELLED_OVER_REGISTERS -> new ModelledEngine(TestProfile.machine(), 1);
                case MODELLED_IN_HOST_MEMORY ->
                    new ModelledEngine(TestProfile.machine(new DataPlacement(Placement.HOST, Placement.HOST)), 1);
            };
        }

        WireTiming wire() {
            return switch (this) {
                case LIVE_ONE_CORE, LIVE_TWO_CORES, LIVE_OVER_REGISTERS -> Wire.IMMEDIATE;
                case MODELLED, MODELLED_OVER_REGISTERS, MODELLED_IN_HOST_MEMORY -> new WireTiming(1_000_000_000L, 1_000, 24);
            };
        }
    }

    final Engine engine;
    final Bus bus = new Bus(2);
    final HostAgent host;
    final HostMemory memory;
    final HostDriver driver;
    final IopDriver iop;
    final LinkWire wire;
    final Station station;
    final NicModule nic;
    final int tid;
    final Tasks tasks;
    final Tasks stationTasks;
    final Tasks cardTasks;

    LanNode(Kind kind) {
        this(kind, null);
    }

    /** With a device of the test's own in place of the network device. */
    LanNode(Kind kind, @Nullable DeviceModule instead) {
        engine = kind.engine();
        memory = new HostMemory(bus, BusAgent.host());
        host = engine.add("node0/host", ProcessorSpec.THIS_MACHINE, context -> new HostAgent(context, new DmaEngine(bus, BusAgent.host())));
        driver = new HostDriver(host, memory, BootSettings.STANDARD);
        Iop card = engine.add("node0/iop1", ProcessorSpec.THIS_MACHINE, new IopBuilder("iop1", bus, new BusAgent(1, "iop1"))::build);
        wire = new LinkWire("link0", kind.wire(), 64, WirePort.ETHERNET_PACKET_BYTES);
        nic = new NicModule(NicSettings.of("lan0", ADDRESS), wire.ports().getFirst());
        tid = card.install(instead == null ? nic : instead);
        iop = kind.hostInterface().add(driver, host, card);
        station = engine.add("station", ProcessorSpec.THIS_MACHINE, context -> new Station(context, wire.ports().get(1)));
        engine.start();
        tasks = engine.tasks(host);
        stationTasks = engine.tasks(station);
        cardTasks = engine.tasks(card);
        await("the boot", driver::boot);
    }

    LanOsm osm(LanSettings settings, PacketListener listener, SendListener sent) {
        return tasks.call(() -> new LanOsm(host, driver, memory, iop, tid, settings, listener, sent));
    }

    LanOsm osm(LanSettings settings, BucketBodies bodies, PacketListener listener, SendListener sent) {
        return tasks.call(() -> new LanOsm(host, driver, memory, iop, tid, settings, bodies, listener, sent));
    }

    static LanSettings promiscuous() {
        return LanSettings.STANDARD.withFilter(FilterMask.PROMISCUOUS);
    }

    <T> T await(String what, Supplier<Pending<T>> begin) {
        return Pending.await(tasks, what, begin);
    }

    @Override
    public void close() {
        engine.close();
    }
}
