package dev.spine.perf.latency;

import dev.spine.device.nic.NicModule;
import dev.spine.device.nic.NicSettings;
import dev.spine.device.wire.WirePort;
import dev.spine.extension.experiment.latency.RoundTripExtension;
import dev.spine.extension.experiment.latency.RoundTripProtocol;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.runtime.RuntimeModule;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.driver.Pending;
import dev.spine.iop.Iop;
import dev.spine.iop.bus.Account;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.Tasks;
import dev.spine.node.NodeBuilder;
import dev.spine.node.NodeHost;

/** A host with a card at a wire, on whose runtime {@link RoundTripExtension} is the first instance. Used by one thread. */
final class Workstation {
    private static final long FIRST_ADDRESS = 0x0253_504E_0001L;
    private static final int RUNTIME_BYTES = 512 << 10;
    private static final int WINDOW_BYTES = 1 << 20;

    private final long address;
    private final Engine engine;
    private final Bus bus;
    private final Iop iop;
    private final NodeHost host;
    private final IopDriver card;
    private final int runtime;
    private Answer answer = Answer.NONE;
    private long askedNs;

    /** What the card has said last. */
    private record Answer(boolean isThere, long number, long atNs) {
        private static final Answer NONE = new Answer(false, 0, 0);
    }

    /** Builds it in an engine that has not been started. */
    Workstation(Engine engine, MachineProfile profile, int number, WirePort port) {
        this.engine = engine;
        this.address = FIRST_ADDRESS + number;
        NodeBuilder node = new NodeBuilder(engine, "node" + number, 1);
        bus = node.bus();
        host = node.host(profile.host());
        iop = node.join(node.iop("card", profile.iop(), builder -> builder.window(WINDOW_BYTES)));
        iop.install(new NicModule(NicSettings.of("lan", address), port));
        runtime = iop.install(new RuntimeModule(RUNTIME_BYTES, InstanceLimits.STANDARD));
        card = host.driver().add(iop.function());
    }

    HostAgent host() {
        return host.agent();
    }

    Tasks tasks() {
        return engine.tasks(host());
    }

    /** What a bus agent has done on the bus so far: 0 is the host, 1 the card. */
    Account.Snapshot account(BusAgent busAgent) {
        return bus.account(busAgent).snapshot();
    }

    Iop card() {
        return iop;
    }

    void boot() {
        Pending.await(tasks(), "the boot", host.driver()::boot).orThrow();
    }

    /** Loads the extension, which exchanges with that of another workstation, and grants it the segment. */
    LoadedCard load(Workstation peer) {
        RuntimeClient client = new RuntimeClient(card, runtime, host.memory(), tasks());
        int instance = client.load(PackagedExtension.image("round-trips", RoundTripExtension.class),
            LoadOptions.OF_NODE.with("peer", Long.toString(peer.address)));
        client.listen(RoundTripProtocol.RESULT, message -> answer = new Answer(true,
            (long) message.wordOrZero(Workstations.FIRST_WORD) << Integer.SIZE
                | Integer.toUnsignedLong(message.wordOrZero(Workstations.FIRST_WORD + 1)), host().context().nowNs()));
        Region segment = host.memory().allocateClosed("segment", RoundTripProtocol.MAX_BYTES);
        tasks().run(() -> {
            if (!client.tryGrant(instance, RoundTripProtocol.SEGMENT, 0, segment, host.memory().grant(segment, client.busAgent()))) {
                throw new IllegalStateException("a card that has nothing to do has no frame for its host");
            }
        });
        awaitAnswer();
        return new LoadedCard(client, instance);
    }

    /**
     * The card's extension, as the host sees it.
     *
     * @param client of the card's runtime
     * @param instance number of the extension
     */
    record LoadedCard(RuntimeClient client, int instance) {}

    /** {@return nanoseconds that an order took, by the card's clock} */
    long order(LoadedCard extension, int what, int bytes, int times) {
        extension.client.send(extension.instance, RoundTripProtocol.ORDER, what, bytes, times);
        return awaitAnswer().number;
    }

    /** {@return nanoseconds from sending an order to its answer, by the host's clock} */
    long timedOrder(LoadedCard extension, int what, int bytes, int times) {
        tasks().run(() -> {
            askedNs = host().context().nowNs();
            if (!extension.client.trySend(extension.instance, RoundTripProtocol.ORDER, what, bytes, times)) {
                throw new IllegalStateException("a card that has nothing to do has no frame for its host");
            }
        });
        return awaitAnswer().atNs - askedNs;
    }

    private Answer awaitAnswer() {
        tasks().await("what the card says", () -> answer.isThere);
        return tasks().call(() -> {
            Answer last = answer;
            answer = Answer.NONE;
            return last;
        });
    }
}
