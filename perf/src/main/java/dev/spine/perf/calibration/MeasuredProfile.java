package dev.spine.perf.calibration;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Writes what was measured as the file of a machine profile: the live engine on the machine at hand. Any thread. */
public final class MeasuredProfile {
    /**
     * What the live engine's host has not: it is a thread of the process, and no operating system lies on its paths. The profile keeps the
     * numbers for who asks what a path through the system would cost.
     */
    public static final List<String> LIVE = Stream.of("interrupt", "soft-interrupt", "ip-input", "ip-forward", "ip-output", "socket-input",
        "socket-output", "system-call", "context-switch").map(name -> "host.cycles." + name + "=0").toList();

    /** How the file of a measured profile begins. */
    public static final String HEAD = "# The live engine on one machine, as spine calibrate has measured it.";

    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
    private static final String MODEL = "model name";
    private static final double NS_PER_SECOND = 1e9;

    private MeasuredProfile() {}

    /** {@return what the processor calls itself} */
    public static String processor() {
        try (Stream<String> lines = Files.lines(PROCESSORS)) {
            return lines.filter(line -> line.startsWith(MODEL)).map(line -> line.substring(line.indexOf(':') + 1).strip()).findFirst()
                .orElse(System.getProperty("os.arch"));
        } catch (IOException e) {
            return System.getProperty("os.arch");
        }
    }

    /**
     * {@return the median of a figure over several measurements}
     *
     * @param runs at least one
     * @param figure of each
     */
    public static double median(List<MachineMeasurement> runs, ToDoubleFunction<MachineMeasurement> figure) {
        double[] sorted = runs.stream().mapToDouble(figure).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    /**
     * {@return the text of the profile's file}
     *
     * @param runs what was measured, at least once; each number is the median
     */
    public static String toml(List<MachineMeasurement> runs) {
        double clock = median(runs, MachineMeasurement::clockHz);
        double unit = median(runs, MachineMeasurement::unitNs) * clock / NS_PER_SECOND;
        long copy = Math.round(median(runs, MachineMeasurement::copiedBytesPerSecond));
        String processor = processor().replaceAll("[\"\\\\\\p{Cntrl}]", "");
        Text text = new Text();
        text.line(HEAD);
        text.line("name = \"this-machine\"");
        text.line("about = \"the live engine on: " + processor + "\"");
        text.line("based-on = \"dpu-pcie5\"");
        text.section("bus");
        text.fact("clock-hz", "1_000_000_000", "assumed: there is no bus: a nanosecond as the unit of its times");
        text.fact("width-bytes", "1024", "assumed: there is no bus: the memory is what bytes wait for");
        text.fact("overhead-cycles", "0", "assumed: there is no bus");
        text.fact("burst-bytes", "65536", "assumed: there is no bus");
        text.fact("programmed-cycles", "1", "assumed: there is no bus");
        text.measured("read-cycles", Math.round(median(runs, MachineMeasurement::listNs)), "an object's way through a list, in ns");
        text.fact("topology", "\"switched\"", "assumed: nothing is shared but the memory");
        for (String none : List.of("switch-ns", "bridge-ns", "dma-read-ns")) {
            text.fact(none, "0", "assumed: there is no bus");
        }
        text.section("dma");
        text.measured("setup-ns", Math.round(median(runs, MachineMeasurement::transferNs)), "a transfer of 64 bytes");
        text.measured("local-bytes-per-second", copy, "copies of " + MachineParts.COPIED_BYTES + " bytes");
        text.fact("channels", "1", "assumed: the thread that starts a transfer does it");
        text.fact("alignment-bytes", "1", "assumed: a copy");
        text.fact("read-window-bytes", "65536", "assumed: a copy");
        text.section("memory");
        text.measured("card-bytes-per-second", copy, "copies of " + MachineParts.COPIED_BYTES + " bytes");
        text.measured("host-bytes-per-second", copy, "copies of " + MachineParts.COPIED_BYTES + " bytes");
        text.fact("stolen-percent", "0", "assumed: what the thread copies it is not taken from");
        text.section("wire");
        text.fact("bits-per-second", "1_000_000_000_000", "assumed: live wires are lists in memory");
        text.fact("latency-ns", "0", "assumed: live wires are lists in memory");
        text.fact("overhead-bytes", "0", "assumed: live wires are lists in memory");
        text.section("code");
        text.fact("bookkeeping", "\"charged\"", "measured: the live engine runs it");
        text.section("host");
        text.line("name = \"" + processor + "\"");
        text.measured("clock-hz", Math.round(clock), "a chain of instructions");
        text.fact("interrupts", "\"per-burst\"", "assumed: the live host looks, and finds bursts");
        text.section("host.cycles");
        text.decimal("unit", unit, units(runs));
        OptionalDouble call = runs.stream().map(MachineMeasurement::systemCallNs).filter(OptionalDouble::isPresent)
            .mapToDouble(OptionalDouble::getAsDouble).sorted().skip(runs.size() / 2).findFirst();
        if (call.isPresent()) {
            text.decimal("system-call", call.getAsDouble() * clock / NS_PER_SECOND, "getppid");
        }
        text.decimal("context-switch", median(runs, MachineMeasurement::wakeNs) * clock / NS_PER_SECOND, "waking a thread that sleeps");
        text.section("host.memory");
        text.fact("miss-ns", "0", "measured: cycles of a unit are taken whole, their misses included");
        text.section("iop");
        text.line("name = \"" + processor + "\"");
        text.measured("clock-hz", Math.round(clock), "a chain of instructions");
        text.section("iop.cycles");
        text.decimal("unit", unit, units(runs));
        text.section("iop.memory");
        text.fact("miss-ns", "0", "measured: cycles of a unit are taken whole, their misses included");
        return text.toString();
    }

    /** From where the price of a unit is. */
    private static String units(List<MachineMeasurement> runs) {
        return String.format(Locale.ROOT, "counted code that is none of a workload's: %s", String.join(", ",
            runs.getFirst().code().stream().map(CodePrice::name).toList()));
    }

    private static final class Text {
        private final StringBuilder text = new StringBuilder();

        void line(String line) {
            text.append(line).append('\n');
        }

        void section(String name) {
            text.append("\n[").append(name).append("]\n");
        }

        void fact(String key, String value, String source) {
            line(key + " = { value = " + value + ", source = \"" + source + "\" }");
        }

        void measured(String key, long number, String of) {
            fact(key, Long.toString(Math.max(0, number)), "measured: " + of);
        }

        void decimal(String key, double number, String of) {
            fact(key, String.format(Locale.ROOT, "%.4f", number), "measured: " + of);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
