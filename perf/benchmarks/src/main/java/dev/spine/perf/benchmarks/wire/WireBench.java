package dev.spine.perf.benchmarks.wire;

import dev.spine.device.os.SystemCallException;
import dev.spine.device.os.xdp.XdpSettings;
import dev.spine.perf.benchmarks.Bench;
import dev.spine.perf.benchmarks.WrongArgumentException;
import dev.spine.perf.calibration.HopCalibration;
import dev.spine.system.output.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * The command: small packets from a Linux namespace to another over each way that Java and the kernel have, in turns. Any thread.
 *
 * <p>Each round gives each path a block at full speed, one at half the rate that came out then, and one at a rate common to all. Figures
 * are medians over the rounds behind the first {@value #WARM_UP}, of which nothing is counted; blocks in which other programs had much of
 * the machine are left out, unless all are such. It takes root, and makes three namespaces that are gone afterwards.
 */
public final class WireBench {
    /** A path by the word for it. */
    enum Kind {
        NOTHING, BRIDGE, ROUTER, SPINE, SPINE_XDP, TAP, XDP, NATIVE_XDP;

        private Path make(Spaces spaces) {
            return switch (this) {
                case NOTHING -> new KernelPath(spaces, KernelPath.Middle.NOTHING);
                case BRIDGE -> new KernelPath(spaces, KernelPath.Middle.BRIDGE);
                case ROUTER -> new KernelPath(spaces, KernelPath.Middle.ROUTER);
                case SPINE -> new SpinePath(spaces, SpineRouter.Wires.TAP);
                case SPINE_XDP -> new SpinePath(spaces, SpineRouter.Wires.XDP);
                case TAP -> new TapBridge(spaces);
                case XDP -> new XdpBridge(spaces, XdpSettings.Mode.GENERIC);
                case NATIVE_XDP -> new XdpBridge(spaces, XdpSettings.Mode.NATIVE);
            };
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private static final int LOADS = 3;
    private static final int WARM_UP = 2;

    private WireBench() {}

    /**
     * Runs and prints.
     *
     * @param arguments as {@code --help} says
     */
    public static void main(String[] arguments) {
        Bench.main(WireBench.class, arguments);
    }

    @Command(description = "Small packets between network namespaces: the kernel, TAP, XDP sockets, in turns. Needs root and 'ip'.",
        footer = "Example: perf/bench wire.WireBench 40 0.4 100000 tap router")
    static void run(
        @Parameters(arity = "0..1", defaultValue = "40", description = "for all blocks together") double seconds,
        @Parameters(arity = "0..1", defaultValue = "0.4", description = "of one block") double blockSeconds,
        @Parameters(arity = "0..1", defaultValue = "100000", description = "packets a second that all paths are given in their third block")
            int rate,
        @Parameters(description = "${COMPLETION-CANDIDATES}; all unless given") @Nullable List<Kind> paths) {
        Bench.within("packets a second", rate, 1_000, 10_000_000);
        // Who cannot make namespaces learns it here in one line: "Operation not permitted", by 'ip'.
        if (Runtime.getRuntime().availableProcessors() < 2) {
            throw new WrongArgumentException("the machine has one processor; sender and carrier need one each");
        }
        measure(Bench.orAll(paths, Kind.values()), seconds, blockSeconds, rate);
    }

    private static void measure(List<Kind> kinds, double seconds, double block, int rate) {
        HopCalibration before = HopCalibration.measure();
        List<Trial> trials = new ArrayList<>();
        try (Spaces spaces = new Spaces()) {
            try {
                for (Kind kind : kinds) {
                    add(trials, spaces, kind);
                }
                long blockNs = (long) (block * 1e9);
                int rounds = Math.max(1, (int) Math.round(seconds / (block * LOADS * trials.size())));
                for (int round = -WARM_UP; round < rounds; round++) {
                    for (Trial trial : trials) {
                        trial.round(blockNs, rate);
                        if (round < 0) {
                            trial.forget();
                        }
                    }
                }
                print(trials, rate);
            } finally {
                trials.forEach(Trial::close);
            }
        }
        HopCalibration after = HopCalibration.measure();
        System.out.printf(Locale.ROOT, "calibration one-line %.0f to %.0f ns, %s%n", before.oneLineNs(), after.oneLineNs(),
            before.until(after).name().toLowerCase(Locale.ROOT));
    }

    private static void add(List<Trial> trials, Spaces spaces, Kind kind) {
        try {
            trials.add(new Trial(spaces, kind.make(spaces)));
        } catch (SystemCallException e) {
            System.out.println(kind + ": left out: " + e.getMessage());
        }
    }

    private static void print(List<Trial> trials, int rate) {
        TextTable table = new TextTable("path", "packets/s", "lowest", "highest", "ns/packet", "half: ns/packet", "machine", "lost",
            "p50 us", "p99 us", rate + "/s: ns/packet", "machine", "lost", "p50 us", "p99 us", "blocks", "disturbed");
        for (Trial trial : trials) {
            Figures full = trial.full();
            Figures half = trial.half();
            Figures common = trial.common();
            boolean isDisturbed = full.isDisturbed() || half.isDisturbed() || common.isDisturbed();
            String name = trial.name() + (isDisturbed ? " (disturbed)" : "");
            table.row(name, whole(full.perSecond()), whole(full.lowest()), whole(full.highest()), whole(full.threadNs()),
                whole(half.threadNs()), whole(half.machineNs()), percent(half.lost()), micro(half.middleNs()), micro(half.tailNs()),
                whole(common.threadNs()), whole(common.machineNs()), percent(common.lost()), micro(common.middleNs()),
                micro(common.tailNs()), whole(full.blocks()), whole(trial.disturbed()));
        }
        System.out.print(table);
    }

    private static String whole(double value) {
        return String.format(Locale.ROOT, "%.0f", value);
    }

    private static String micro(double ns) {
        return String.format(Locale.ROOT, "%.1f", ns / 1000);
    }

    private static String percent(double part) {
        return String.format(Locale.ROOT, "%.2f%%", 100 * part);
    }
}
