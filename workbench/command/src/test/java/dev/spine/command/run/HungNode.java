package dev.spine.command.run;

import dev.spine.device.wire.capture.CaptureWire;
import dev.spine.device.wire.capture.Pace;
import dev.spine.device.wire.capture.ReplayOrder;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.runtime.RuntimeModule;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.i2o.IopState;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.system.BuiltInExtension;
import dev.spine.system.EngineChoice;
import dev.spine.system.SpineSystem;
import dev.spine.system.graph.SpineComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;

/**
 * Two cards, {@code bad} and {@code good}, with their host and their wires on one thread. Each has an extension that hears of every packet;
 * that of the first hangs when the test says so.
 */
final class HungNode implements AutoCloseable {
    /** An activation of the extension for a packet. */
    static final String PACKET = "packet handler";
    /** An activation of the extension for its timer. */
    static final String TIMER = "handler 16";

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long PAGE = 4096;
    private static final String TEXT = """
        name = "two-cards"

        [[wire]]
        kind = "capture"
        name = "one"
        file = "bars"

        [[wire]]
        kind = "capture"
        name = "two"
        file = "bars"

        [[iop]]
        name = "bad"

        [[iop.device]]
        kind = "lan"
        wire = "one"

        [[iop.device]]
        kind = "runtime"
        memory = "256K"

        [[iop]]
        name = "good"

        [[iop.device]]
        kind = "lan"
        wire = "two"

        [[iop.device]]
        kind = "runtime"
        memory = "256K"
        """;

    final List<String> log = Collections.synchronizedList(new ArrayList<>());
    final LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1);
    final SpineSystem system;
    private final HungLeaf leaf = new HungLeaf();
    private final List<CountDownLatch> latches = new ArrayList<>();
    private final Map<String, RuntimeClient> clients = new HashMap<>();

    /** A node in operation with its extensions and packets; an activation may take so long. */
    HungNode(Duration limit) {
        engine.watch(limit, log::add);
        SpineComponent graph = SpineComponent.create();
        system = EngineChoice.LIVE.build(graph.systemFactory(), graph.systemFile().read("two cards", TEXT), engine);
        ((RuntimeModule) module("bad")).observe(leaf);
        system.boot().orThrow();
        load("bad");
        load("good");
        play("one");
        play("two");
        awaitPackets("bad");
        awaitPackets("good");
    }

    /** The runtime of a card as it is now. */
    DeviceModule module(String iop) {
        return Objects.requireNonNull(system.iop(iop).kernel().directory().device(system.device(iop, "runtime").tid())).module();
    }

    RuntimeClient runtime(String iop) {
        return clients.computeIfAbsent(iop,
            name -> new RuntimeClient(system.driver(name), system.device(name, "runtime").tid(), system.hostMemory(), system.tasks()));
    }

    void load(String iop) {
        runtime(iop).load(BuiltInExtension.ACCOUNTING.image().bytes(), LoadOptions.OF_NODE);
    }

    private void play(String wire) {
        system.tasks().run(() -> system.host().context().deliver(((CaptureWire) system.wire(wire)).orders(),
            ReplayOrder.endless(new Pace.AsRecorded())));
    }

    private long activations(String iop) {
        List<InstanceStatus> all = runtime(iop).list();
        return all.isEmpty() ? -1 : all.getFirst().number("activations");
    }

    void awaitPackets(String iop) {
        long before = activations(iop);
        await("packets for the extension on " + iop, () -> activations(iop) > before);
    }

    IopState state(String iop) {
        return Objects.requireNonNull(IopState.of(
            system.await("the status of " + iop, () -> system.driver().status(system.driver(iop))).iopState()));
    }

    static void await(String what, BooleanSupplier condition) {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > until) {
                throw new AssertionError("in a minute there was not " + what);
            }
            Thread.onSpinWait();
        }
    }

    /** The next activation of a kind on the first card will hang; returns what lets it go. */
    CountDownLatch arm(String what) {
        CountDownLatch latch = leaf.arm(what);
        latches.add(latch);
        return latch;
    }

    /** As {@link #arm}, and waits until its thread was given up. */
    CountDownLatch hang(String what) {
        long failed = engine.watched().failedAgents();
        CountDownLatch latch = arm(what);
        await("a thread that is given up", () -> engine.watched().failedAgents() > failed);
        return latch;
    }

    void reset() {
        system.await("the reset", () -> system.driver().restart(system.driver("bad")));
    }

    /** How many threads that were given up have ended. */
    long ended() {
        synchronized (log) {
            return log.stream().filter(line -> line.endsWith("the thread that was given up has ended")).count();
        }
    }

    /** How many regions the bus has. */
    int regions() {
        int count = 0;
        for (long at = 0; at < 1L << Integer.SIZE;) {
            Region region = system.bus().find(at, 1);
            count += region == null ? 0 : 1;
            at = region == null ? at + PAGE : region.end() + PAGE - 1 & -PAGE;
        }
        return count;
    }

    /** How many requests to the first card are in flight or standing. */
    int contexts() {
        return system.tasks().call(() -> system.driver("bad").contextsInUse());
    }

    @Override
    public void close() {
        latches.forEach(CountDownLatch::countDown);
        system.close();
    }
}
