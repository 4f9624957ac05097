package dev.spine.extension.ardma.host;

import dev.spine.extension.ardma.client.ClientExtension;
import dev.spine.extension.ardma.server.ServerExtension;
import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.harness.LoadedExtension;
import dev.spine.extension.harness.SimulatedCard;
import dev.spine.extension.harness.SimulatedNetwork;
import dev.spine.extension.host.library.HostSide;
import java.util.ArrayList;
import java.util.List;

/** A server on node 0, and clients on the others. */
final class TestServer implements AutoCloseable {
    final SimulatedNetwork network;
    final ArdmaServer server;
    final List<ArdmaClient> clients = new ArrayList<>();
    private LoadedExtension card;

    TestServer(int nodes, HarnessEngine engine) {
        network = SimulatedNetwork.of(nodes, engine, 1, SimulatedCard.with(ClientExtension.class).withoutTrace());
        card = network.card(0).load(ServerExtension.class);
        server = new ArdmaServer(side(0), card.number());
        for (int node = 1; node < nodes; node++) {
            clients.add(new ArdmaClient(side(node), network.card(node).extension().number()));
        }
    }

    HostSide side(int node) {
        SimulatedCard at = network.card(node);
        return new HostSide(at.runtime(), at.host(), at.hostMemory(), at.tasks());
    }

    LoadedExtension card() {
        return card;
    }

    RemoteServer connect(int client) {
        return clients.get(client).connect(network.card(0).hardwareAddress(), card.number());
    }

    /** Another server in the place of the one that is gone. */
    void begin() {
        card = network.card(0).load(ServerExtension.class);
    }

    @Override
    public void close() {
        network.settle();
        network.cards().forEach(at -> at.extension().acceptHoldings());
        card.acceptHoldings();
        network.close();
    }
}
