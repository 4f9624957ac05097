package dev.spine.perf.panic;

import dev.spine.extension.experiment.latency.RoundTripExtension;
import dev.spine.extension.experiment.latency.RoundTripProtocol;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.perf.pair.Workstation;
import dev.spine.perf.pair.WorkstationPair;
import dev.spine.perf.process.HostProcess;

/** What it takes to wake a thread of a host that waits in a call for a message of its card. Any thread. */
public final class ThreadWake {
    private static final String HOST = "node0/host";
    private static final double NS_PER_US = 1e3;

    private ThreadWake() {}

    /** When the thread ran. */
    private static final class Woken {
        boolean isAwake;
        long tookNs;
    }

    /**
     * {@return microseconds from the host's beginning to look at what has come until the thread's call has returned}
     *
     * @param profile reference of the machine's profile
     * @param seed of all randomness
     */
    public static double us(String profile, long seed) {
        CardWatch watch = new CardWatch();
        try (WorkstationPair pair = WorkstationPair.observed(profile, seed, watch)) {
            Workstation near = pair.near();
            RuntimeClient client = near.client();
            int instance = client.load(PackagedExtension.image("round-trips", RoundTripExtension.class),
                LoadOptions.OF_NODE.with("peer", Long.toString(pair.far().address())));
            Woken woken = new Woken();
            HostProcess thread = near.tasks().call(() -> new HostProcess(near.host()));
            client.listen(RoundTripProtocol.RESULT, _ -> {
                thread.messageArrived();
                woken.tookNs = near.host().context().nowNs() - watch.begunNs(HOST);
                woken.isAwake = true;
            });
            client.send(instance, RoundTripProtocol.ORDER, RoundTripProtocol.NO_CLOCK_READS, 1, 0);
            near.tasks().await("the message that wakes the thread", () -> woken.isAwake);
            pair.verify();
            return woken.tookNs / NS_PER_US;
        }
    }
}
