package dev.spine.extension.ardma.host;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.disk.store.Store;
import dev.spine.device.wire.fault.WireFaults;
import dev.spine.extension.ardma.client.ClientExtension;
import dev.spine.extension.ardma.server.ServerExtension;
import dev.spine.extension.harness.CardBuilder;
import dev.spine.extension.harness.CardDisk;
import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.harness.LoadedExtension;
import dev.spine.extension.harness.SimulatedCard;
import dev.spine.extension.harness.SimulatedNetwork;
import dev.spine.extension.host.library.HostSide;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** A server on node 0, and clients on the others. */
public final class TestServer implements AutoCloseable {
    /** Units of fuel that an activation of the server takes at most: a turn, and the call of a compiled form that it ends with. */
    private static final int MOST_FUEL = 470_000;

    public final SimulatedNetwork network;
    public final ArdmaServer server;
    final List<ArdmaClient> clients = new ArrayList<>();
    private final Set<Integer> gone = new HashSet<>();
    private LoadedExtension card;
    private boolean isThere = true;

    TestServer(int nodes, HarnessEngine engine) {
        this(nodes, engine, SimulatedCard.with(ClientExtension.class));
    }

    private TestServer(int nodes, HarnessEngine engine, CardBuilder cards) {
        network = SimulatedNetwork.of(nodes, engine, 1, cards.withoutTrace());
        card = network.card(0).load(ServerExtension.class);
        server = new ArdmaServer(side(0), card.number());
        for (int node = 1; node < nodes; node++) {
            clients.add(new ArdmaClient(side(node), network.card(node).extension().number()));
        }
    }

    /** Nodes whose cards have a disk; {@code disk} makes what keeps its bytes, that of the server first. */
    public static TestServer withDisk(int nodes, HarnessEngine engine, Supplier<? extends Store> disk) {
        return new TestServer(nodes, engine, SimulatedCard.with(ClientExtension.class).disk(disk));
    }

    /** The same, and the wire loses frames and brings others twice. */
    public static TestServer losing(double share, int nodes, HarnessEngine engine, Supplier<? extends Store> disk) {
        return new TestServer(nodes, engine, SimulatedCard.with(ClientExtension.class).disk(disk)
            .faults(WireFaults.builder().lost(share).repeated(share).build()));
    }

    /** The same, with the disk on an IOP of its own. */
    static TestServer withFarDisk(int nodes, HarnessEngine engine, Supplier<? extends Store> disk) {
        return new TestServer(nodes, engine, SimulatedCard.with(ClientExtension.class).farDisk(disk));
    }

    /** No activation of the server has taken more fuel than one may. */
    void assertTurnsEnd() {
        long most = card.report().mostFuel();
        assertTrue(most <= MOST_FUEL, () -> most + " units in one activation");
    }

    /** Blocks of the disk of the server's card. */
    public DiskBlocks blocks(long first, long bytes) {
        CardDisk disk = network.card(0).disk();
        return new DiskBlocks(disk.iopId(), disk.tid(), first, bytes);
    }

    public HostSide side(int node) {
        SimulatedCard at = network.card(node);
        return new HostSide(at.runtime(), at.host(), at.hostMemory(), at.tasks());
    }

    public LoadedExtension card() {
        return card;
    }

    public RemoteServer connect(int client) {
        return clients.get(client).connect(network.card(0).hardwareAddress(), card.number());
    }

    /** The server's card half ends. */
    void end() {
        card.unload();
        isThere = false;
    }

    /** Another one in the place of the one that is gone. */
    void begin() {
        card = network.card(0).load(ServerExtension.class);
        isThere = true;
    }

    /** The card of a client is reset. */
    void reset(int client) {
        network.card(client + 1).restart();
        gone.add(client + 1);
    }

    @Override
    public void close() {
        network.settle();
        for (int i = 0; i < network.cards().size(); i++) {
            if (!gone.contains(i)) {
                network.card(i).extension().acceptHoldings();
            }
        }
        if (isThere) {
            card.acceptHoldings();
        }
        network.close();
    }
}
