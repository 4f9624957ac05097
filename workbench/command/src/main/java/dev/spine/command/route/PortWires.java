package dev.spine.command.route;

import dev.spine.command.control.Refusal;
import dev.spine.command.control.RequestException;
import dev.spine.command.route.plan.RoutePlan;
import dev.spine.command.route.plan.StaticTable;
import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.SystemCallException;
import dev.spine.device.os.TapDevice;
import dev.spine.device.os.TapSettings;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.tap.TapWire;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The interface of each port's wire. Ports with a TAP interface can lose it, and get another, while packets pass. Any thread. */
final class PortWires {
    private static final String NONE = "no interface";
    private static final long NOTICED_NS = TimeUnit.MILLISECONDS.toNanos(1_500);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Map<String, Place> places = new LinkedHashMap<>();
    private final Consumer<String> text;

    /** A port's wire. */
    private static final class Place {
        private final Wire wire;
        /** Held while the interface is exchanged. */
        private final ReentrantLock lock = new ReentrantLock();
        private volatile String label;
        /** As what the card appears to the host. */
        private volatile @Nullable TapDevice host;
        /** Whether it was told that the interface is gone; guarded by the lock. */
        private boolean isNotifiedGone;

        private Place(Wire wire, String label) {
            this.wire = wire;
            this.label = label;
        }
    }

    /**
     * The wires as they are when the router begins.
     *
     * @param ports all
     * @param wire gives a wire by its name
     * @param text is notified of each change, a line each
     */
    PortWires(List<RoutePlan.Port> ports, Function<String, Wire> wire, Consumer<String> text) {
        this.text = text;
        for (RoutePlan.Port port : ports) {
            Wire made = wire.apply(port.wireName());
            boolean isWithout = made.carrier() instanceof TapWire tap && !tap.device().isAttached();
            places.put(port.iop(), new Place(made, isWithout ? NONE : port.wire()));
        }
    }

    /** The card of a port appears to the host as an interface. */
    void appears(String port, TapDevice host) {
        place(port).host = host;
    }

    private Place place(String port) {
        return Objects.requireNonNull(places.get(port));
    }

    /** {@return the wire of a port} */
    Wire of(String port) {
        return place(port).wire;
    }

    /** {@return the interface of a port now, for people} */
    String label(String port) {
        return place(port).label;
    }

    /** Tells of each interface that somebody has deleted since the last look. Waits for nobody. */
    void look() {
        places.forEach((port, place) -> {
            if (place.wire.isGone() && place.lock.tryLock()) {
                try {
                    if (place.wire.isGone() && !place.isNotifiedGone) {
                        place.isNotifiedGone = true;
                        String cure = place.wire.carrier() instanceof TapWire
                            ? "to have one again: spine route attach " + port + " NAME[@NETNS]"
                            : "start again to have it back";
                        text.accept("the wire of " + port + ", " + place.label + ", is gone: somebody has deleted it. Everything else goes"
                            + " on; " + cure);
                    }
                } finally {
                    place.lock.unlock();
                }
            }
        });
    }

    /**
     * Gives a port an interface.
     *
     * @param port its name
     * @param name of the interface
     * @param namespace name or path of its network namespace, null for that of this process
     * @throws RequestException there is no such port, it has an interface, or the system does not give this one
     */
    void attach(String port, String name, @Nullable String namespace) throws RequestException {
        Place place = find(port);
        TapWire wire = tap(port, place);
        String wrong = TapSettings.wrongName(name);
        if (wrong != null) {
            throw new RequestException(Refusal.MALFORMED, "\"" + name + "\" " + wrong);
        }
        place.lock.lock();
        try {
            if (wire.device().index() >= 0) {
                throw new RequestException(Refusal.BUSY, "port " + port + " has " + place.label + ": detach that first, with spine route"
                    + " detach " + port);
            }
            awaitNoticed(place.host);
            wire.attach(name, namespace == null ? NetworkNamespace.OWN : NetworkNamespace.of(namespace));
            place.isNotifiedGone = false;
            place.label = StaticTable.label("tap", name, namespace);
            text.accept("port " + port + " has " + place.label + " now");
        } catch (SystemCallException e) {
            throw new RequestException(Refusal.NONE, String.valueOf(e.getMessage()));
        } finally {
            place.lock.unlock();
        }
    }

    /** Linux takes up to a second to notice that a link is down, and forgets the neighbours there only if it does. */
    private static void awaitNoticed(@Nullable TapDevice host) {
        long begin = System.nanoTime();
        while (host != null && host.isRunning() > 0 && System.nanoTime() - begin < NOTICED_NS) {
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    /**
     * Takes the interface of a port away; one that was made for it is gone then.
     *
     * @param port its name
     * @throws RequestException there is no such port, or it has no interface
     */
    void detach(String port) throws RequestException {
        Place place = find(port);
        TapWire wire = tap(port, place);
        place.lock.lock();
        try {
            if (!wire.device().isAttached()) {
                throw new RequestException(Refusal.NONE, "port " + port + " has no interface: to give it one, spine route attach " + port
                    + " NAME[@NETNS]");
            }
            wire.detach();
            place.isNotifiedGone = false;
            text.accept("port " + port + " has no interface any more, it had " + place.label);
            place.label = NONE;
        } catch (SystemCallException e) {
            throw new RequestException(Refusal.FAILED, String.valueOf(e.getMessage()));
        } finally {
            place.lock.unlock();
        }
    }

    private Place find(String port) throws RequestException {
        Place place = places.get(port);
        if (place == null) {
            throw new RequestException(Refusal.NONE, "there is no port '" + port + "': they are " + String.join(", ", places.keySet()));
        }
        return place;
    }

    private static TapWire tap(String port, Place place) throws RequestException {
        if (!(place.wire.carrier() instanceof TapWire tap)) {
            throw new RequestException(Refusal.NONE, "port " + port + " is no TAP interface but " + place.label
                + ", which stays while the router runs");
        }
        return tap;
    }
}
