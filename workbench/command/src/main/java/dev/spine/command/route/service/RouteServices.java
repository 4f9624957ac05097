package dev.spine.command.route.service;

import dev.spine.command.route.plan.RoutePlan;
import dev.spine.extension.host.ExtensionRefusedException;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.router.host.RouterNode;
import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.host.driver.HostException;
import dev.spine.iop.engine.AwaitFailedException;
import dev.spine.system.NetworkServiceKind;
import dev.spine.system.file.SystemFileException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The network services beside the routers of the cards, and the extensions that a system file describes there: loaded before the first
 * packet is forwarded, changed under traffic when the list of them changes, loaded again when one has stopped. The command's thread, but
 * for {@link #read}.
 */
public final class RouteServices implements AutoCloseable {
    private static final long LOOK_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long IN_FORCE_SECONDS = 20;

    /** In the place of a card: no card is asked. */
    private static final String HOST = "";

    /**
     * What takes back one of the things that a reload has done.
     *
     * @param card which has to answer
     * @param what was done
     * @param step takes it back
     */
    private record Undo(String card, String what, Runnable step) {}

    private final Function<PlannedExtension.Key, RuntimeClient> clients;
    private final Consumer<String> text;
    private final Map<PlannedExtension.Key, LoadedService> loaded = new LinkedHashMap<>();
    private final Map<List<String>, RuntimeClient> runtimes = new HashMap<>();
    /** When cards that were silent are asked again what they have. */
    private final Map<RuntimeClient, RetryPause> pauses = new HashMap<>();
    /** By port, from 1 on: the stages before its wire. */
    private final Map<Integer, List<Integer>> stages = new HashMap<>();
    /** What is read by others. */
    private volatile List<LoadedService> present = List.of();
    private @Nullable RouterNode router;
    private long lastLook = System.nanoTime();

    /**
     * No services yet.
     *
     * @param clients makes the client of the runtime that a key names, once the system is booted
     * @param text is notified of what happens, a line each
     */
    public RouteServices(Function<PlannedExtension.Key, RuntimeClient> clients, Consumer<String> text) {
        this.clients = clients;
        this.text = text;
    }

    /**
     * Loads all that a plan asks for.
     *
     * @throws SystemFileException for the first that is refused, or that cannot be beside a router
     */
    public void open(RoutePlan plan) {
        ServicePlan.of(plan, List.of()).values().forEach(extension -> {
            loaded.put(extension.key(), LoadedService.load(runtime(extension.key()), extension));
            publish();
        });
        for (int port = 1; port <= plan.ports().size(); port++) {
            stages.put(port, stagesOf(plan.ports().get(port - 1).iop(), loaded.values().stream().map(LoadedService::extension).toList()));
        }
        if (!plan.services().isEmpty()) {
            text.accept(plan.services().stream().map(service -> service.kind().word().equals(service.name()) ? service.name()
                : service.kind().word() + " " + service.name()).collect(Collectors.joining(", ", "services in this order: ", "")));
        }
        warn(plan);
    }

    private void warn(RoutePlan plan) {
        plan.services().forEach(service -> service.warnings().forEach(line -> text.accept("service " + service.name() + ": " + line)));
    }

    private RuntimeClient runtime(PlannedExtension.Key key) {
        return runtimes.computeIfAbsent(List.of(key.card(), key.runtime()), _ -> clients.apply(key));
    }

    private void publish() {
        present = List.copyOf(loaded.values());
    }

    private static List<Integer> stagesOf(String card, List<PlannedExtension> extensions) {
        return extensions.stream().filter(each -> each.key().card().equals(card) && each.stage() != NetworkServiceKind.NO_STAGE)
            .map(PlannedExtension::stage).toList();
    }

    /** {@return the stages before the wire of a port, as the router's parameter has them} */
    public String stages(int port) {
        return stages.getOrDefault(port, List.of()).stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** From now on this router is told when stages change. */
    public void join(RouterNode node) {
        router = node;
    }

    private static String card(LoadedService service) {
        return service.extension().key().card();
    }

    /**
     * {@return what all have counted; any thread}
     *
     * @param silent cards that are not asked
     */
    public List<ServiceReading> read(SilentCards silent) {
        List<LoadedService> services = present;
        List<String> cards = services.stream().map(RouteServices::card).distinct().toList();
        // All of a card by one thread: when it is silent, it is asked once.
        CardAnswers<String, Map<LoadedService, ServiceReading>> readings = CardAnswers.to(cards, card -> services.stream()
            .filter(service -> card(service).equals(card)).collect(Collectors.toMap(service -> service, service -> service.read(silent))));
        return services.stream().map(service -> Objects.requireNonNull(readings.of(card(service)).get(service))).toList();
    }

    /** Has accounting tell all that it has counted by now. */
    public void gather() {
        for (LoadedService service : loaded.values()) {
            try {
                service.gather();
            } catch (ExtensionRefusedException | HostException | AwaitFailedException e) {
                text.accept(service.extension().key() + " does not tell what it has counted: " + e.getMessage());
            }
        }
    }

    /**
     * Loads again what has stopped; at most once a second.
     *
     * @param running whether a card can be asked
     */
    public void look(Set<String> running) {
        look(running, System.nanoTime());
    }

    /** As {@link #look(Set)}, at a time of {@link System#nanoTime}. */
    void look(Set<String> running, long nowNs) {
        if (nowNs - lastLook < LOOK_NS) {
            return;
        }
        lastLook = nowNs;
        long began = System.nanoTime();
        List<LoadedService> all = loaded.values().stream().filter(service -> running.contains(service.extension().key().card())).toList();
        // A card that has not said what it has is not asked for the next service, and for a while not at all: each time would be as long.
        CardAnswers<RuntimeClient, Map<Integer, InstanceStatus>> lists = CardAnswers.to(all.stream().map(LoadedService::runtime).distinct()
            .filter(runtime -> pause(runtime).isOver(nowNs)).toList(), RouteServices::list);
        long answeredNs = nowNs + System.nanoTime() - began;
        for (LoadedService service : all) {
            if (!lists.wasAsked(service.runtime())) {
                continue;
            }
            try {
                service.look(lists.of(service.runtime()), nowNs, text);
            } catch (SystemFileException | ExtensionRefusedException | HostException | AwaitFailedException e) {
                notifyTrouble(service, e);
            }
        }
        for (RuntimeClient runtime : runtimes.values()) {
            if (lists.silence(runtime) != null) {
                pause(runtime).begin(answeredNs);
            } else if (lists.wasAsked(runtime)) {
                pause(runtime).reset();
            }
        }
    }

    private RetryPause pause(RuntimeClient runtime) {
        return pauses.computeIfAbsent(runtime, _ -> new RetryPause());
    }

    /** {@return what a card has} */
    private static Map<Integer, InstanceStatus> list(RuntimeClient runtime) {
        return runtime.list().stream().collect(Collectors.toMap(InstanceStatus::instance, status -> status));
    }

    private void notifyTrouble(LoadedService service, RuntimeException why) {
        service.notifyTrouble(service.extension().key() + (service.isRunning() ? " is not looked after: " : " does not run: ")
            + why.getMessage(), text);
    }

    /**
     * Follows a plan that was read again: what is new is loaded, what is other is replaced between two packets, and what is gone is
     * unloaded when nothing goes through it any more. Everything else goes on. Either all of it happens or nothing: what is new is loaded,
     * then the cards are asked about each replacement before the first is made, so that what is refused costs no service its tables. One
     * exception is left: a card verifies replacements one at a time, but keeps what all of them have replaced until their trials end. When
     * its memory is enough for each of them and not for all, a later one is refused, and those before it are replaced again, with empty
     * tables. The same happens when a card stops answering between its word and the deed. A line names each service that was replaced
     * again, or could not be; all others have what they knew. A service that has another name goes on under that.
     *
     * @throws SystemFileException one of them was refused, and all is as before
     * @throws HostException a card does not answer, and all is as before as far as the cards answer
     */
    public void follow(RoutePlan next) {
        Deque<Undo> undo = new ArrayDeque<>();
        List<String> done = new ArrayList<>();
        Set<String> silent = new HashSet<>();
        boolean complete = false;
        Map<PlannedExtension.Key, PlannedExtension> wanted;
        try {
            RenamedServices.of(next, loaded.keySet()).forEach((from, to) -> rename(from, to, undo, done));
            wanted = ServicePlan.of(next, loaded.values().stream().map(LoadedService::extension).toList());
            // What is new first: to take it back costs nobody anything, and the cards verifier the others beside it.
            wanted.values().stream().filter(extension -> !loaded.containsKey(extension.key())).toList()
                .forEach(extension -> ask(extension, silent, () -> load(extension, undo, done)));
            wanted.values().forEach(extension -> ask(extension, silent, () -> examine(extension)));
            wanted.values().forEach(extension -> ask(extension, silent, () -> replace(extension, undo, done)));
            complete = true;
            warn(next);
        } finally {
            if (!complete) {
                undo(undo, silent);
            }
            publish();
        }
        changeStages(next, List.copyOf(wanted.values()));
        List.copyOf(loaded.keySet()).stream().filter(key -> !wanted.containsKey(key)).forEach(key -> remove(key, done));
        publish();
        done.forEach(text);
    }

    /** Does something on a card, and notes when it does not answer. */
    private static void ask(PlannedExtension extension, Set<String> silent, Runnable step) {
        try {
            step.run();
        } catch (HostException | AwaitFailedException e) {
            silent.add(extension.key().card());
            throw e;
        }
    }

    private void rename(PlannedExtension.Key from, PlannedExtension.Key to, Deque<Undo> undo, List<String> done) {
        move(from, to);
        undo.push(new Undo(HOST, from + " was renamed", () -> move(to, from)));
        done.add("renamed " + from + " to '" + to.name() + "'");
    }

    private void move(PlannedExtension.Key from, PlannedExtension.Key to) {
        LoadedService service = loaded.remove(from);
        if (service != null) {
            service.rename(to);
            loaded.put(to, service);
        }
    }

    private void examine(PlannedExtension extension) {
        LoadedService there = loaded.get(extension.key());
        if (there != null && !there.does(extension)) {
            there.examine(extension);
        }
    }

    private void load(PlannedExtension extension, Deque<Undo> undo, List<String> done) {
        LoadedService made = LoadedService.load(runtime(extension.key()), extension);
        loaded.put(extension.key(), made);
        // As long as it could not be unloaded it is known, so that the next reload does not load it once more.
        undo.push(new Undo(extension.key().card(), extension.key() + " was loaded", () -> {
            made.unload();
            loaded.remove(extension.key());
        }));
        done.add("loaded " + extension.key());
    }

    private void replace(PlannedExtension extension, Deque<Undo> undo, List<String> done) {
        LoadedService there = loaded.get(extension.key());
        if (there == null || there.does(extension)) {
            return;
        }
        PlannedExtension before = there.extension();
        try {
            there.replace(extension);
        } finally {
            // It can fail when the card has taken the next one already.
            if (!there.extension().asksForTheSame(before)) {
                undo.push(new Undo(before.key().card(), before.key() + " was replaced", () -> {
                    there.replace(before);
                    text.accept(before.key() + " was replaced, and is as before again, with empty tables");
                }));
            }
        }
        done.add("replaced " + extension.key());
    }

    /** Takes back what was done, the last first. A card that has not answered is asked for nothing more: each time would be as long. */
    private void undo(Deque<Undo> undo, Set<String> silent) {
        for (LoadedService service : loaded.values()) {
            if (service.isInDoubt() && silent.contains(service.extension().key().card())) {
                text.accept(service.extension().key() + ": its card has not said whether it was replaced; if not, it has what it knew");
            }
        }
        for (Undo each = undo.poll(); each != null; each = undo.poll()) {
            if (silent.contains(each.card())) {
                text.accept(each.what() + ", which is not taken back: its card does not answer");
                continue;
            }
            try {
                each.step().run();
            } catch (SystemFileException | ExtensionRefusedException e) {
                text.accept(each.what() + ", which is not taken back: " + e.getMessage());
            } catch (HostException | AwaitFailedException e) {
                silent.add(each.card());
                text.accept(each.what() + ", which is not taken back: " + e.getMessage());
            }
        }
    }

    /** A stage is there before the first frame goes to it, and until the last one has. */
    private void changeStages(RoutePlan next, List<PlannedExtension> wanted) {
        RouterNode node = router;
        boolean changed = false;
        for (int port = 1; port <= next.ports().size(); port++) {
            List<Integer> now = stagesOf(next.ports().get(port - 1).iop(), wanted);
            if (!now.equals(stages.put(port, now)) && node != null) {
                node.stages(port, now);
                changed = true;
            }
        }
        if (changed && node != null) {
            node.acknowledged().toCompletableFuture().orTimeout(IN_FORCE_SECONDS, TimeUnit.SECONDS).exceptionally(_ -> {
                text.accept("the cards have not said in " + IN_FORCE_SECONDS + " s that the stages before their wires are others");
                return null;
            }).join();
        }
    }

    private void remove(PlannedExtension.Key key, List<String> done) {
        LoadedService gone = loaded.remove(key);
        if (gone == null) {
            return;
        }
        try {
            gone.unload();
            done.add("unloaded " + key);
        } catch (ExtensionRefusedException | HostException | AwaitFailedException e) {
            done.add(key + ": " + e.getMessage());
        }
    }

    /** Unloads all; what a card does not let go leaves with its reset. */
    @Override
    public void close() {
        present = List.of();
        List<LoadedService> all = new ArrayList<>(loaded.values());
        loaded.clear();
        CardAnswers.to(all.stream().map(RouteServices::card).distinct().toList(), card -> unload(all.reversed().stream()
            .filter(service -> card(service).equals(card)).toList())).each(lines -> lines.forEach(text));
    }

    /** Takes services from their card: {@return a line for each that could not be}. A card that is silent is not asked for the next. */
    private static List<String> unload(List<LoadedService> services) {
        List<String> lines = new ArrayList<>();
        for (LoadedService service : services) {
            try {
                service.unload();
            } catch (ExtensionRefusedException e) {
                lines.add("while ending: " + service.extension().key() + ": " + e.getMessage());
            } catch (HostException | AwaitFailedException e) {
                lines.add("while ending: " + service.extension().key() + ": " + e.getMessage());
                return lines;
            }
        }
        return lines;
    }
}
