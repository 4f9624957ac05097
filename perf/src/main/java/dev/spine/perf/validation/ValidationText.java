package dev.spine.perf.validation;

import dev.spine.perf.calibration.CodePrice;
import dev.spine.perf.calibration.MachineMeasurement;
import dev.spine.perf.calibration.MeasuredProfile;
import dev.spine.system.output.TextTable;
import dev.spine.system.output.WrappedText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Says what was measured and how far model and truth are apart, for people and for programs. Any thread. */
public final class ValidationText {
    private static final double MEGA = 1e6;
    private static final double PERCENT = 100;
    private static final double UNDISTURBED = 0.9;

    private ValidationText() {}

    /** A figure of the machine. */
    private record Figure(String name, String field, String unit, int digits, ToDoubleFunction<MachineMeasurement> of) {
        double at(List<MachineMeasurement> runs, int rank) {
            return runs.stream().mapToDouble(of).sorted().skip(rank).findFirst().orElseThrow();
        }
    }

    private static List<Figure> figures(MachineMeasurement like) {
        List<Figure> figures = new ArrayList<>();
        figures.add(new Figure("of a processor had", "share", "%", 0, run -> PERCENT * run.share()));
        figures.add(new Figure("clock", "clockHz", "MHz", 0, run -> run.clockHz() / MEGA));
        figures.add(new Figure("a unit of code", "unitNs", "ns", 4, MachineMeasurement::unitNs));
        figures.add(new Figure("", "unitCycles", "cycles", 4, MachineMeasurement::unitCycles));
        for (int i = 0; i < like.code().size(); i++) {
            int piece = i;
            CodePrice price = like.code().get(i);
            figures.add(new Figure("- " + price.name(), price.name().toLowerCase(Locale.ROOT) + "Ns", "ns", 4,
                run -> run.code().get(piece).unitNs()));
        }
        figures.add(new Figure("charges in extensions", "metering", "times", 2, MachineMeasurement::metering));
        figures.add(new Figure("bytes copied in caches", "copiedBytesPerSecond", "MB/s", 0, run -> run.copiedBytesPerSecond() / MEGA));
        figures.add(new Figure("- beyond them", "copiedFarBytesPerSecond", "MB/s", 0, run -> run.copiedFarBytesPerSecond() / MEGA));
        figures.add(new Figure("transfer of 64 bytes", "transferNs", "ns", 1, MachineMeasurement::transferNs));
        figures.add(new Figure("through a list", "listNs", "ns", 1, MachineMeasurement::listNs));
        figures.add(new Figure("waking a thread", "wakeNs", "ns", 0, MachineMeasurement::wakeNs));
        if (like.systemCallNs().isPresent()) {
            figures.add(new Figure("system call", "systemCallNs", "ns", 0, run -> run.systemCallNs().orElse(0)));
        }
        return figures;
    }

    /**
     * {@return the text}
     *
     * @param machine what was measured in each run, at least one
     * @param paths modelled and live
     */
    public static String text(List<MachineMeasurement> machine, List<ValidatedPath> paths) {
        int runs = machine.size();
        StringBuilder text = new StringBuilder("this machine: ").append(MeasuredProfile.processor()).append(", ")
            .append(Runtime.getRuntime().availableProcessors()).append(" processors; runs: ").append(runs).append("\n\n");
        TextTable measured = new TextTable("measured", "median", "least", "most", "unit");
        for (Figure figure : figures(machine.getFirst())) {
            String form = "%,." + figure.digits + "f";
            measured.row(figure.name, number(form, figure.at(machine, runs / 2)), number(form, figure.at(machine, 0)),
                number(form, figure.at(machine, runs - 1)), figure.unit);
        }
        text.append(measured).append('\n');
        TextTable rates = new TextTable("workload", "path", "live/s", "spread", "modelled/s", "error", "live ns", "model ns", "error");
        TextTable missing = new TextTable("ns a unit", "path", "modelled", "one thread", "rest", "waiting", "live", "looking", "mostly");
        for (ValidatedPath path : paths) {
            rates.row(path.workload(), path.path(), number("%,.0f", path.liveMedian()), percent("%.0f %%", path.spread()),
                number("%,.0f", path.modelled()), percent("%+.0f %%", path.error()), number("%,.0f", path.threadNs()),
                number("%,.0f", path.workNs()), percent("%+.0f %%", path.workError()));
            if (path.isFarOff()) {
                missing.row(path.workload(), path.path(), number("%.0f", path.modelledNs()),
                    number("%+.0f", path.workNs() - path.modelledNs()), number("%+.0f", path.restNs()),
                    number("%+.0f", path.waitingNs()), number("%.0f", path.liveNs()), number("%.0f", path.pollNs()), path.mostly());
            }
        }
        text.append(rates).append('\n');
        double share = MeasuredProfile.median(machine, MachineMeasurement::share);
        if (share < UNDISTURBED) {
            text.append(WrappedText.of(percent("DISTURBED: others use this machine; a thread has %.0f %% of a processor. Live rates are"
                + " too low.", share), "- ", "  "));
        }
        for (String sentence : explained(paths)) {
            text.append(WrappedText.of(sentence, "- ", "  "));
        }
        if (missing.rows().size() > 1) {
            text.append("\nwhat the model lacks where it is off by more than 25 %:\n\n").append(missing).append('\n');
            for (String sentence : missing()) {
                text.append(WrappedText.of(sentence, "- ", "  "));
            }
        }
        return text.toString();
    }

    private static List<String> explained(List<ValidatedPath> paths) {
        List<String> sentences = new ArrayList<>(List.of(
            "live/s: units a second of the live engine, everything on one thread; of each run the best of four passes; the median of the"
                + " runs, and how far they are apart.",
            "modelled/s: the same on a profile of this machine, of which nothing is fitted to a rate. Host and cards have a processor"
                + " each, and a DMA engine beside it. error: modelled by live, less 1.",
            "live ns: for which the thread had a processor for a unit. model ns: what the processors and DMA engines of the model do for"
                + " it, one after the other: units by the price of one, and bytes. error: live by model, less 1: how much too fast the"
                + " model is, as before."));
        long lost = paths.stream().mapToLong(ValidatedPath::lost).sum();
        if (lost > 0) {
            sentences.add("LOST: " + lost + " units did not arrive live.");
        }
        return sentences;
    }

    private static List<String> missing() {
        return List.of(
            "modelled + one thread + rest + waiting = live.",
            "one thread: the model has a processor for the host and for each card, and DMA engines; live one thread does it all.",
            "rest: what no number of the profile has. More (dearer code): code that the compiler has not made as short as the counted"
                + " pieces, charges in extensions, caches that miss, and engine, lists, wires and clock, which no unit counts. Less:"
                + " looking that is saved, or code that became shorter than the counted pieces (cheaper code).",
            "looking: what of the model's work is looking for work. It looks once for each piece, a live agent once for up to 64.",
            "waiting: the thread sleeps, as nothing is there to do, or others have its processor.");
    }

    /**
     * {@return objects for programs: the machine first, then each path}
     *
     * @param machine what was measured in each run, at least one
     * @param paths modelled and live
     */
    public static List<Map<String, Object>> json(List<MachineMeasurement> machine, List<ValidatedPath> paths) {
        Map<String, Object> first = new LinkedHashMap<>();
        first.put("machine", MeasuredProfile.processor());
        first.put("processors", Runtime.getRuntime().availableProcessors());
        first.put("runs", machine.size());
        for (Figure figure : figures(machine.getFirst())) {
            double factor = figure.unit.startsWith("M") ? MEGA : 1;
            first.put(figure.field, figure.at(machine, machine.size() / 2) * factor);
            first.put(figure.field + "Least", figure.at(machine, 0) * factor);
            first.put(figure.field + "Most", figure.at(machine, machine.size() - 1) * factor);
        }
        List<Map<String, Object>> objects = new ArrayList<>(List.of(first));
        paths.forEach(path -> objects.add(path.json()));
        return objects;
    }

    private static String number(String form, double number) {
        return String.format(Locale.ROOT, form, number);
    }

    private static String percent(String form, double part) {
        return number(form, PERCENT * part);
    }
}
