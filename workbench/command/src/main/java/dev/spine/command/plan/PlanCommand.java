package dev.spine.command.plan;

import dev.spine.command.option.Verb;
import dev.spine.host.driver.HostException;
import dev.spine.iop.engine.AwaitFailedException;
import dev.spine.perf.forward.FrameSizes;
import dev.spine.perf.plan.BuiltInTransfer;
import dev.spine.perf.plan.FittedCards;
import dev.spine.perf.plan.PlanException;
import dev.spine.perf.plan.PlannedWorkload;
import dev.spine.perf.plan.RoutePlanner;
import dev.spine.perf.plan.RoutePlanner.Route;
import dev.spine.perf.plan.RoutePlanner.Routes;
import dev.spine.perf.plan.TransferKind;
import dev.spine.perf.plan.UnitCounter;
import dev.spine.perf.plan.UnitWork;
import dev.spine.perf.report.CardMemory;
import dev.spine.perf.report.RecordJson;
import dev.spine.system.SystemDescription;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.output.OutputFile;
import dev.spine.system.output.Progress;
import dev.spine.system.output.TextTable;
import dev.spine.system.profile.Profile;
import dev.spine.system.profile.ProfileFile;
import dev.spine.system.scenario.IncompleteRunException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spine plan}: what a transfer will do, before there is one. The command's thread. */
@Command(
    name = "plan",
    description = "Predicts a transfer: feasibility, routes, maximum rate and bottleneck, from the"
        + " description of the system and the machine. Exit code 1 when no route is possible, 2 when the machine is too slow to count its"
        + " work.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
        "  spine plan video                            packets of video from a network card to a window",
        "  spine plan forward --frames 1518 --profile acenic",
        "  spine plan video --set bus.clock=66MHz --json -",
        "  spine plan SYSTEM.toml --from nic/lan --to screen/display",
        "",
        "A rate is what the busiest resource allows when nothing waits. What a unit, a packet or a chunk, asks of each resource is counted"
            + " in a short run of a slowed machine; the described machine does not run."
    })
public final class PlanCommand extends Verb implements Callable<Integer> {
    private static final double PERCENT = 100;
    private static final double MEGA = 1e6;
    private static final int OTHERS = 2;

    @Parameters(arity = "1", paramLabel = "WORKLOAD|SYSTEM.toml", description = "video, forward, store-in, store-out, show: the systems"
        + " that 'spine compare' runs; or a file that describes a system.")
    private String what = "";

    @Option(names = "--from", paramLabel = "IOP/DEVICE", description = "Of a system file: source device.")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "IOP/DEVICE", description = "Of a system file: destination device.")
    private @Nullable String to;

    @Option(names = "--frames", paramLabel = "BYTES", defaultValue = "64", description = "Packets from one network card to another: length"
        + " of a frame with its checksum, 64 to 1518. Default: 64.")
    private int frameBytes = 64;

    @Option(names = "--profile", paramLabel = "NAME", description = "The machine, see 'spine profile list'. Default: lanai-33; of a system"
        + " file, the file's.")
    private @Nullable String profile;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Override a value of the profile; may be repeated.")
    private List<String> changes = List.of();

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Seed of all randomness. Default: 1.")
    private long seed = 1;

    @Option(names = "--json", paramLabel = "FILE", description = "Write a JSON list, one object for each route; - for standard output,"
        + " without the tables.")
    private @Nullable String json;

    /** Made by picocli, which fills the fields. */
    public PlanCommand() {}

    /** A route, and what it can do where it is possible. */
    private record Planned(Route route, @Nullable UnitWork work) {}

    @Override
    public Integer call() {
        OutputFile file = json == null ? null : new OutputFile(json);
        if (file != null) {
            file.check();
        }
        boolean frames = commandLine().getParseResult().hasMatchedOption("--frames");
        if (FrameSizes.parse(Integer.toString(frameBytes)).isEmpty()) {
            throw wrong("--frames: a frame has 64 to 1518 bytes, not " + frameBytes + ": one that is larger fits no wire and no buffer");
        }
        SystemDescription system;
        String source;
        String destination;
        if (ProfileFile.isFile(what)) {
            if (from == null || to == null) {
                throw wrong("--from and --to: say from which device to which, IOP/DEVICE each");
            }
            system = SpineComponent.create().systemFile().read(Path.of(what));
            source = from;
            destination = to;
        } else {
            BuiltInTransfer transfer = BuiltInTransfer.of(what).orElseThrow(() -> wrong("there is no workload '" + what + "': "
                + String.join(", ", BuiltInTransfer.names()) + ", or a file that ends in .toml"));
            if (from != null || to != null) {
                throw wrong("--from and --to are of a system file; " + what + " has its own");
            }
            system = transfer.system(frameBytes, seed);
            source = transfer.from();
            destination = transfer.to();
        }
        Profile machine = ProfileFile.load(ProfileFile.reference(profile == null ? system.profile() : profile, changes));
        RoutePlanner planner = new RoutePlanner(system);
        Routes routes;
        try {
            routes = planner.between(source, destination);
        } catch (PlanException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
        if (frames && routes.kind() != TransferKind.FORWARD) {
            throw wrong("--frames is of forward only, not of " + routes.kind().title());
        }
        FittedCards fitted = BuiltInTransfer.of(routes.kind()).fitted(system, routes.source(), routes.destination(), frameBytes, seed);
        List<Planned> planned = count(routes, fitted, machineReference(system));
        PrintWriter out = out();
        if (file != null) {
            file.write(RecordJson.write(List.of(), planned.stream().map(each -> json(routes, each, machine.name())).toList()), out);
        }
        if (file == null || !file.isStandardOutput()) {
            print(out, routes, planned, machine.name());
        }
        out.flush();
        return planned.stream().anyMatch(each -> each.route().possible()) ? 0 : 1;
    }

    private String machineReference(SystemDescription system) {
        return ProfileFile.reference(profile == null ? system.profile() : profile, changes);
    }

    private List<Planned> count(Routes routes, FittedCards fitted, String reference) {
        PlannedWorkload workload = routes.kind().workload(frameBytes, seed, fitted);
        Progress progress = Progress.ofRun();
        List<Planned> planned = new ArrayList<>();
        try {
            for (Route route : routes.routes()) {
                progress.show("counting the work of a " + workload.unit() + " on path " + route.path());
                planned.add(planned(workload, route, fitted, reference));
            }
        } finally {
            progress.clear();
        }
        return planned;
    }

    /** A card of a system file may refuse what the workload needs, or be too small for it. */
    private Planned planned(PlannedWorkload workload, Route route, FittedCards fitted, String reference) {
        if (!route.possible()) {
            return new Planned(route, null);
        }
        try {
            return new Planned(route, fitted.named(UnitCounter.count(workload, route.path(), reference)));
        } catch (HostException | AwaitFailedException | IncompleteRunException e) {
            if (!(e instanceof AwaitFailedException) && ProfileFile.isFile(what)) {
                return new Planned(route.impossible("no way: the short run that counts the work ends: " + e.getMessage()), null);
            }
            throw wrong(reference + ": the machine is too slow for the short run that counts the work on path " + route.path() + " ("
                + e.getMessage() + "): name a faster one by --profile or --set");
        } catch (RuntimeException e) {
            // Whatever a machine does to the run, the person asked for a plan, and can ask for another machine's.
            throw wrong(reference + ": the short run that counts the work on"
                + " path " + route.path() + " failed (" + String.valueOf(e.getMessage()).lines().findFirst().orElse("")
                + "): name another machine by --profile or --set", e);
        }
    }

    private void print(PrintWriter out, Routes routes, List<Planned> planned, String machine) {
        String unit = routes.kind().unit();
        out.printf("%s, %s to %s, profile %s%n%n", routes.kind().title(), routes.from(), routes.to(), machine);
        TextTable table = new TextTable("path", "route", "possible", unit + "s/s at most", "Mbit/s", "limited by", "then", "host",
            "crossings");
        for (Planned each : planned) {
            UnitWork work = each.work();
            Route route = each.route();
            if (work == null) {
                table.row(route.path(), route.route().label(), "no", "-", "-", "-", "-", "-", Integer.toString(route.route().crossings()));
                continue;
            }
            double rate = work.limit().unitsPerSecond();
            String then = work.bounds().stream().skip(1).limit(OTHERS).map(bound -> String.format(Locale.ROOT, "%s %,.0f",
                bound.resource(), bound.unitsPerSecond())).collect(Collectors.joining(", "));
            table.row(route.path(), route.route().label(), "yes", String.format(Locale.ROOT, "%,.0f", rate),
                String.format(Locale.ROOT, "%,.1f", rate * work.payloadBytes() * Byte.SIZE / MEGA), work.limit().resource(), then,
                String.format(Locale.ROOT, "%.1f %%", PERCENT * work.hostShare()),
                Integer.toString(route.route().crossings()));
        }
        out.print(table);
        out.println();
        for (Planned each : planned) {
            Route route = each.route();
            out.printf("%s: %s; %s%n", route.path(), String.join(" -> ", route.hops()), route.reason());
        }
        CardMemory memory = CardMemory.fullest(planned.stream().map(Planned::work).flatMap(Stream::ofNullable).map(UnitWork::cardMemory));
        if (memory != null) {
            out.printf("memory: %s%n", memory.words());
        }
    }

    private static Map<String, Object> json(Routes routes, Planned planned, String machine) {
        Map<String, Object> fields = new LinkedHashMap<>();
        Route route = planned.route();
        fields.put("workload", routes.kind().title());
        fields.put("from", routes.from());
        fields.put("to", routes.to());
        fields.put("profile", machine);
        fields.put("path", route.path());
        fields.put("route", route.route().label());
        fields.put("hops", String.join(" -> ", route.hops()));
        fields.put("crossings", route.route().crossings());
        fields.put("possible", route.possible());
        fields.put("reason", route.reason());
        UnitWork work = planned.work();
        if (work != null) {
            fields.put("unitsPerSecondAtMost", work.limit().unitsPerSecond());
            fields.put("bitsPerSecondAtMost", work.limit().unitsPerSecond() * work.payloadBytes() * Byte.SIZE);
            fields.put("limitedBy", work.limit().resource());
            fields.put("hostCpuShare", work.hostShare());
            fields.put("payloadBytesPerUnit", work.payloadBytes());
            fields.put("secondsPerUnit", work.seconds());
            Map<String, Object> operations = new LinkedHashMap<>();
            work.operations().forEach((busAgent, each) -> operations.put(busAgent, each));
            fields.put("operationsPerUnit", operations);
            if (work.cardMemory() != null) {
                fields.put("cardMemory", work.cardMemory().json());
            }
        }
        return fields;
    }
}
