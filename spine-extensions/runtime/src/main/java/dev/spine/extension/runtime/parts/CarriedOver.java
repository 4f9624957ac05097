package dev.spine.extension.runtime.parts;

import dev.spine.extension.runtime.network.NetworkSettings;
import dev.spine.extension.runtime.report.ActivationObserver;
import dev.spine.extension.runtime.watch.ActivationWatch;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Transfer;
import org.jspecify.annotations.Nullable;

/**
 * What goes from one life of a runtime on its card to the next, when its device is destroyed and the IOP reset: transfers may still be in
 * flight, no serial number comes twice, and what was counted stays counted. Belongs to the card's agent.
 */
public final class CarriedOver {
    /** Transfers of all instances, and two of the runtime itself. */
    public static final int MAX_TRANSFERS = 1 << 16;
    private static final int FIRST_PACKETS = 500;

    private final DeliveryList<Transfer> completions = DeliveryList.singleProducer("runtime completions", MAX_TRANSFERS);
    private @Nullable ActivationWatch watch;
    private boolean watched;
    private NetworkSettings network = NetworkSettings.STANDARD;
    private int firstPackets = FIRST_PACKETS;
    private int serials;
    private long dropped;
    private long failed;
    private String lastFailure = "";

    /** Nothing yet. */
    public CarriedOver() {}

    /** {@return what a runtime on another thread begins with: who looks on, and nothing that was in flight} */
    public CarriedOver onAnotherThread() {
        CarriedOver next = new CarriedOver();
        next.watch = watch;
        next.watched = watched;
        next.firstPackets = firstPackets;
        next.network = network;
        return next;
    }

    /**
     * Has somebody notified of each activation. Before anything is loaded; it makes activations slow.
     *
     * @param observer is notified on the card's agent
     */
    public void observe(ActivationObserver observer) {
        watch = new ActivationWatch(observer);
        watched = true;
    }

    /**
     * Sets how much the card keeps for its traffic with other nodes. Before its IOP takes it.
     *
     * @param settings in place of the standard ones
     */
    public void network(NetworkSettings settings) {
        network = settings;
    }

    /** {@return how much the card keeps for its traffic with other nodes} */
    public NetworkSettings network() {
        return network;
    }

    /** {@return what is told of each activation, or null} */
    public @Nullable ActivationWatch watch() {
        return watch;
    }

    /** {@return whether there is a {@link #watch}}, without naming its class: as long as that is not loaded, naming it costs a call. */
    public boolean isWatched() {
        return watched;
    }

    /** {@return packets that a handler has had before it gets a path of its own}, which takes some time to make */
    public int firstPackets() {
        return firstPackets;
    }

    /**
     * Another number of {@link #firstPackets}, before anything is loaded.
     *
     * @param packets from 0 on
     */
    public void firstPackets(int packets) {
        firstPackets = packets;
    }

    /** {@return where the ends of transfers arrive} */
    public DeliveryList<Transfer> completions() {
        return completions;
    }

    /** {@return a number that no instance of this card has had} */
    public int nextSerial() {
        return ++serials;
    }

    /**
     * An instance is gone.
     *
     * @param droppedByIt messages and packets that no handler of it got
     * @param failedOfIt activations that have failed
     */
    public void gone(long droppedByIt, long failedOfIt) {
        dropped += droppedByIt;
        failed += failedOfIt;
    }

    /** {@return messages and packets that came to instances that are gone, and that no handler got} */
    public long dropped() {
        return dropped;
    }

    /** {@return activations that have failed of instances that are gone} */
    public long failed() {
        return failed;
    }

    /** {@return the last failure of an extension in words, or an empty text} */
    public String lastFailure() {
        return lastFailure;
    }

    /**
     * An extension has failed.
     *
     * @param text that in words
     */
    public void lastFailure(String text) {
        lastFailure = text;
    }
}
