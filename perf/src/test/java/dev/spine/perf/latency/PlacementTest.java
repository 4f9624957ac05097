package dev.spine.perf.latency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.experiment.latency.RoundTripProtocol;
import dev.spine.iop.bus.Account;
import dev.spine.iop.bus.BusAgent;
import dev.spine.perf.pair.Workstation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** In whose memory frames lie decides who reaches over the bus for them, and whose processor waits. */
@Tag("SS-13")
class PlacementTest {
    private static final String CARD = "lanai-33";
    private static final String IN_HOST = CARD + " with placement.frames=host";
    private static final int ORDERS = 50;
    private static final BusAgent CARDS = new BusAgent(1, "card");
    private static final double NS_PER_SECOND = 1e9;
    /** Bytes that belong to no order: a message of the driver's own now and then. */
    private static final double OTHERS = 1;

    /** Of one message to the card and its answer: bytes by programmed I/O, and nanoseconds of processors. */
    private record Cost(double hostBytes, double cardBytes, double hostNs, double cardNs) {}

    private static Cost cost(String profile) {
        try (Workstations stations = new Workstations(profile, 1)) {
            Workstation near = stations.near();
            Account.Snapshot host = near.account(BusAgent.host());
            Account.Snapshot card = near.account(CARDS);
            double hostSeconds = stations.processorSeconds(near.host());
            double cardSeconds = stations.processorSeconds(near.card());
            for (int i = 0; i < ORDERS; i++) {
                stations.ofHost(RoundTripProtocol.NO_CLOCK_READS, 1, 0);
            }
            // Each comes after one to warm up.
            double messages = 2 * ORDERS;
            return new Cost(near.account(BusAgent.host()).since(host).controlBytes() / messages,
                near.account(CARDS).since(card).controlBytes() / messages,
                (stations.processorSeconds(near.host()) - hostSeconds) * NS_PER_SECOND / messages,
                (stations.processorSeconds(near.card()) - cardSeconds) * NS_PER_SECOND / messages);
        }
    }

    @Test
    void framesInTheHostsMemoryAreReadOverTheBusByTheCardAndNotWrittenByTheHost() {
        Cost onCard = cost(CARD);
        Cost inHost = cost(IN_HOST);

        // A small message of 64 bytes, of which only the doorbell is left to the host.
        assertEquals(64, onCard.hostBytes - inHost.hostBytes + 4, OTHERS);
        assertEquals(64, inHost.cardBytes - onCard.cardBytes, OTHERS);
        // 16 reads of 18 cycles of 30 ns each, the load itself among them.
        assertEquals(16 * 540.6, inHost.cardNs - onCard.cardNs, 16 * 540.6 * 0.1);
        // Two reads of registers that it does not wait for, 64 bytes that it copies, 16 words that it does not write over the bus.
        assertTrue(inHost.hostNs < onCard.hostNs - 500, onCard + " " + inHost);
    }

    @Test
    void aSlowerBusIsWaitedForByWhoReachesOverIt() {
        String slow = " with bus.clock-hz=16666666";
        Cost onCard = cost(CARD);
        Cost onCardSlow = cost(CARD + slow);
        Cost inHost = cost(IN_HOST);
        Cost inHostSlow = cost(IN_HOST + slow);

        double hostWaits = onCardSlow.hostNs - onCard.hostNs;
        double cardWaits = inHostSlow.cardNs - inHost.cardNs;
        // A host that reads registers for a message and its answer, and two of the answer's interrupt, waits 480 ns longer for each.
        assertEquals(4 * 480, hostWaits, 20);
        assertEquals(2 * 480, inHostSlow.hostNs - inHost.hostNs, 20);
        assertTrue(cardWaits > onCardSlow.cardNs - onCard.cardNs + 16 * 400, cardWaits + " and " + (onCardSlow.cardNs - onCard.cardNs));
    }
}
