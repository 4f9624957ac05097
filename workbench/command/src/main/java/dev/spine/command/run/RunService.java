package dev.spine.command.run;

import com.google.common.collect.ImmutableMap;
import dev.spine.command.control.Caller;
import dev.spine.command.control.ControlRequest;
import dev.spine.command.control.ControlService;
import dev.spine.command.control.Peer;
import dev.spine.command.control.ProgramRequest;
import dev.spine.command.control.Refusal;
import dev.spine.command.control.RequestException;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.load.LoadParameters;
import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.extension.runtime.quota.OwnerStatus;
import dev.spine.system.Image;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.inject.Inject;

/**
 * Carries out what clients of the control socket ask for. Who administers reaches every extension; every other user reaches his own, and
 * nothing that he is answered depends on those of others, but for the numbers that his own get.
 */
final class RunService implements ControlService {
    private final StatusView status;
    private final Cards cards;
    private final OwnerRegistry owners;
    private final TiedExtensions tied;
    private final RunControl run;
    private final Programs programs;
    private final ProgramService programService;

    @Inject
    RunService(StatusView status, Cards cards, OwnerRegistry owners, TiedExtensions tied, RunControl run, Programs programs,
        ProgramService programService) {
        this.status = status;
        this.cards = cards;
        this.owners = owners;
        this.tied = tied;
        this.run = run;
        this.programs = programs;
        this.programService = programService;
    }

    @Override
    public Map<String, Object> perform(Caller caller, ControlRequest request) throws RequestException {
        Peer peer = caller.peer();
        owners.entered(caller);
        return switch (request) {
            case ControlRequest.Status() -> status(peer);
            case ControlRequest.Counters() -> status.counters();
            case ControlRequest.Ledger() -> ledger(peer);
            case ControlRequest.ListExtensions() -> Map.of("extensions", extensions(peer));
            case ControlRequest.Load load -> load(caller, load);
            case ControlRequest.Inspect inspect -> {
                CardRuntime runtime = cards.find(inspect.on());
                InstanceStatus report = runtime.inspect(inspect.extension(), owners.reach(peer));
                yield ExtensionView.whole(runtime.iop(), report, owners.name(report.owner()));
            }
            case ControlRequest.Unload unload -> {
                CardRuntime runtime = cards.find(unload.on());
                if (peer.isAdministrator()) {
                    programs.end(runtime.iop(), unload.extension());
                }
                runtime.unload(unload.extension(), owners.reach(peer), tied);
                yield Map.of();
            }
            case ControlRequest.Replace replace -> {
                replace(peer, replace);
                yield Map.of();
            }
            case ControlRequest.Send send -> {
                cards.find(send.on()).send(send.extension(), owners.reach(peer), send.handler(),
                    send.words().stream().mapToInt(Integer::intValue).toArray());
                yield Map.of();
            }
            case ControlRequest.Reload() -> {
                requireAdministrator(peer, "reloads");
                yield run.reload().members();
            }
            case ControlRequest.Reset reset -> {
                requireAdministrator(peer, "resets an IOP of");
                yield run.reset(reset.iop()).members();
            }
            case ControlRequest.Stop() -> {
                requireAdministrator(peer, "stops");
                run.stop();
                yield Map.of();
            }
            case ProgramRequest program -> {
                requireAdministrator(peer, "reaches the programs of");
                yield programService.perform(caller, program);
            }
            case ControlRequest.RouteStatus _, ControlRequest.RouteLookup _, ControlRequest.RouteDump _, ControlRequest.RouteTrace _,
                ControlRequest.RouteTraced _, ControlRequest.RouteAttach _, ControlRequest.RouteDetach _ ->
                throw new RequestException(Refusal.NONE, "this system is no router: ask one that spine route runs");
        };
    }

    private static void requireAdministrator(Peer peer, String does) throws RequestException {
        if (!peer.isAdministrator()) {
            throw new RequestException(Refusal.FORBIDDEN, "only root or the user running the system " + does + " it");
        }
    }

    private Map<String, Object> status(Peer peer) throws RequestException {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("user", peer.name());
        members.put("administrator", peer.isAdministrator());
        members.putAll(status.read(peer.isAdministrator()));
        members.put("watchdog", status.watchdog(peer.isAdministrator()));
        members.put("extensions", extensions(peer));
        if (peer.isAdministrator()) {
            members.put("control", run.counters());
        }
        return members;
    }

    private List<Object> extensions(Peer peer) throws RequestException {
        List<Object> extensions = new ArrayList<>();
        for (CardRuntime runtime : cards.all()) {
            for (InstanceStatus report : list(runtime, owners.reach(peer))) {
                extensions.add(ExtensionView.brief(runtime.iop(), report, owners.name(report.owner())));
            }
        }
        return extensions;
    }

    /** A card that has failed has no extensions; its state says so. */
    private static List<InstanceStatus> list(CardRuntime runtime, int owner) throws RequestException {
        try {
            return runtime.list(owner);
        } catch (CardRuntime.NoAnswerException e) {
            return List.of();
        }
    }

    private Map<String, Object> ledger(Peer peer) throws RequestException {
        List<Object> extensions = new ArrayList<>();
        List<Object> users = new ArrayList<>();
        int reach = owners.reach(peer);
        for (CardRuntime runtime : cards.all()) {
            for (InstanceStatus report : list(runtime, reach)) {
                extensions.add(ExtensionView.ledger(runtime.iop(), report, owners.name(report.owner())));
            }
            for (OwnerStatus report : OwnerRegistry.ownersOn(runtime, reach)) {
                users.add(ImmutableMap.of("on", runtime.iop(), "owner", owners.name(report.owner()), "failedLoads", report.failedLoads(),
                    "throttled", report.throttled(), "quotas", ExtensionView.quotas(report.quotas())));
            }
        }
        return ImmutableMap.of("atNs", System.nanoTime(), "extensions", extensions, "owners", users);
    }

    private static LoadParameters parameters(Map<String, String> parameters) throws RequestException {
        try {
            return new LoadParameters(parameters);
        } catch (IllegalArgumentException e) {
            throw new RequestException(Refusal.MALFORMED, String.valueOf(e.getMessage()));
        }
    }

    private void replace(Peer peer, ControlRequest.Replace replace) throws RequestException {
        CardRuntime runtime = cards.find(replace.on());
        LoadOptions options = new LoadOptions(owners.reach(peer), false, parameters(replace.parameters()));
        Image there = peer.isAdministrator() ? programs.end(runtime.iop(), replace.extension()) : null;
        try {
            runtime.replace(replace.extension(), replace.image(), options);
            there = peer.isAdministrator() ? replace.image() : null;
        } finally {
            if (there != null) {
                programs.begin(runtime.iop(), replace.extension(), there);
            }
        }
    }

    private Map<String, Object> load(Caller caller, ControlRequest.Load load) throws RequestException {
        CardRuntime runtime = cards.find(load.on());
        boolean ends = load.lifetime() == ControlRequest.Lifetime.OF_CONNECTION;
        int owner = owners.number(caller.peer());
        int extension = runtime.load(load.image(), new LoadOptions(owner, ends, parameters(load.parameters())), number -> {
            if (ends) {
                tied.tie(caller, runtime, number);
                caller.keep();
            }
        });
        if (caller.peer().isAdministrator() && !ends) {
            programs.begin(runtime.iop(), extension, load.image());
        }
        return ImmutableMap.of("on", runtime.iop(), "extension", extension, "name", runtime.inspect(extension, owner).name());
    }

    @Override
    public void ended(Caller caller) {
        programService.ended(caller);
        for (TiedExtensions.Place place : tied.of(caller)) {
            try {
                place.runtime().unloadTied(place, caller, tied);
            } catch (RequestException e) {
                // It has left already, or its device keeps it: the runtime has stopped it either way.
                tied.forget(caller, place);
            }
        }
        owners.left(caller);
    }
}
