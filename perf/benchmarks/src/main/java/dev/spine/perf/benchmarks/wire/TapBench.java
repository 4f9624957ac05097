package dev.spine.perf.benchmarks.wire;

import dev.spine.device.os.SystemCallException;
import dev.spine.perf.benchmarks.Bench;
import dev.spine.perf.benchmarks.wire.SpineRouter.Wires;
import dev.spine.perf.calibration.HopCalibration;
import dev.spine.system.output.TextTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * The command: one TCP stream of iperf3 from a Linux namespace to another, by the kernel's router and by Spine's in turns: with
 * super-packets, and without. The same topology: sender, router with two addresses, receiver. Beside them what no program over two TAP
 * interfaces can be without, {@link SuperPacketBridge}.
 *
 * <p>Figures are medians over the rounds behind the first {@value #WARM_UP}, in which the virtual machine compiles. Processor time is that
 * of sender and receiver as iperf3 tells it, of this process, which is Spine's router, and of the kernel's threads for soft interrupts;
 * beside it that of the whole machine, with whatever else runs there. Small packets over the same routers: {@link WireBench} with the
 * paths {@code router} and {@code spine}. It takes root and iperf3, and makes three namespaces that are gone afterwards.
 */
public final class TapBench {
    private static final int WARM_UP = 4;
    private static final Pattern UTILIZATION = Pattern.compile("CPU Utilization: \\S+ ([0-9.]+)%.*remote\\S* ([0-9.]+)%");
    /** The rival of {@link SuperPacketBridge}. */
    private static final String BARE = "w";

    /** A router with the stream's goal behind it. */
    private record Rival(String name, String goal, List<Double> rates, List<Double> perSecond, List<Double> perMachineSecond) {
        private Rival(String name, String goal) {
            this(name, goal, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }
    }

    private TapBench() {}

    /**
     * Runs and prints.
     *
     * @param arguments as {@code --help} says
     */
    public static void main(String[] arguments) {
        Bench.main(TapBench.class, arguments);
    }

    @Command(description = "A TCP stream between network namespaces by two routers in turns. Needs root, 'ip' and 'iperf3'.",
        footer = "Example: perf/bench wire.TapBench 5 2")
    static void run(
        @Parameters(arity = "0..1", defaultValue = "5", description = "that count; four more come before them") int rounds,
        @Parameters(arity = "0..1", defaultValue = "2", description = "of one block") double blockSeconds) {
        measure(rounds, blockSeconds);
    }

    private static void measure(int rounds, double block) {
        HopCalibration before = HopCalibration.measure();
        try (Spaces spaces = new Spaces();
                KernelPath kernel = new KernelPath(spaces, KernelPath.Middle.ROUTER);
                SpineRouter whole = spine(spaces, "u", 0x1a, Wires.TAP_SEGMENTS);
                SpineRouter plain = spine(spaces, "v", 0x2a, Wires.TAP);
                SuperPacketBridge bare = new SuperPacketBridge(spaces, BARE)) {
            List<Rival> rivals = List.of(new Rival("kernel router", address("9", 1)), new Rival("Spine's router", address("u", 1)),
                new Rival("without super-packets", address("v", 1)), new Rival("read and written, no more", network(BARE) + "0.3"));
            ends(spaces, "9", kernel.entry(), kernel.exit());
            ends(spaces, "u", "ua", "ub");
            ends(spaces, "v", "va", "vb");
            neighbours(spaces, "u", whole);
            neighbours(spaces, "v", plain);
            bareEnds(spaces);
            bare.start();
            try (Spaces.Running server = spaces.start("b", "iperf3", "-s")) {
                for (int round = -WARM_UP; round < rounds; round++) {
                    if (!server.isAlive()) {
                        throw new SystemCallException("'iperf3 -s' does not run: install iperf3", 0);
                    }
                    for (Rival rival : rivals) {
                        block(spaces, rival, block, round >= 0);
                    }
                }
            }
            bare.stop();
            print(rivals);
            System.out.println("super-packets: " + whole.counters());
        }
        HopCalibration after = HopCalibration.measure();
        System.out.printf(Locale.ROOT, "calibration one-line %.0f to %.0f ns, %s%n", before.oneLineNs(), after.oneLineNs(),
            before.until(after).name().toLowerCase(Locale.ROOT));
    }

    /** Both ends of the bridge are in one network, for it rewrites no address. */
    private static void bareEnds(Spaces spaces) {
        spaces.ip("a", "addr add " + network(BARE) + "0.2/24 dev " + BARE + "a");
        spaces.ip("b", "addr add " + network(BARE) + "0.3/24 dev " + BARE + "b");
    }

    /** The network of a rival: 10.9 of the kernel, 10.10 and 10.11 of Spine, 10.12 of the bridge. */
    private static String network(String rival) {
        return switch (rival) {
            case "u" -> "10.10.";
            case "v" -> "10.11.";
            case BARE -> "10.12.";
            default -> "10.9.";
        };
    }

    private static String address(String rival, int side) {
        return network(rival) + side + ".2";
    }

    private static SpineRouter spine(Spaces spaces, String rival, int last, Wires wires) {
        long card = 0x02_53_50_00_00_00L | last;
        return new SpineRouter(new SpineRouter.Side(spaces.name("a"), rival + "a", card, network(rival) + "0.254/24"),
            new SpineRouter.Side(spaces.name("b"), rival + "b", card + 1, network(rival) + "1.254/24"), wires);
    }

    private static void ends(Spaces spaces, String rival, String left, String right) {
        String network = network(rival);
        spaces.ip("a", "addr add " + network + "0.2/24 dev " + left);
        spaces.ip("b", "addr add " + network + "1.2/24 dev " + right);
        if (!rival.equals("9")) {
            int last = rival.equals("u") ? 0x1a : 0x2a;
            spaces.ip("a", String.format(Locale.ROOT, "neigh add %s0.254 lladdr 02:53:50:00:00:%02x dev %s", network, last, left));
            spaces.ip("b", String.format(Locale.ROOT, "neigh add %s1.254 lladdr 02:53:50:00:00:%02x dev %s", network, last + 1, right));
        }
        spaces.ip("a", "route add " + network + "1.0/24 via " + network + "0.254");
        spaces.ip("b", "route add " + network + "0.0/24 via " + network + "1.254");
    }

    private static void neighbours(Spaces spaces, String rival, SpineRouter router) {
        router.neighbour(1, network(rival) + "0.2", spaces.hardwareAddress("a", rival + "a"));
        router.neighbour(2, network(rival) + "1.2", spaces.hardwareAddress("b", rival + "b"));
    }

    private static void block(Spaces spaces, Rival rival, double seconds, boolean counts) {
        String said = "";
        PathTime begin = PathTime.now();
        for (int attempt = 0; attempt < 100 && !said.contains("receiver"); attempt++) {
            // Until the server listens; afterwards the first one succeeds.
            begin = PathTime.now();
            said = spaces.run("a", "iperf3", "-c", rival.goal(), "-t", Double.toString(seconds).replaceAll("\\.0$", ""), "-f", "k", "-V");
        }
        PathTime time = PathTime.now().since(begin);
        double bits = said.lines().filter(line -> line.contains("receiver")).mapToDouble(TapBench::kilobits).sum() * 1e3;
        if (bits == 0) {
            throw new SystemCallException("iperf3 over " + rival.name() + " failed: " + said.lines().findFirst().orElse("without a word"),
                0);
        }
        if (counts) {
            rival.rates().add(bits);
            rival.perSecond().add(bits * seconds / (time.threadNs() / 1e9 + seconds * utilization(said)));
            rival.perMachineSecond().add(bits * seconds / (time.machineNs() / 1e9));
        }
    }

    /** Processors that sender and receiver have had. */
    private static double utilization(String said) {
        Matcher found = UTILIZATION.matcher(said);
        return found.find() ? (Double.parseDouble(found.group(1)) + Double.parseDouble(found.group(2))) / 100 : Double.NaN;
    }

    private static double kilobits(String line) {
        String[] words = line.strip().split("\\s+", -1);
        for (int i = 1; i < words.length; i++) {
            if (words[i].equals("Kbits/sec")) {
                return Double.parseDouble(words[i - 1]);
            }
        }
        return 0;
    }

    private static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private static void print(List<Rival> rivals) {
        TextTable table = new TextTable("path", "Gbit/s", "lowest", "highest", "ratio", "Gbit per processor-second", "ratio",
            "of the machine", "ratio");
        Rival kernel = rivals.getFirst();
        for (Rival rival : rivals) {
            double[] sorted = rival.rates().stream().mapToDouble(Double::doubleValue).sorted().toArray();
            table.row(rival.name(), giga(median(rival.rates())), giga(sorted[0]), giga(sorted[sorted.length - 1]),
                String.format(Locale.ROOT, "%.2f", paired(rival.rates(), kernel.rates())), giga(median(rival.perSecond())),
                String.format(Locale.ROOT, "%.2f", paired(rival.perSecond(), kernel.perSecond())), giga(median(rival.perMachineSecond())),
                String.format(Locale.ROOT, "%.2f", paired(rival.perMachineSecond(), kernel.perMachineSecond())));
        }
        System.out.print(table);
    }

    /** The median of the ratios of blocks of the same round. */
    private static double paired(List<Double> values, List<Double> references) {
        double[] ratios = new double[values.size()];
        Arrays.setAll(ratios, i -> values.get(i) / references.get(i));
        Arrays.sort(ratios);
        return ratios[ratios.length / 2];
    }

    private static String giga(double bits) {
        return String.format(Locale.ROOT, "%.2f", bits / 1e9);
    }
}
