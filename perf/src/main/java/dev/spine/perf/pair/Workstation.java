package dev.spine.perf.pair;

import dev.spine.device.disk.DiskModule;
import dev.spine.device.disk.DiskSettings;
import dev.spine.device.disk.store.ExecutorKind;
import dev.spine.device.disk.store.Store;
import dev.spine.device.nic.NicModule;
import dev.spine.device.nic.NicSettings;
import dev.spine.device.wire.WireCounters;
import dev.spine.device.wire.WirePort;
import dev.spine.extension.ardma.host.DiskBlocks;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.host.library.HostSide;
import dev.spine.extension.runtime.RuntimeModule;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.report.InstanceReport;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostCounters;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.Pending;
import dev.spine.host.lan.LanOsm;
import dev.spine.host.lan.LanSettings;
import dev.spine.host.lan.PacketListener;
import dev.spine.host.lan.SendListener;
import dev.spine.iop.Iop;
import dev.spine.iop.bus.Account;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.Tasks;
import dev.spine.node.NodeBuilder;
import dev.spine.node.NodeHost;
import org.jspecify.annotations.Nullable;

/** A host with a card at a wire, which has a runtime. Used by one thread. */
public final class Workstation {
    private static final long FIRST_ADDRESS = 0x0253_504E_0001L;
    private static final int RUNTIME_BYTES = 512 << 10;
    private static final int WINDOW_BYTES = 1 << 20;

    private final long address;
    private final Engine engine;
    private final WirePort port;
    private final Bus bus;
    private final Iop iop;
    private final NodeHost host;
    private final IopDriver card;
    private final RuntimeModule module = new RuntimeModule(RUNTIME_BYTES, InstanceLimits.STANDARD);
    private final int runtime;
    private final int lan;
    /** TID of the card's disk; -1 without one. */
    private final int disk;

    /**
     * Builds it in an engine that has not been started.
     *
     * @param store bytes of a disk of the card; null for none
     */
    Workstation(Engine engine, MachineProfile profile, int number, WirePort port, @Nullable Store store) {
        this.engine = engine;
        this.port = port;
        this.address = FIRST_ADDRESS + number;
        NodeBuilder node = new NodeBuilder(engine, "node" + number, 1);
        bus = node.bus();
        host = node.host(profile.host());
        iop = node.join(node.iop("card", profile.iop(), builder -> builder.window(WINDOW_BYTES)));
        lan = iop.install(new NicModule(NicSettings.of("lan", address), port));
        runtime = iop.install(module);
        disk = store == null ? -1 : iop.install(new DiskModule(DiskSettings.of("disk"), store, ExecutorKind.INLINE));
        card = host.driver().add(iop.function());
    }

    void boot() {
        Pending.await(tasks(), "the boot", host.driver()::boot).orThrow();
    }

    /** {@return the hardware address of its card} */
    public long address() {
        return address;
    }

    /** {@return the host's agent} */
    public HostAgent host() {
        return host.agent();
    }

    /** {@return how to work with the host's agent from outside} */
    public Tasks tasks() {
        return engine.tasks(host());
    }

    /**
     * {@return what a bus agent has done on the bus so far}
     *
     * @param busAgent 0 is the host, 1 the card
     */
    public Account.Snapshot account(BusAgent busAgent) {
        return bus.account(busAgent).snapshot();
    }

    /** {@return messages and interrupts of the host so far} */
    public HostCounters hostCounters() {
        return host().counters();
    }

    /** {@return frames that its card has sent so far} */
    public long framesSent() {
        return port.sent().get(WireCounters.Counter.FRAMES);
    }

    /** {@return bytes of frames that its card has sent so far} */
    public long bytesSent() {
        return port.sent().get(WireCounters.Counter.BYTES);
    }

    /**
     * {@return an OSM for the card's network port, not opened yet} On the host's agent.
     *
     * @param settings how to use the port
     * @param packets receives packets
     * @param sends is notified of what became of packets to send
     */
    public LanOsm lan(LanSettings settings, PacketListener packets, SendListener sends) {
        return new LanOsm(host(), host.driver(), host.memory(), card, lan, settings, packets, sends);
    }

    /** {@return the host's memory} */
    public HostMemory memory() {
        return host.memory();
    }

    /** {@return the card} */
    public Iop card() {
        return iop;
    }

    /**
     * {@return what an extension of the card has counted so far}
     *
     * @param instance its number
     * @param counter the counter's name
     */
    public long counted(int instance, String counter) {
        InstanceReport report = module.report(instance);
        return report == null ? 0 : report.counters().getOrDefault(counter, 0L);
    }

    /**
     * {@return the disk of the card, of which bytes are used from the first on}
     *
     * @param bytes how many
     */
    public DiskBlocks disk(long bytes) {
        return new DiskBlocks(tasks().call(() -> host.driver().iopId(card)), disk, 0, bytes);
    }

    /** {@return a client of the card's runtime; each has its own} */
    public RuntimeClient client() {
        return new RuntimeClient(card, runtime, host.memory(), tasks());
    }

    /**
     * {@return what a library of the host needs}
     *
     * @param client of the card's runtime
     * @param tasks how the library works with the host's agent
     */
    public HostSide side(RuntimeClient client, Tasks tasks) {
        return new HostSide(client, host(), host.memory(), tasks);
    }
}
