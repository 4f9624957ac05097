package dev.spine.perf.panic;

import dev.spine.perf.panic.ProgramRoundTrips.OfApplications;

/** The programs of the round trips on two workstations: each is loaded, runs, and is unloaded. One thread. */
final class ProgramExchanges {
    private static final int EXCHANGES = ProgramRoundTrips.EXCHANGES;
    /** Where the readings are among the words of the programs. */
    private static final int NEAR_START = EXCHANGES;
    private static final int BUFFER_WORDS = 1_024;
    private static final int LOCK = 1;
    private static final int GO = 10;
    private static final double NS_PER_US = 1e3;

    private final PanicStations stations;
    private final PanicStation near;
    private final PanicStation far;
    private final PollingApplication beginning;
    private final PollingApplication answering;

    ProgramExchanges(PanicStations stations) {
        this.stations = stations;
        near = stations.near();
        far = stations.far();
        beginning = application(near, PanicStations.NEAR_CARD, true);
        answering = application(far, PanicStations.FAR_CARD, false);
    }

    private PollingApplication application(PanicStation of, String card, boolean begins) {
        return of.station().tasks().call(() -> new PollingApplication(of, stations.watch(), card, begins));
    }

    /** {@return nanoseconds of a round trip from card to card} */
    double cardsNs(int bytes) {
        int echo = far.listen(ProgramText.read("echo"));
        long before = near.activations();
        int ping = near.run(ProgramText.read("ping").length(bytes).address(far.station().address()));
        near.awaitActivations(before + EXCHANGES + 1);
        double mean = near.meanNs(ping, 0, NEAR_START, EXCHANGES);
        far.unload(echo);
        return mean;
    }

    /** {@return nanoseconds of a round trip between the hosts' memories} */
    double memoriesNs(int bytes) {
        ProgramText text = ProgramText.read("get-deliver").length(bytes);
        int answers = far.listen(text.address(near.station().address()));
        near.control().setLock(LOCK);
        long before = near.activations();
        int begins = near.run(text.address(far.station().address()));
        near.awaitActivations(before + EXCHANGES + 1);
        int first = BUFFER_WORDS + 2;
        double mean = near.meanNs(begins, first, first + EXCHANGES, EXCHANGES);
        far.unload(answers);
        return mean;
    }

    /** {@return nanoseconds of a pass between two readings of the clock} */
    double passNs(int bytes) {
        return alone(ProgramText.read("passes").length(bytes), BUFFER_WORDS + 1, EXCHANGES / 2);
    }

    /** {@return nanoseconds of reading the clock into a variable} */
    double clockNs() {
        return alone(ProgramText.read("clock"), 1, EXCHANGES);
    }

    private double alone(ProgramText text, int firstReading, int activations) {
        int id = near.listen(text);
        long before = near.activations();
        near.card().send(id, GO);
        near.awaitActivations(before + activations);
        return near.meanNs(id, firstReading, firstReading + EXCHANGES, EXCHANGES);
    }

    /** {@return a round trip between applications, of which each takes so much longer} */
    OfApplications applications(int bytes, int exchanges, long delayNs) {
        ProgramText text = ProgramText.read("app-to-app").length(bytes);
        int answers = far.listen(text.address(near.station().address()));
        int begins = near.listen(text.address(far.station().address()));
        near.control().clearFlag(LOCK);
        far.control().clearFlag(LOCK);
        far.station().tasks().run(() -> answering.begin(exchanges, delayNs));
        near.station().tasks().run(() -> beginning.begin(exchanges, delayNs));
        near.station().tasks().await("the last exchange", beginning::hasEnded);
        far.station().tasks().run(answering::end);
        double us = near.station().tasks().call(beginning::meanNs) / NS_PER_US;
        double lock = near.station().tasks().call(beginning::lockNs) + far.station().tasks().call(answering::lockNs);
        near.unload(begins);
        far.unload(answers);
        return new OfApplications(us, lock / exchanges / NS_PER_US);
    }
}
