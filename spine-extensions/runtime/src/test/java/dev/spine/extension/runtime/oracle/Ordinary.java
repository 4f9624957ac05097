package dev.spine.extension.runtime.oracle;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The ordinary loops that all others are measured by: what a unit takes in them, warm, and what they take when they are cold. */
final class Ordinary {
    /** Activations after which the loops are compiled whatever the machine does at first. */
    private static final int OFTEN = 200;
    /** Processor time in which the compilers have caught up, wherever they run. */
    static final double LONG_NS = 400_000_000;
    private static final String[][] LOOPS = {
        {"Numbers", "int[] a = new int[256]; int x = 1;",
            "x = x * 31 + a[r & 255]; if ((x & 1) == 0) { sum += x; } else { sum ^= x >> 3; }", ""},
        {"Bytes", "byte[] p = new byte[1500]; ", "int c = 0; for (int i = 0; i < 60; i += 2) { c += (p[i] & 255) << 8 | p[i + 1] & 255; }"
            + " p[r % 1500] = (byte) c; sum += c;", ""},
        {"Methods", "Node n = new Node(new Node(null));", "Node at = n; while (at != null) { sum += at.weigh(r); at = at.next; }",
            "static class Node { final Node next; int v; Node(Node next) { this.next = next; } "
                + "int weigh(int x) { v ^= x; return v + x; } }"},
        {"Objects", "", "Pair p = new Pair(r, sum); sum += p.a + p.b; if ((r & 7) == 0) { last = p; }", "record Pair(int a, long b) {}"},
        {"Texts", "String t = \"the quick brown fox\";", "int h = 0; for (int i = 0; i < t.length(); i++) { h = 31 * h + t.charAt(i); }"
            + " sum += h;", ""}};

    private final double warmNs;
    private final double coldNs;
    private final double firstNs;

    private Ordinary(double warmNs, double coldNs, double firstNs) {
        this.warmNs = warmNs;
        this.coldNs = coldNs;
        this.firstNs = firstNs;
    }

    private static List<SubjectSource> sources() {
        List<SubjectSource> sources = new ArrayList<>();
        for (String[] loop : LOOPS) {
            sources.add(new SubjectSource("Ordinary" + loop[0], loop[1], "", loop[2], loop[3]));
        }
        return sources;
    }

    /**
     * {@return the measure of each machine: the mean of the loops, when they have run often}
     *
     * @param longNs that a loop gets to become as quick as it may, in each namespace
     */
    static Map<Machine, Ordinary> measure(double longNs) throws IOException, InterruptedException {
        List<SubjectSource> sources = sources();
        List<Subject> subjects = Subject.compile(sources);
        Map<Machine, Ordinary> measures = new EnumMap<>(Machine.class);
        for (Machine machine : Machine.values()) {
            Runs runs = Runs.of(machine, subjects, machine == Machine.INTERPRETER ? 3 : OFTEN, List.of(0.0, 0.0, 0.0, longNs));
            double warm = 0;
            double cold = 0;
            double first = 0;
            for (SubjectSource source : sources) {
                List<Activation> all = runs.of(source.name());
                warm += usual(all) / sources.size();
                cold += least(all, 1, Activation::nsPerUnit) / sources.size();
                first += least(all, 0, Activation::ns) / sources.size();
            }
            measures.put(machine, new Ordinary(warm, cold, first));
        }
        return measures;
    }

    /** The lower quartile of the warm ones: the least of many is what the clock of the processor's time gets wrong now and then. */
    private static double usual(List<Activation> all) {
        double[] sorted = all.stream().filter(one -> one.space() >= 0 && one.number() >= Activation.COLD).mapToDouble(Activation::nsPerUnit)
            .sorted().toArray();
        return sorted[sorted.length / 4];
    }

    private static double least(List<Activation> all, int number, ToDoubleFunction<Activation> what) {
        return all.stream().filter(one -> one.space() >= 0 && Math.min(one.number(), Activation.COLD) == number).mapToDouble(what).min()
            .orElseThrow();
    }

    /** {@return nanoseconds that an ordinary program would take in place of an activation} */
    double ns(Activation activation) {
        return activation.isWarm() ? warmNs * activation.fuel() : Math.max(coldNs, warmNs) * activation.fuel() + firstNs;
    }

    /** {@return the limits of {@link Runs}: so many times what a first activation, a cold unit and a warm unit take} */
    List<Double> times(double times) {
        return List.of(times * firstNs, times * Math.max(coldNs, warmNs), times * warmNs, LONG_NS);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.3f ns a unit warm, %.3f cold, %.0f ns for the first activation", warmNs, coldNs,
            firstNs);
    }
}
