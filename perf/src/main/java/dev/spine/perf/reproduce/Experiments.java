package dev.spine.perf.reproduce;

import com.google.common.base.Suppliers;
import dev.spine.perf.cluster.ClusterExperiment;
import dev.spine.perf.forward.ForwardExperiment;
import dev.spine.perf.panic.ProgramRoundTrips;
import dev.spine.perf.race.RaceExperiment;
import dev.spine.perf.race.RaceOutcome;
import dev.spine.perf.race.RaceVariant;
import dev.spine.perf.report.CardMemory;
import dev.spine.perf.video.VideoExperiment;
import dev.spine.system.profile.ProfileKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How each published figure is asked of the model. Results of experiments that several figures need are kept. One thread.
 *
 * <p>A new figure takes an entry in {@code published.toml} and a {@link FigureExperiment}, or one line in the constructor; one that a
 * number is fitted to also takes a {@link FittedPoint}.
 */
public final class Experiments {
    private static final String ROUTER = "router-card";
    private static final String CLOCK = "clock-read";
    private static final ProfileKey UNIT = ProfileKey.named("iop.cycles.unit").orElseThrow();
    private static final String CARDS = "lanai-33";
    private static final String NEXT = "iop-250";
    private static final String FAST_HOST = "host-400";
    /** The papers' machines that have a profile. */
    public static final List<String> PROFILES = List.of(CARDS, NEXT, FAST_HOST, PanicFigures.MACHINE, OtherSystems.BERKELEY,
        OtherSystems.PRINCETON);
    private static final String SPINE = "spine";
    private static final int SMALL_FRAME = 64;
    /** About as many as the Internet had then, as remembered. */
    private static final int FULL_TABLE = 50_000;
    private static final long PACKETS = 2_000;
    /** Cards that send at gigabit Ethernet: more than any PCI carries. */
    private static final int MAX_SENDERS = 8;
    private static final double STREAM = 40e6;
    private static final double PERCENT = 100;
    private static final double MEGA = 1e6;
    private static final double KBYTE = 1e3;
    /** What builds a card, and what its processor runs. */
    private static final Set<String> ENTRIES = Set.of("dev/spine/iop/IopBuilder.build", "dev/spine/iop/Iop.install",
        "dev/spine/iop/Iop.doWork", "dev/spine/device/nic/NicModule.<init>", "dev/spine/extension/runtime/RuntimeModule.<init>");
    /** Parts of the runtime that a base image can do without. */
    private static final String NOT_BASE = "dev/spine/extension/runtime/(network/.*|service/.*|quota/Owner.*|(Service|NetworkRoutes"
        + "|VersionTrial|ExtensionVersion|KeptLeases).*)";

    private final long seed;
    private final Map<String, Supplier<FigureFinding>> known = new LinkedHashMap<>();
    private final Map<String, ForwardExperiment.Outcome> forwarded = new LinkedHashMap<>();
    private final Map<String, VideoExperiment.Outcome> shown = new LinkedHashMap<>();
    private final Machines machines;
    private final List<FittedPoint> points;
    /** Published; nothing is fitted to it, and it could have been. */
    private final double clockUs;
    private final PanicFigures panic = new PanicFigures();
    private final Supplier<Fit> fit;
    /** The fullest card of the systems that were asked for the figure at hand. */
    private @Nullable CardMemory memory;

    /**
     * Fits, unless the machines are of a profile of their own, and has run nothing else.
     *
     * @param seed of all runs
     * @param published all figures
     * @param machines which are asked
     */
    public Experiments(long seed, Map<String, PublishedFigure> published, Machines machines) {
        this(seed, machines, List.of(new FittedPoint(ROUTER, CARDS, Objects.requireNonNull(published.get(ROUTER)).number(),
            FittedPoint.Direction.FALLS, profile -> ForwardExperiment.closedLoop(profile, SPINE, SMALL_FRAME, PACKETS, seed)
                .packetsPerSecond())), Objects.requireNonNull(published.get(CLOCK)).number(), null);
    }

    private Experiments(long seed, Machines machines, List<FittedPoint> points, double clockUs, @Nullable Supplier<Fit> fitted) {
        this.seed = seed;
        this.machines = machines;
        this.points = points;
        this.clockUs = clockUs;
        this.fit = fitted == null ? Suppliers.memoize(() -> Fit.of(UNIT, points)) : fitted;
        String cards = machine(CARDS);
        known.put(ROUTER, () -> new FigureFinding(forward(cards, SPINE).packetsPerSecond(), interfaces(cards)));
        known.put("router-card-host", () -> FigureFinding.of(PERCENT * forward(cards, SPINE).hostShare()));
        known.put("router-host", () -> new FigureFinding(forward(cards, "host-header").packetsPerSecond(), hosts(cards)));
        known.put("router-gap", () -> FigureFinding.of(PERCENT
            * (1 - forward(cards, SPINE).packetsPerSecond() / forward(cards, "host-header").packetsPerSecond())));
        known.put("router-projection", () -> FigureFinding.of(forward(machine(NEXT), SPINE).packetsPerSecond()
            / forward(cards, SPINE).packetsPerSecond()));
        known.put("video-stream", () -> FigureFinding.of(stream(cards).bitsPerSecond() / MEGA));
        known.put("video-stream-host", () -> FigureFinding.of(PERCENT * stream(cards).hostShare()));
        known.put("video-aggregate", () -> aggregate(cards));
        known.put("crossings-card", () -> FigureFinding.of(video(cards, SPINE).crossings()));
        known.put("crossings-host", () -> FigureFinding.of(video(cards, "host").crossings()));
        known.put("bus-saturation", this::saturation);
        known.put("bus-load", this::load);
        known.put("stall", this::stall);
        known.put("cluster", () -> cluster(cards));
        known.put("image-size", Experiments::image);
        known.put("window-race-none", () -> FigureFinding.of((double) race(cards, RaceVariant.UNSYNCHRONISED).strayLines()));
        known.put("window-race-pause", () -> FigureFinding.of((double) race(cards, RaceVariant.PAUSE).strayPixels()));
        panic.all().forEach(this::plugIn);
        OtherSystems.all().forEach(this::plugIn);
        known.put("window-race", () -> FigureFinding.of((double) race(cards, RaceVariant.AGREEMENT).strayPixels()));
    }

    /**
     * {@return the same experiments on other machines; what was fitted stays}
     *
     * @param others with the number that was fitted, unless they are of a profile of their own or change it themselves
     * @throws dev.spine.system.file.SystemFileException for anything that is wrong with their profile or a change
     */
    Experiments on(Machines others) {
        return new Experiments(seed, others, points, clockUs, fit);
    }

    /** What was fitted is of the papers' cards: a profile of its own has its own number. */
    private String machine(String ofPapers) {
        return machines.inPlaceOf(machines.profile() == null ? fit().on(ofPapers) : ofPapers);
    }

    /** {@return a reference to the cards' profile as it was fitted} */
    public String cards() {
        return machine(CARDS);
    }

    /** {@return of all runs} */
    long seed() {
        return seed;
    }

    /** {@return the fit, which is made when it is asked for first} */
    public Fit fit() {
        return fit.get();
    }

    /** {@return what each figure that can be fitted to is when it is left out of the fit} */
    public List<Fit.LeftOut> leftOut() {
        List<FittedPoint> all = new ArrayList<>(points);
        all.add(new FittedPoint(CLOCK, PanicFigures.MACHINE, clockUs, FittedPoint.Direction.RISES,
            profile -> ProgramRoundTrips.clockReadUs(profile, seed)));
        return fit().leftOut(all);
    }

    /** Adds an experiment, in place of one for the same figure. */
    void plugIn(FigureExperiment experiment) {
        known.put(experiment.id(), () -> experiment.run(machine(experiment.machine()), seed));
    }

    /** {@return a series of PANIC's experiments on its machine, or what is asked in its place} */
    <T> T panic(PanicSeriesChoice<T> which) {
        return which.of(panic.series(), machine(PanicFigures.MACHINE), seed);
    }

    /** Which series. */
    interface PanicSeriesChoice<T> {
        T of(PanicSeries series, String profile, long seed);
    }

    /** {@return the figures that a number was fitted to} */
    List<String> fitted() {
        return points.stream().map(FittedPoint::id).toList();
    }

    /** {@return what the model gives; empty when there is no experiment for it yet} */
    public Optional<FigureFinding> finding(String id) {
        memory = null;
        return Optional.ofNullable(known.get(id)).map(Supplier::get).map(found -> new FigureFinding(found.number(), found.note(), memory));
    }

    private ForwardExperiment.Outcome forward(String profile, String path) {
        ForwardExperiment.Outcome outcome = forwarded.computeIfAbsent(profile + ' ' + path,
            _ -> ForwardExperiment.closedLoop(profile, path, SMALL_FRAME, PACKETS, seed));
        memory = CardMemory.fullest(Stream.of(memory, outcome.cardMemory()));
        return outcome;
    }

    private RaceOutcome race(String profile, RaceVariant variant) {
        return RaceExperiment.drag(profile, variant, seed, RaceExperiment.Picture.LEFT_OUT).outcome();
    }

    private String interfaces(String profile) {
        return String.format(Locale.ROOT, "with one route; with %,d: %,.0f; one interface alone, packets leave by the one they came by:"
            + " %,.0f; the later report of the same group says about 10,000", FULL_TABLE,
            ForwardExperiment.closedLoop(profile, SPINE, SMALL_FRAME, FULL_TABLE, PACKETS, seed).packetsPerSecond(),
            ForwardExperiment.closedLoopOfOneCard(profile, SMALL_FRAME, PACKETS, seed).packetsPerSecond());
    }

    private String hosts(String profile) {
        ForwardExperiment.Outcome header = forward(profile, "host-header");
        return String.format(Locale.ROOT, "host %.0f %% busy; copying whole packets to an application: %,.0f", PERCENT * header.hostShare(),
            forward(profile, "host").packetsPerSecond());
    }

    private VideoExperiment.Outcome video(String profile, String path) {
        return shown(profile + ' ' + path, () -> VideoExperiment.closedLoop(profile, path, PACKETS, seed));
    }

    private VideoExperiment.Outcome stream(String profile) {
        return shown(profile + " stream", () -> VideoExperiment.openLoop(profile, SPINE, STREAM, PACKETS, seed));
    }

    private VideoExperiment.Outcome shown(String what, Supplier<VideoExperiment.Outcome> experiment) {
        VideoExperiment.Outcome outcome = shown.computeIfAbsent(what, _ -> experiment.get());
        memory = CardMemory.fullest(Stream.of(memory, outcome.cardMemory()));
        return outcome;
    }

    private FigureFinding aggregate(String profile) {
        VideoExperiment.Outcome most = VideoExperiment.mostInTime(profile, SPINE, video(profile, SPINE).bitsPerSecond(), seed);
        if (most.bitsPerSecond() == 0) {
            return new FigureFinding(0,
                "at every rate that was tried, down to one percent of what arrives in closed loop, a packet is lost or"
                + " later than a frame");
        }
        double streams = Math.floor(most.bitsPerSecond() / STREAM);
        return new FigureFinding(most.bitsPerSecond() / MEGA, String.format(Locale.ROOT,
            "the most at which no packet is lost or later than a"
            + " frame; streams of 40 Mb/s in it: %.0f; busy: %s", streams, most.busy()));
    }

    private FigureFinding cluster(String profile) {
        ClusterExperiment.Result result = ClusterExperiment.run(profile, seed);
        return new FigureFinding(result.processors(), result.note());
    }

    private FigureFinding saturation() {
        String next = machines.inPlaceOf(NEXT);
        String line = busLine("64 bit / 66 MHz", next);
        // A profile of its own stands for both of the papers' machines.
        return new FigureFinding(BusSaturation.rate(next, MAX_SENDERS, BusSaturation.Way.DIRECT, seed), machines.profile() == null
            ? busLine("32 bit / 33 MHz", machines.inPlaceOf(CARDS)) + "; " + line : line);
    }

    private String busLine(String ofPapers, String profile) {
        return BusSaturation.line(machines.isWhatIf() ? profile : ofPapers, profile, MAX_SENDERS, seed);
    }

    private FigureFinding load() {
        String next = machines.inPlaceOf(NEXT);
        double direct = BusSaturation.rate(next, MAX_SENDERS, BusSaturation.Way.DIRECT, seed);
        double throughHost = BusSaturation.rate(next, MAX_SENDERS, BusSaturation.Way.THROUGH_HOST, seed);
        return new FigureFinding(throughHost / direct, String.format(Locale.ROOT, "MB/s of a full bus: %.0f by %.0f", throughHost, direct));
    }

    private FigureFinding stall() {
        double slow = RegisterReads.cycles(machines.inPlaceOf(CARDS), seed);
        double fast = RegisterReads.cycles(machines.inPlaceOf(FAST_HOST), seed);
        return new FigureFinding(fast / slow, String.format(Locale.ROOT, "%.0f cycles by %.0f; the load itself takes as many on both", fast,
            slow));
    }

    private static FigureFinding image() {
        CardImage base = CardImage.of(ENTRIES, name -> isOfCard(name) && !name.matches(NOT_BASE));
        CardImage all = CardImage.of(ENTRIES, Experiments::isOfCard);
        return new FigureFinding(base.bytes() / KBYTE, String.format(Locale.ROOT, "kernel, network device and runtime without network"
            + " transport, replacement, owners and services: %s; with these %.0f: %s; the JDK is not counted", base.text(),
            all.bytes() / KBYTE, all.text()));
    }

    private static boolean isOfCard(String name) {
        return name.matches("dev/spine/(?!host/|system/|perf/|command/).*");
    }
}
