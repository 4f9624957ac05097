package dev.spine.command.route;

import dev.spine.command.route.plan.RoutePlan;
import dev.spine.command.route.service.CardAnswers;
import dev.spine.command.route.service.RouteServices;
import dev.spine.command.route.service.SilentCards;
import dev.spine.device.os.netlink.NetlinkCounters;
import dev.spine.extension.host.ExtensionRefusedException;
import dev.spine.extension.router.host.RouterCounters;
import dev.spine.extension.router.host.RouterNode;
import dev.spine.host.driver.HostException;
import dev.spine.iop.count.Counters;
import dev.spine.iop.engine.AwaitFailedException;
import dev.spine.iop.engine.live.WatchReport;
import dev.spine.system.SpineSystem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads the figures of a running router; any thread, one at a time. What is asked for often is read a few times a second. */
final class RouterFigures {
    private static final long OLDEST_NS = TimeUnit.MILLISECONDS.toNanos(250);

    private final SpineSystem system;
    private final RouterNode node;
    private final RoutePlan plan;
    private final @Nullable KernelFollower follower;
    private final RouteServices services;
    private final PortWires wires;
    private final long begin = System.nanoTime();
    private final Map<String, Map<String, Long>> drops = new HashMap<>();
    private final SilentCards silent = new SilentCards();
    private @Nullable RouterReading last;
    private long lastAt;

    RouterFigures(SpineSystem system, RouterNode node, RoutePlan plan, @Nullable KernelFollower follower, RouteServices services,
        PortWires wires) {
        this.system = system;
        this.node = node;
        this.plan = plan;
        this.follower = follower;
        this.services = services;
        this.wires = wires;
    }

    /** {@return the figures at the end, with all that accounting has counted; on the command's thread} */
    RouterReading last() {
        services.gather();
        synchronized (this) {
            last = null;
            return read();
        }
    }

    /** {@return what was seen of extensions that hang} */
    WatchReport watched() {
        return system.watched();
    }

    /** {@return what every part counts, by host and cards} Any thread. */
    Map<String, SortedMap<String, Counters<?>>> counters() {
        return system.counters();
    }

    /** {@return the figures, not older than a quarter of a second} */
    synchronized RouterReading read() {
        long now = System.nanoTime();
        RouterReading reading = last;
        if (reading == null || now - lastAt > OLDEST_NS) {
            reading = readNow(now);
            last = reading;
            lastAt = now;
        }
        return reading;
    }

    private RouterReading readNow(long now) {
        List<RouterReading.Port> ports = new ArrayList<>();
        CardAnswers<Integer, Optional<RouterCounters>> counted = CardAnswers.to(IntStream.rangeClosed(1, plan.ports().size()).boxed()
            .toList(), number -> Optional.ofNullable(counters(number, plan.ports().get(number - 1).iop())));
        for (int number = 1; number <= plan.ports().size(); number++) {
            RoutePlan.Port port = plan.ports().get(number - 1);
            RouterCounters counters = counted.of(number).orElse(null);
            if (counters != null) {
                recordDrops(port.iop(), counters);
            }
            String shown = plan.source() instanceof RoutePlan.Kernel kernel ? kernel.interfaces().get(number - 1) : "";
            ports.add(new RouterReading.Port(port.iop(), wires.label(port.iop()), shown,
                RouterReading.Link.of(wires.of(port.iop())), node.stops(number), counters));
        }
        return new RouterReading((now - begin) / 1e9, ports, node.tableSize(), node.tableBytes(), missing(), kernel(), policy(),
            new RouterReading.Host(system.accounts().hostMemoryBytes()), services.read(silent));
    }

    private @Nullable RouterCounters counters(int number, String name) {
        if (!silent.mayAsk(name)) {
            return null;
        }
        try {
            RouterCounters counters = node.counters(number);
            silent.hasAnswered(name);
            return counters;
        } catch (ExtensionRefusedException _) {
            silent.hasAnswered(name);
            return null;
        } catch (HostException | AwaitFailedException _) {
            silent.isSilent(name);
            return null;
        }
    }

    private void recordDrops(String name, RouterCounters counters) {
        Map<String, Long> before = drops.getOrDefault(name, Map.of());
        counters.drops().forEach((reason, count) -> {
            long more = count - before.getOrDefault(reason, 0L);
            if (more > 0) {
                RouteEvents.Drops event = new RouteEvents.Drops();
                event.port = name;
                event.reason = reason;
                event.packets = more;
                event.commit();
            }
        });
        drops.put(name, counters.drops());
    }

    private KernelFollower.Policy policy() {
        KernelFollower following = follower;
        return following == null ? KernelFollower.Policy.NONE : following.policy();
    }

    private Missing missing() {
        KernelFollower following = follower;
        return following == null ? Missing.NONE : following.numbers().missing();
    }

    private KernelReading kernel() {
        KernelFollower following = follower;
        if (following == null) {
            return KernelReading.NONE;
        }
        KernelFollower.Numbers numbers = following.numbers();
        KernelFollower.InForce inForce = following.inForce();
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("neighbours left to the host", numbers.passedOver());
        counts.put("changes told", numbers.changes());
        counts.put("changes refused", numbers.refused());
        counts.put("changes in force", inForce.changes());
        for (NetlinkCounters.Counter counter : NetlinkCounters.Counter.values()) {
            counts.put("netlink " + counter.name().toLowerCase(Locale.ROOT), following.counters().get(counter));
        }
        return new KernelReading(numbers.routes(), numbers.neighbours(), inForce.groups(), inForce.micros(), counts);
    }
}
