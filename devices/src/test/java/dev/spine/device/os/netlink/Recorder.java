package dev.spine.device.os.netlink;

import dev.spine.device.os.netlink.KernelEvent.Change;
import dev.spine.device.os.netlink.KernelEvent.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Keeps what a watch tells, as somebody does who follows it. */
final class Recorder implements KernelListener {
    final List<KernelEvent> events = new ArrayList<>();
    final List<String> tables = new ArrayList<>();
    final Map<String, KernelEvent.Route> routes = new LinkedHashMap<>();

    @Override
    public void begins(Kind kind) {
        tables.add("begin " + kind);
        if (kind == Kind.ROUTES) {
            routes.clear();
        }
    }

    @Override
    public void on(KernelEvent event) {
        if (events.size() < 100_000) {
            events.add(event);
        }
        if (event instanceof KernelEvent.Route route) {
            String key = route.destination() + "/" + route.bits() + " " + route.priority();
            if (route.change() == Change.SET) {
                routes.put(key, route);
            } else {
                routes.remove(key);
            }
        }
    }

    @Override
    public void ends(Kind kind, boolean complete) {
        tables.add((complete ? "end " : "unsure ") + kind);
    }

    <T extends KernelEvent> List<T> all(Class<T> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
