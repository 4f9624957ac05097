package dev.spine.perf.hop;

import dev.spine.iop.Iop;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.node.Opened;
import dev.spine.perf.report.BusyTimes;
import dev.spine.perf.report.LivePath;
import dev.spine.perf.report.MeasurementObserver;
import dev.spine.perf.report.PathReading;
import dev.spine.system.profile.ProfileFile;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/** Requests of 64 bytes from a device of one IOP to one of another, and their replies, 16 under way all the time. One thread. */
public final class HopExperiment {
    /** The name of its only path: by the kernels of both IOPs. */
    public static final String PATH = "i2o";

    private static final int WINDOW = 16;
    private static final int FRAMES = 32;
    private static final int BYTES = 128;
    private static final long SLICE_NS = 10_000;
    private static final long POLL_NS = 500_000;
    private static final long LIVE_LIMIT_NS = 60_000_000_000L;
    private static final double NS_PER_SECOND = 1e9;

    private HopExperiment() {}

    private record Pair(HopDevice asking, Iop from, Iop to) {
        static Pair on(Engine engine, ProcessorSpec processor) {
            PeerSystem system = new PeerSystem(engine, processor, 2);
            HopDevice asking = new HopDevice(WINDOW);
            HopDevice answering = new HopDevice(0);
            Iop from = system.add(asking);
            Iop to = system.add(answering);
            asking.connect(system.connect(from, asking.tid(), to, answering.tid(), FRAMES));
            return new Pair(asking, from, to);
        }
    }

    /**
     * {@return the exchange on this machine, everything on one thread}
     *
     * @param seed of the engine
     */
    public static LivePath live(long seed) {
        LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, seed);
        try (Opened starting = new Opened()) {
            starting.add(engine::close);
            Pair pair = Pair.on(engine, ProcessorSpec.THIS_MACHINE);
            engine.start();
            return path(pair, starting.handOver());
        }
    }

    private static LivePath path(Pair pair, Opened engine) {
        return new LivePath() {
            @Override
            public MeasuredRate pass(long units) {
                long before = pair.asking.replies();
                long begin = System.nanoTime();
                while (pair.asking.replies() - before < units) {
                    if (System.nanoTime() - begin > LIVE_LIMIT_NS) {
                        throw new IllegalStateException("requests from IOP to IOP have not come to an end in a minute");
                    }
                    LockSupport.parkNanos(POLL_NS);
                }
                long done = pair.asking.replies() - before;
                return new MeasuredRate(done, done * NS_PER_SECOND / (System.nanoTime() - begin), 0);
            }

            @Override
            public void close() {
                engine.close();
            }
        };
    }

    /**
     * {@return the exchange on a described machine}
     *
     * @param profile reference of the machine's profile
     * @param requests how many at least, at least 1
     * @param seed of the engine
     * @param witness looks on
     */
    public static PathReading read(String profile, long requests, long seed, MeasurementObserver witness) {
        MachineProfile machine = ProfileFile.find(profile);
        try (ModelledEngine engine = new ModelledEngine(machine, seed)) {
            witness.onEngine(engine);
            Pair pair = Pair.on(engine, machine.iop());
            engine.start();
            // The first ones find empty queues.
            advance(engine, pair, WINDOW);
            BusyTimes busyBefore = new BusyTimes(engine);
            double fromBefore = engine.meter(pair.from).processorSeconds();
            double toBefore = engine.meter(pair.to).processorSeconds();
            long before = pair.asking.replies();
            long begin = engine.nowNs();
            witness.onBegin();
            advance(engine, pair, before + requests);
            double seconds = (engine.nowNs() - begin) / NS_PER_SECOND;
            long done = pair.asking.replies() - before;
            Map<String, Double> shares = new TreeMap<>(new BusyTimes(engine).sharesSince(busyBefore, seconds));
            shares.put("iop1", (engine.meter(pair.from).processorSeconds() - fromBefore) / seconds);
            shares.put("iop2", (engine.meter(pair.to).processorSeconds() - toBefore) / seconds);
            return new PathReading(done, seconds, 0, done * BYTES, 1, 0, shares, null);
        }
    }

    private static void advance(ModelledEngine engine, Pair pair, long replies) {
        while (pair.asking.replies() < replies) {
            engine.advanceTo(engine.nowNs() + SLICE_NS);
        }
    }
}
