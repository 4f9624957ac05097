package dev.spine.perf.ruler.bridge;

import com.google.common.primitives.Ints;
import dev.spine.device.nic.NicModule;
import dev.spine.device.nic.NicSettings;
import dev.spine.device.wire.capture.CaptureWire;
import dev.spine.device.wire.capture.Pace;
import dev.spine.device.wire.capture.ReplayOrder;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.runtime.RuntimeModule;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.Pending;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.message.PrivateMessage;
import dev.spine.iop.Iop;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.Tasks;
import dev.spine.iop.engine.modelled.EngineObserver;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.node.NodeBuilder;
import dev.spine.node.NodeHost;
import dev.spine.perf.report.MeasurementObserver;
import dev.spine.system.profile.ProfileFile;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import sample.bridge.Bridge;

/** A host and a modelled card with one network device, on which the bridge is a module or an extension. One thread. */
final class BridgeCard implements AutoCloseable {
    static final long ADDRESS = 0x0253_504E_0001L;
    /** Of a measurement. */
    static final int UNITS = 1_000;

    private static final String PROFILE = "lanai-33";
    private static final int WARM_UP = 100;
    private static final int WINDOW_BYTES = 1 << 20;
    private static final int RECEIVE_BUFFERS = 16;
    private static final long SLICE_NS = 1_000_000;
    private static final long TIMEOUT_NS = 1_000_000_000;
    private static final int HANDLER = 1;
    private static final int[] WORDS = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};

    private final BridgedWork work;
    private final ModelledEngine engine;
    private final CaptureWire wire;
    private final NodeHost host;
    private final Iop iop;
    private final IopDriver driver;
    private final Cost cost = new Cost();
    private long sent;
    private int answers;

    /** What the card's processor does in steps that find work: how often each operation, and its picoseconds. */
    static final class Cost implements EngineObserver {
        private final Map<Op, Long> pending = new EnumMap<>(Op.class);
        private final Map<Op, Long> pendingPs = new EnumMap<>(Op.class);
        final Map<Op, Long> times = new EnumMap<>(Op.class);
        final Map<Op, Long> picoseconds = new EnumMap<>(Op.class);

        @Override
        public void onBegin(String agent, long timePs) {
            pending.clear();
            pendingPs.clear();
        }

        @Override
        public void onCharge(String agent, Op op, long count, long chargedPs) {
            pending.merge(op, count, Long::sum);
            pendingPs.merge(op, chargedPs, Long::sum);
        }

        @Override
        public void onEnd(String agent, Work kind, long fromPs, long toPs) {
            if (kind != Work.IDLE_STEP && agent.endsWith("/card")) {
                pending.forEach((op, count) -> times.merge(op, count, Long::sum));
                pendingPs.forEach((op, ps) -> picoseconds.merge(op, ps, Long::sum));
            }
        }

        private void clear() {
            times.clear();
            picoseconds.clear();
        }
    }

    private BridgeCard(BridgedWork work, boolean observed) {
        this.work = work;
        MachineProfile profile = ProfileFile.find(PROFILE);
        engine = new ModelledEngine(profile, 1);
        if (observed) {
            engine.observe(cost);
        }
        NodeBuilder node = new NodeBuilder(engine, "node0", 1);
        host = node.host(profile.host());
        iop = node.join(node.iop("card", profile.iop(), builder -> builder.window(WINDOW_BYTES)));
        wire = engine.add("node0/wire", profile.iop(), agent -> new CaptureWire(agent, "wire", work.packets(), profile.wire(),
            RECEIVE_BUFFERS));
        wire.listenToSent((memory, offset, length, arrivalNs) -> sent++);
        iop.install(new NicModule(NicSettings.of("lan", ADDRESS).promiscuous(), wire.ports().getFirst()));
        driver = host.driver().add(iop.function());
    }

    private Tasks tasks() {
        return engine.tasks(host.agent());
    }

    private void boot() {
        engine.start();
        Pending.await(tasks(), "the boot", host.driver()::boot).orThrow();
    }

    /** Runs the bridge as a module, in a process that counts: an observer would be counted with the code that it observes. */
    static void countModule(BridgedWork work, MeasurementObserver witness) {
        ofModule(work, witness, false);
    }

    /** Runs the bridge as a module. */
    static Cost ofModule(BridgedWork work) {
        return ofModule(work, MeasurementObserver.NONE, true);
    }

    private static Cost ofModule(BridgedWork work, MeasurementObserver witness, boolean observed) {
        try (BridgeCard card = new BridgeCard(work, observed)) {
            NativeBridge bridge = new NativeBridge(work);
            int tid = card.iop.install(bridge);
            card.boot();
            card.engine.tasks(card.iop).run(bridge::begin);
            PrivateMessage message = new PrivateMessage(OrganizationId.SPINE, NativeBridge.ASK, Ints.asList(WORDS), List.of());
            return card.measure(true, witness, () -> {
                Pending.await(card.tasks(), "an answer", () -> card.driver.call(tid, message, TIMEOUT_NS));
                card.answers++;
            });
        }
    }

    /** Runs the bridge as an extension. */
    static Cost ofExtension(BridgedWork work, boolean handsOn) {
        try (BridgeCard card = new BridgeCard(work, true)) {
            int tid = card.iop.install(new RuntimeModule(WINDOW_BYTES / 2, InstanceLimits.STANDARD));
            card.boot();
            RuntimeClient client = new RuntimeClient(card.driver, tid, card.host.memory(), card.tasks());
            int instance = client.load(PackagedExtension.image("bridge", Bridge.class), LoadOptions.OF_NODE
                .with("looks-at", work == BridgedWork.VIDEO ? "video" : "packets").with("hands-on", handsOn ? "yes" : "no"));
            client.listen(HANDLER, message -> card.answers++);
            return card.measure(handsOn, MeasurementObserver.NONE, () -> {
                int before = card.answers;
                client.send(instance, HANDLER, WORDS);
                if (handsOn) {
                    card.tasks().await("an answer", () -> card.answers > before);
                } else {
                    card.engine.advanceTo(card.engine.nowNs() + SLICE_NS);
                }
            });
        }
    }

    private Cost measure(boolean handsOn, MeasurementObserver witness, Runnable message) {
        run(WARM_UP, message);
        witness.onBegin();
        cost.clear();
        sent = 0;
        answers = 0;
        run(UNITS, message);
        long came = work == BridgedWork.MESSAGE ? answers : sent;
        if (came != (handsOn ? UNITS : 0) && !(work == BridgedWork.MESSAGE && !handsOn)) {
            throw new IllegalStateException(came + " of " + UNITS + " were handed on");
        }
        return cost;
    }

    private void run(int units, Runnable message) {
        if (work == BridgedWork.MESSAGE) {
            for (int i = 0; i < units; i++) {
                message.run();
            }
        } else {
            tasks().run(() -> host.agent().context().deliver(wire.orders(), new ReplayOrder(new Pace.AsBuffersReturn(), units)));
            do {
                engine.advanceTo(engine.nowNs() + SLICE_NS);
            } while (!wire.isDone() || !engine.isIdle());
        }
    }

    @Override
    public void close() {
        engine.close();
    }
}
