package dev.spine.extension.ardma.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.client.ClientExtension;
import dev.spine.extension.ardma.host.demo.Barrier;
import dev.spine.extension.ardma.server.ServerExtension;
import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.harness.LoadedExtension;
import dev.spine.extension.harness.SimulatedCard;
import dev.spine.extension.harness.SimulatedNetwork;
import dev.spine.extension.host.library.HostSide;
import dev.spine.iop.engine.RunningTask;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Six participants on two nodes meet at a barrier over three servers, each of them at the barrier by a form of its own. */
@Tag("AR-18")
class BarrierTest {
    private static final int SERVERS = 3;
    private static final int GROUP = 2;
    private static final int ROUNDS = 3;

    private final long seed = Long.getLong("spine.seed", new Random().nextLong());

    private static HostSide side(SimulatedCard at) {
        return new HostSide(at.runtime(), at.host(), at.hostMemory(), at.tasks());
    }

    /** Servers on the first nodes, and two clients behind them. */
    private static final class Cluster implements AutoCloseable {
        private final SimulatedNetwork network;
        private final List<LoadedExtension> cards = new ArrayList<>();
        private final List<Barrier> participants = new ArrayList<>();

        Cluster(HarnessEngine engine) {
            network = SimulatedNetwork.of(SERVERS + 2, engine, 1, SimulatedCard.with(ClientExtension.class).withoutTrace());
            for (int i = 0; i < SERVERS; i++) {
                LoadedExtension card = network.card(i).load(ServerExtension.class);
                cards.add(card);
                ArdmaServer server = new ArdmaServer(side(network.card(i)), card.number());
                Demonstrations.offerBarrier(server);
            }
            for (int client = 0; client < 2; client++) {
                SimulatedCard at = network.card(SERVERS + client);
                ArdmaClient ardma = new ArdmaClient(side(at), at.extension().number());
                List<RemoteServer> servers = new ArrayList<>();
                for (int i = 0; i < SERVERS; i++) {
                    servers.add(ardma.connect(network.card(i).hardwareAddress(), cards.get(i).number()));
                }
                for (int i = 0; i < SERVERS; i++) {
                    Form form = Form.values()[(client + i) % Form.values().length];
                    participants.add(new Barrier(servers.stream().map(server -> Demonstrations.place(server, form)).toList(), i, GROUP));
                }
            }
        }

        @Override
        public void close() {
            network.settle();
            cards.forEach(LoadedExtension::acceptHoldings);
            network.cards().forEach(card -> card.extension().acceptHoldings());
            network.close();
        }
    }

    @Test
    void nobodyGoesOnBeforeTheLastHasArrived() {
        try (Cluster cluster = new Cluster(HarnessEngine.MODELLED)) {
            List<Barrier> order = new ArrayList<>(cluster.participants);
            Random random = new Random(seed);
            for (int round = 0; round < ROUNDS; round++) {
                Collections.shuffle(order, random);
                for (Barrier next : order) {
                    order.forEach(each -> assertFalse(each.isOver(), "-Dspine.seed=" + seed));
                    next.arrive();
                }
                order.forEach(each -> assertTrue(each.isOver(), "-Dspine.seed=" + seed));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void participantsAtTheSameTimeAreNeverMoreThanARoundApart(HarnessEngine engine) {
        try (Cluster cluster = new Cluster(engine)) {
            Map<Integer, AtomicInteger> arrived = new HashMap<>();
            for (int round = 0; round < ROUNDS; round++) {
                arrived.put(round, new AtomicInteger());
            }
            AtomicInteger early = new AtomicInteger();
            List<RunningTask> running = new ArrayList<>();
            for (int i = 0; i < cluster.participants.size(); i++) {
                Barrier barrier = cluster.participants.get(i);
                running.add(cluster.network.card(SERVERS + i / SERVERS).tasks().spawn("participant " + i, () -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        arrived.get(round).incrementAndGet();
                        barrier.arrive();
                        while (!barrier.isOver()) {
                            // It looks again: each look is a round trip.
                        }
                        early.addAndGet(arrived.get(round).get() == SERVERS * GROUP ? 0 : 1);
                    }
                }));
            }
            cluster.network.card(SERVERS).tasks().await("all participants", () -> running.stream().allMatch(RunningTask::hasEnded));
            assertEquals(0, early.get());
        }
    }
}
