package dev.spine.extension.ardma.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.extension.ardma.client.ClientExtension;
import dev.spine.extension.ardma.server.ServerExtension;
import dev.spine.extension.harness.LoadedExtension;
import dev.spine.extension.harness.SimulatedCard;
import dev.spine.extension.harness.SimulatedNetwork;
import dev.spine.extension.host.library.HostSide;
import dev.spine.iop.engine.RunningTask;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * All demonstrations on 64 modelled nodes at a crossbar: 16 servers, and three clients of each at the same time, which share them
 * so that all are at each server and each is there in all forms. The first clients of each four servers meet at a barrier over these.
 */
@Tag("AR-20")
@Tag("full")
class ManyNodesTest {
    private static final int NODES = 64;
    private static final int SERVERS = 16;
    private static final int SHARES = 3;
    private static final int AT_BARRIER = 4;

    private record Served(long address, int instance, LoadedExtension card) {}

    private static HostSide side(SimulatedCard at) {
        return new HostSide(at.runtime(), at.host(), at.hostMemory(), at.tasks());
    }

    private static Served serve(SimulatedCard at) {
        LoadedExtension card = at.load(ServerExtension.class);
        ArdmaServer server = new ArdmaServer(side(at), card.number());
        for (int client = 0; client < NODES / SERVERS - 1; client++) {
            server.open("first" + client, Demonstrations.BYTES, true);
            server.open("second" + client, Demonstrations.BYTES, true);
        }
        Demonstrations.offer(server);
        Demonstrations.offerBarrier(server);
        return new Served(at.hardwareAddress(), card.number(), card);
    }

    @Test
    void allDemonstrationsAreTheSameAtOnceOnAllNodes() {
        ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
        try (SimulatedNetwork network = SimulatedNetwork.atCrossbar(NODES, 1, SimulatedCard.with(ClientExtension.class).withoutTrace())) {
            List<Served> servers = IntStream.range(0, SERVERS).mapToObj(i -> serve(network.card(i))).toList();
            List<RunningTask> running = new ArrayList<>();
            for (int node = SERVERS; node < NODES; node++) {
                SimulatedCard at = network.card(node);
                int home = node % SERVERS;
                int number = node / SERVERS - 1;
                Form form = Form.values()[number];
                Demonstrations.Share share = new Demonstrations.Share((number + home) % SHARES, SHARES);
                ArdmaClient client = new ArdmaClient(side(at), at.extension().number());
                running.add(at.tasks().spawn("client " + node, () -> {
                    RemoteServer server = client.connect(servers.get(home).address, servers.get(home).instance);
                    List<String> outcomes = Demonstrations.outcomes(share, server, form, server.lookup("first" + number),
                        server.lookup("second" + number));
                    if (!outcomes.equals(Demonstrations.expected(share))) {
                        wrong.add("server " + home + " by " + form + ": " + outcomes);
                    }
                    if (number == 0) {
                        int first = home / AT_BARRIER * AT_BARRIER;
                        List<RemoteServer> places = servers.subList(first, first + AT_BARRIER).stream()
                            .map(each -> client.connect(each.address, each.instance)).toList();
                        long missing = Demonstrations.missingAtBarrier(places, Form.ACTIVE, home - first, 1);
                        if (missing != 0) {
                            wrong.add(missing + " had not come when the barrier let a client of server " + home + " go");
                        }
                    }
                }));
            }
            network.card(SERVERS).tasks().await("all clients", () -> running.stream().allMatch(RunningTask::hasEnded));
            assertEquals(List.of(), List.copyOf(wrong));
            network.settle();
            servers.forEach(server -> server.card.acceptHoldings());
            network.cards().forEach(card -> card.extension().acceptHoldings());
        }
    }
}
