package dev.spine.perf.route;

import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.SystemCallException;
import dev.spine.device.os.TapDevice;
import dev.spine.device.os.TapSettings;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.tap.TapWire;
import dev.spine.perf.control.Refusal;
import dev.spine.perf.control.RequestException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the wires of a router's ports end in. Those that end in TAP interfaces can lose theirs, and get others, while packets pass by the
 * rest. Any thread.
 */
final class PortWires {
    private static final String NONE = "no interface";
    private static final long NOTICED_NS = TimeUnit.SECONDS.toNanos(3);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Map<String, Wire> wires = new LinkedHashMap<>();
    private final Map<String, String> labels = new ConcurrentHashMap<>();
    /** Interfaces as which the cards appear to the host. */
    private final Map<String, TapDevice> hosts = new ConcurrentHashMap<>();
    /** Ports of whose interfaces it was told that they are gone; each while its wire is locked. */
    private final Set<String> gone = ConcurrentHashMap.newKeySet();
    private final Consumer<String> text;

    /**
     * The wires as they are when the router begins.
     *
     * @param ports all
     * @param wire gives a wire by its name
     * @param text hears of each change, a line each
     */
    PortWires(List<RoutePlan.Port> ports, Function<String, Wire> wire, Consumer<String> text) {
        this.text = text;
        for (RoutePlan.Port port : ports) {
            Wire made = wire.apply(port.wireName());
            wires.put(port.iop(), made);
            labels.put(port.iop(), made instanceof TapWire tap && !tap.device().isAttached() ? NONE : port.wire());
        }
    }

    /** The card of a port appears to the host as an interface. */
    void appears(String port, TapDevice host) {
        hosts.put(port, host);
    }

    /** {@return the wire of a port} */
    Wire of(String port) {
        return Objects.requireNonNull(wires.get(port));
    }

    /** {@return what the wire of a port ends in now, for people} */
    String label(String port) {
        return Objects.requireNonNull(labels.get(port));
    }

    /** Tells of each interface that somebody has deleted since the last look. */
    void look() {
        wires.forEach((port, wire) -> {
            synchronized (wire) {
                if (wire.isGone() && gone.add(port)) {
                    text.accept("the wire of " + port + ", " + label(port) + ", is gone: somebody has deleted it. Everything else goes on; "
                        + (wire instanceof TapWire ? "spine route attach " + port + " NAME gives it another"
                            : "start again to have it back"));
                }
            }
        });
    }

    /**
     * Has the wire of a port end in an interface.
     *
     * @param port its name
     * @param name of the interface
     * @param namespace name or path of its network name space, null for that of this process
     * @throws RequestException there is no such port, it has an interface, or the system does not give this one
     */
    void attach(String port, String name, @Nullable String namespace) throws RequestException {
        TapWire wire = tap(port);
        String wrong = TapSettings.wrongName(name);
        if (wrong != null) {
            throw new RequestException(Refusal.MALFORMED, "\"" + name + "\" " + wrong);
        }
        checkFree(port, wire);
        awaitNoticed(port);
        synchronized (wire) {
            checkFree(port, wire);
            try {
                wire.attach(name, namespace == null ? NetworkNamespace.OWN : NetworkNamespace.of(namespace));
            } catch (SystemCallException e) {
                throw new RequestException(Refusal.NONE, String.valueOf(e.getMessage()));
            }
            gone.remove(port);
            labels.put(port, StaticTable.label("tap", name, namespace));
            text.accept("port " + port + " has " + label(port) + " now");
        }
    }

    private void checkFree(String port, TapWire wire) throws RequestException {
        if (wire.device().index() >= 0) {
            throw new RequestException(Refusal.BUSY, "port " + port + " has " + label(port) + ": detach that first, with spine route detach "
                + port);
        }
    }

    /** Linux takes up to a second to notice that a cable was pulled, and forgets the neighbours there only if it does. */
    private void awaitNoticed(String port) throws RequestException {
        TapDevice host = hosts.get(port);
        long begin = System.nanoTime();
        while (host != null && host.isRunning() > 0 && System.nanoTime() - begin < NOTICED_NS) {
            if (Thread.interrupted()) {
                Thread.currentThread().interrupt();
                throw new RequestException(Refusal.STOPPING, "the router is being stopped");
            }
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
        TapWire wire = tap(port);
        synchronized (wire) {
            if (!wire.device().isAttached()) {
                throw new RequestException(Refusal.NONE, "port " + port + " has no interface: spine route attach " + port + " NAME gives"
                    + " it one");
            }
            try {
                wire.detach();
            } catch (SystemCallException e) {
                throw new RequestException(Refusal.FAILED, String.valueOf(e.getMessage()));
            }
            gone.remove(port);
            String had = labels.put(port, NONE);
            text.accept("port " + port + " has no interface any more, it had " + had);
        }
    }

    private TapWire tap(String port) throws RequestException {
        Wire wire = wires.get(port);
        if (wire == null) {
            throw new RequestException(Refusal.NONE, "there is no port '" + port + "': they are " + String.join(", ", wires.keySet()));
        }
        if (!(wire instanceof TapWire tap)) {
            throw new RequestException(Refusal.NONE, "port " + port + " is no TAP interface but " + label(port)
                + ", which stays while the router runs");
        }
        return tap;
    }
}
