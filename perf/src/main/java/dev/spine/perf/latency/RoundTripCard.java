package dev.spine.perf.latency;

import dev.spine.extension.experiment.latency.RoundTripExtension;
import dev.spine.extension.experiment.latency.RoundTripProtocol;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.host.library.HostSide;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.iop.bus.Region;
import dev.spine.perf.pair.Workstation;

/** The card of a workstation with {@link RoundTripExtension}, its first instance, as the host sees it. Used by one thread. */
final class RoundTripCard {
    private final Workstation station;
    private final RuntimeClient client;
    private final int instance;
    private Answer answer = Answer.NONE;
    private long askedNs;

    /** What the card has said last. */
    private record Answer(boolean isThere, long number, long atNs) {
        private static final Answer NONE = new Answer(false, 0, 0);
    }

    /** Loads the extension, which exchanges with that of another workstation, and grants it the segment. */
    RoundTripCard(Workstation station, Workstation peer) {
        this.station = station;
        client = station.client();
        HostSide side = station.side(client, station.tasks());
        instance = client.load(PackagedExtension.image("round-trips", RoundTripExtension.class),
            LoadOptions.OF_NODE.with("peer", Long.toString(peer.address())));
        client.listen(RoundTripProtocol.RESULT, message -> answer = new Answer(true,
            (long) message.wordOrZero(Workstations.FIRST_WORD) << Integer.SIZE
                | Integer.toUnsignedLong(message.wordOrZero(Workstations.FIRST_WORD + 1)), station.host().context().nowNs()));
        Region segment = side.memory().allocateClosed("segment", RoundTripProtocol.MAX_BYTES);
        station.tasks().run(() -> {
            if (!client.tryGrant(instance, RoundTripProtocol.SEGMENT, 0, segment, side.memory().grant(segment, client.busAgent()))) {
                throw new IllegalStateException("a card that has nothing to do has no frame for its host");
            }
        });
        awaitAnswer();
    }

    RuntimeClient client() {
        return client;
    }

    int instance() {
        return instance;
    }

    /** {@return nanoseconds that an order took, by the card's clock} */
    long order(int what, int bytes, int times) {
        client.send(instance, RoundTripProtocol.ORDER, what, bytes, times);
        return awaitAnswer().number;
    }

    /** {@return nanoseconds from sending an order to its answer, by the host's clock} */
    long timedOrder(int what, int bytes, int times) {
        station.tasks().run(() -> {
            askedNs = station.host().context().nowNs();
            if (!client.trySend(instance, RoundTripProtocol.ORDER, what, bytes, times)) {
                throw new IllegalStateException("a card that has nothing to do has no frame for its host");
            }
        });
        return awaitAnswer().atNs - askedNs;
    }

    private Answer awaitAnswer() {
        station.tasks().await("what the card says", () -> answer.isThere);
        return station.tasks().call(() -> {
            Answer last = answer;
            answer = Answer.NONE;
            return last;
        });
    }
}
