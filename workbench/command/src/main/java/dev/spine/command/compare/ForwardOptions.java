package dev.spine.command.compare;

import dev.spine.device.wire.capture.Capture;
import dev.spine.device.wire.capture.CaptureException;
import dev.spine.perf.forward.ForwardInput;
import dev.spine.perf.forward.FrameSizes;
import dev.spine.perf.forward.RateTest;
import dev.spine.perf.forward.SearchPlan;
import dev.spine.system.kind.CaptureKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What can be said of {@code forward} alone. */
final class ForwardOptions {
    private static final int ROUTES = 1000;
    private static final List<FrameSizes> STANDARD = List.of(FrameSizes.of(64), FrameSizes.of(1518));
    private static final List<FrameSizes> SEARCHED = List.of(FrameSizes.of(64), FrameSizes.of(128), FrameSizes.of(256), FrameSizes.of(512),
        FrameSizes.of(1024), FrameSizes.of(1518), FrameSizes.IMIX);
    private static final double STANDARD_TRIAL = 0.3;
    private static final double MIN_TRIAL = 0.01;
    private static final double LONGEST_TRIAL = 3600;
    private static final double FINEST = 0.01;
    private static final double COARSEST = 50;
    private static final double PER_CENT = 100;

    /** What is forwarded when other workloads run too. */
    static final List<ForwardInput> INPUT_AMONG_OTHERS = ForwardInput.made(List.of(FrameSizes.of(64)), ROUTES);

    @Option(names = "--frames", split = ",", paramLabel = "BYTES", description = "forward: lengths of frames with their checksum, 64 to"
        + " 1518, or imix (7 of 64, 4 of 594, 1 of 1518). Default: 64,1518.")
    private @Nullable List<String> frames;

    @Option(names = "--search", description = "forward: instead of the comparison, find the highest rate without loss (RFC 2544) of each"
        + " path. Default --frames: 64,128,256,512,1024,1518,imix.")
    private boolean search;

    @Option(names = "--trial", paramLabel = "SECONDS", description = "forward --search: how long packets are offered at each rate, 0.01 to"
        + " 3600; RFC 2544 asks for 60. Default: 0.3.")
    private @Nullable Double trial;

    @Option(names = "--resolution", paramLabel = "PERCENT", description = "forward --search: how close to each other the lowest rate with"
        + " and the highest without loss are in the end, 0.01 to 50. Default: 1.")
    private @Nullable Double resolution;

    @Option(names = "--loss-rates", description = "forward --search: also how much is lost at 100 %% of the wire's rate, at 90 %%, and so"
        + " on (RFC 2544, 26.3).")
    private boolean lossRates;

    @Option(names = "--back-to-back", description = "forward --search: also the longest burst of frames of which none is lost (RFC 2544,"
        + " 26.4).")
    private boolean backToBack;

    @Option(names = "--layout", split = ",", paramLabel = "LAYOUT",
        description = "forward --search: one-core, two-core. Default: one-core.")
    private @Nullable List<String> layouts;

    /** Made by picocli, which fills the fields. */
    ForwardOptions() {}

    /** An option cannot be used as it was given. The message is one line for people. */
    static final class WrongOptionException extends Exception {
        private static final long serialVersionUID = 1L;

        private final String problem;

        WrongOptionException(String problem) {
            super(problem);
            this.problem = problem;
        }

        /** One line for people. */
        String problem() {
            return problem;
        }
    }

    /** Whether anything was said of {@code forward}. */
    boolean isGiven() {
        return frames != null || search || isOfSearch();
    }

    /** Whether a search was asked for, rightly or not. */
    boolean isSearching() {
        return search;
    }

    private boolean isOfSearch() {
        return trial != null || resolution != null || layouts != null || lossRates || backToBack;
    }

    /** Whether the highest rates without loss are searched instead of compared. */
    boolean isSearch() throws WrongOptionException {
        if (!search && isOfSearch()) {
            throw new WrongOptionException("--trial, --resolution, --layout, --loss-rates and --back-to-back are of a search: add"
                + " --search");
        }
        return search;
    }

    /**
     * What to search.
     *
     * @param paths that were chosen
     * @param engines that were chosen
     */
    SearchPlan searchPlan(List<String> paths, List<String> engines, String profile, long seed, @Nullable String input)
        throws WrongOptionException {
        double seconds = within("--trial", trial, STANDARD_TRIAL, MIN_TRIAL, LONGEST_TRIAL);
        double percent = within("--resolution", resolution, 1, FINEST, COARSEST);
        List<String> chosen = layouts == null ? List.of("one-core") : layouts;
        for (String layout : chosen) {
            if (!SearchPlan.LAYOUTS.contains(layout)) {
                throw new WrongOptionException("--layout: '" + layout + "' is not one of " + String.join(", ", SearchPlan.LAYOUTS));
            }
        }
        Set<RateTest> tests = EnumSet.noneOf(RateTest.class);
        if (lossRates) {
            tests.add(RateTest.LOSS_RATES);
        }
        if (backToBack) {
            tests.add(RateTest.BACK_TO_BACK);
        }
        return new SearchPlan(paths, engines, chosen, profile, seed, seconds, percent / PER_CENT, inputs(input, SEARCHED), tests);
    }

    private static double within(String option, @Nullable Double given, double standard, double least, double most)
        throws WrongOptionException {
        double value = given == null ? standard : given;
        if (!(value >= least && value <= most)) {
            throw new WrongOptionException(option + " must be " + least + " to " + most + ", not " + value);
        }
        return value;
    }

    /**
     * What to forward.
     *
     * @param input a capture, by its name or file, or null for packets that are made
     */
    List<ForwardInput> inputs(@Nullable String input) throws WrongOptionException {
        return inputs(input, STANDARD);
    }

    private List<ForwardInput> inputs(@Nullable String input, List<FrameSizes> standard) throws WrongOptionException {
        if (input == null) {
            return ForwardInput.made(sizes(standard), ROUTES);
        }
        if (frames != null) {
            throw new WrongOptionException("--frames and --input: packets are made, or taken from a capture; give one of them");
        }
        return List.of(recorded(input));
    }

    private static ForwardInput recorded(String input) throws WrongOptionException {
        try {
            Capture capture = CaptureKind.open(input);
            Path file = Path.of(input).getFileName();
            ForwardInput.Recorded recorded = new ForwardInput.Recorded(capture, file == null ? input : file.toString());
            if (recorded.usable() == 0) {
                throw new WrongOptionException("--input: " + capture + "; none of them is a packet that a router forwards (IPv4 without"
                    + " options, a right header, TTL above 1): use another capture");
            }
            return recorded;
        } catch (CaptureException e) {
            throw new WrongOptionException("--input: " + e.getMessage());
        }
    }

    private List<FrameSizes> sizes(List<FrameSizes> standard) throws WrongOptionException {
        List<String> words = frames;
        if (words == null) {
            return standard;
        }
        List<FrameSizes> sizes = new ArrayList<>();
        for (String word : words) {
            Optional<FrameSizes> size = FrameSizes.parse(word);
            if (size.isEmpty()) {
                throw new WrongOptionException("--frames: '" + word + "' is no length from 64 to 1518, nor imix");
            }
            sizes.add(size.get());
        }
        return sizes;
    }
}
