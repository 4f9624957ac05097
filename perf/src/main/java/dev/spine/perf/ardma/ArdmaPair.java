package dev.spine.perf.ardma;

import dev.spine.device.disk.store.Store;
import dev.spine.extension.ardma.client.ClientExtension;
import dev.spine.extension.ardma.host.ArdmaClient;
import dev.spine.extension.ardma.host.ArdmaServer;
import dev.spine.extension.ardma.host.DiskBlocks;
import dev.spine.extension.ardma.host.RemoteServer;
import dev.spine.extension.ardma.server.ServerExtension;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.host.driver.HostCounters;
import dev.spine.iop.bus.Account;
import dev.spine.iop.bus.BusAgent;
import dev.spine.perf.pair.Workstation;
import dev.spine.perf.pair.WorkstationPair;
import dev.spine.perf.process.HostProcess;
import org.jspecify.annotations.Nullable;

/**
 * A client and a server of Active RDMA on a described machine, in virtual time, with all clocks and counters. A program of the client's
 * host pays what its operating system takes for having the card send a request and for being told of the answer. One thread.
 */
final class ArdmaPair implements AutoCloseable {
    private static final double NS_PER_SECOND = 1e9;
    private static final BusAgent CARD = new BusAgent(1, "card");

    private final WorkstationPair pair;
    private final Workstation client;
    private final Workstation node;
    private final int serverInstance;
    private final ArdmaServer server;
    private final RemoteServer remote;

    /**
     * Builds both and connects them.
     *
     * @param profile reference of the machines' profile
     * @param seed of all randomness
     * @param disk bytes of a disk of the server's card; null for none
     */
    ArdmaPair(String profile, long seed, @Nullable Store disk) {
        pair = new WorkstationPair(profile, seed, disk);
        boolean isBuilt = false;
        try {
            client = pair.near();
            node = pair.far();
            RuntimeClient far = node.client();
            serverInstance = far.load(PackagedExtension.image("ardma-server", ServerExtension.class), LoadOptions.OF_NODE);
            server = new ArdmaServer(node.side(far, node.tasks()), serverInstance);
            RuntimeClient near = client.client();
            int instance = near.load(PackagedExtension.image("ardma-client", ClientExtension.class), LoadOptions.OF_NODE);
            HostProcess process = client.tasks().call(() -> new HostProcess(client.host()));
            remote = new ArdmaClient(client.side(near, new ChargedTasks(client.tasks(), process)), instance)
                .connect(node.address(), serverInstance);
            isBuilt = true;
        } finally {
            if (!isBuilt) {
                pair.close();
            }
        }
    }

    /** {@return the server's host side} */
    ArdmaServer server() {
        return server;
    }

    /** {@return the server as its client sees it} */
    RemoteServer remote() {
        return remote;
    }

    /** {@return the disk of the server's card} */
    DiskBlocks disk(long bytes) {
        return node.disk(bytes);
    }

    /** {@return the client's clock} */
    long nowNs() {
        return client.tasks().call(() -> client.host().context().nowNs());
    }

    /** {@return all clocks and counters, as they are now} */
    Counts counts() {
        return new Counts();
    }

    /** All clocks and counters. */
    final class Counts {
        private final long ns = nowNs();
        private final long trips = node.counted(serverInstance, "requests");
        private final long calls = node.counted(serverInstance, "calls");
        private final long frames = client.framesSent() + node.framesSent();
        private final long wireBytes = client.bytesSent() + node.bytesSent();
        private final double clientHost = pair.processorSeconds(client.host());
        private final double clientCard = pair.processorSeconds(client.card());
        private final double serverCard = pair.processorSeconds(node.card());
        private final long messages = node.host().counters().messages();
        private final long interrupts = node.host().counters().get(HostCounters.Counter.INTERRUPTS);
        private final Account.Snapshot accounts = node.account(BusAgent.host()).plus(node.account(CARD));

        LookupReading since(Counts before, int lookups, long steps, boolean isRight) {
            return new LookupReading(lookups, (ns - before.ns) / NS_PER_SECOND, trips - before.trips, calls - before.calls,
                frames - before.frames, wireBytes - before.wireBytes, steps, clientHost - before.clientHost,
                clientCard - before.clientCard, serverCard - before.serverCard, messages - before.messages, interrupts - before.interrupts,
                accounts.since(before.accounts).hostMemoryBytes(), isRight);
        }
    }

    /** Holds what has run to the laws of conservation. */
    void verify() {
        pair.verify();
    }

    @Override
    public void close() {
        pair.close();
    }
}
