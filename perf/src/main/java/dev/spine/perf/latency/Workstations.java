package dev.spine.perf.latency;

import dev.spine.extension.experiment.latency.RoundTripProtocol;
import dev.spine.iop.engine.Agent;
import dev.spine.node.Opened;
import dev.spine.perf.pair.Workstation;
import dev.spine.perf.pair.WorkstationPair;

/** Two workstations whose cards exchange messages. One thread. */
final class Workstations implements AutoCloseable {
    /** Where the user words of a message of an extension begin. */
    static final int FIRST_WORD = 4;
    /** Connections are made and first copies of everything are there before anything is timed. */
    private static final int WARM_UP = 4;

    private final WorkstationPair pair;
    private final Workstation near;
    private final RoundTripCard nearCard;
    private final HostApplication application;

    /**
     * Builds and boots them, and loads their extensions.
     *
     * @param reference of the machine's profile
     * @param seed of all randomness
     */
    Workstations(String reference, long seed) {
        RoundTripCard farCard;
        try (Opened starting = new Opened()) {
            pair = new WorkstationPair(reference, seed);
            starting.add(pair::close);
            near = pair.near();
            nearCard = new RoundTripCard(near, pair.far());
            farCard = new RoundTripCard(pair.far(), near);
            starting.handOver();
        }
        application = near.tasks().call(() -> new HostApplication(near.host(), nearCard.client(), nearCard.instance(), true));
        nearCard.client().listen(RoundTripProtocol.ARRIVED, application);
        farCard.client().listen(RoundTripProtocol.ARRIVED,
            pair.far().tasks().call(() -> new HostApplication(pair.far().host(), farCard.client(), farCard.instance(), false)));
    }

    /**
     * {@return nanoseconds of one exchange or pass by the card's clock, the mean of many}
     *
     * @param what one of the orders of {@link RoundTripProtocol}
     * @param bytes of the data, 1 to {@link RoundTripProtocol#MAX_BYTES}
     * @param times how many
     */
    double ofCards(int what, int bytes, int times) {
        nearCard.order(what, bytes, WARM_UP);
        return nearCard.order(what, bytes, times) / (double) times;
    }

    /** {@return nanoseconds of an order by the host's clock, from its being sent to its answer} */
    double ofHost(int what, int bytes, int times) {
        nearCard.order(what, bytes, WARM_UP);
        return nearCard.timedOrder(what, bytes, times);
    }

    /** {@return nanoseconds from one handler of the card's extension to another to which it has sent a message} */
    double ofLocalMessage() {
        return nearCard.order(RoundTripProtocol.NO_CLOCK_READS, 1, 0);
    }

    /** {@return nanoseconds of one exchange between the applications by the host's clock, the mean of many} */
    double ofApplications(int bytes, int times) {
        exchange(bytes, WARM_UP);
        return exchange(bytes, times) / (double) times;
    }

    private long exchange(int bytes, int times) {
        near.tasks().run(() -> application.begin(bytes, times));
        near.tasks().await("the last exchange", application::hasEnded);
        return near.tasks().call(application::tookNs);
    }

    /** {@return nanoseconds that a program of the card pays for reading the clock into a variable: less what writing a number takes} */
    double ofClockRead() {
        int reads = RoundTripProtocol.MAX_READS;
        return (nearCard.order(RoundTripProtocol.CLOCK_READS, 1, reads)
            - nearCard.order(RoundTripProtocol.NO_CLOCK_READS, 1, reads)) / (double) reads;
    }

    /** {@return the workstation that orders are given to} */
    Workstation near() {
        return near;
    }

    /** {@return for how long a processor has worked so far, seconds} */
    double processorSeconds(Agent agent) {
        return pair.processorSeconds(agent);
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
