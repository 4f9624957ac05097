package dev.spine.extension.runtime.oracle;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Runs all attacks in processes of their own, and says which of them took more than they may. As a command it prints what each took. */
final class Attacks {
    /** The harmless program that attacks are measured by. */
    static final String HARMLESS = "Harmless";
    private static final String PACKAGE = "red.";
    private static final String HARMLESS_SOURCE = """
        package red;
        import dev.spine.extension.api.*;
        public final class Harmless implements Extension {
            private final int[] a = new int[256];
            private long total;
            public Harmless() {}
            public void start(ExtensionContext context) {
                context.onMessage(1, this, (self, message) -> self.run(message.word(0)));
            }
            private static int step(int x, int y) {
                return x * 31 + y;
            }
            private void run(int rounds) {
                int x = 1;
                for (int r = 0; r < rounds; r++) {
                    x = step(x, a[r & 255]);
                    if ((x & 1) == 0) {
                        total += x;
                    }
                    a[x & 255] ^= r;
                }
            }
        }
        """;
    /** Bytes that a message may allocate: twice its quota, and what loading classes takes. */
    private static final long MAX_BYTES = 2 * (4 << 20) + (1 << 20);
    /** Bytes that may be reachable: twice what an instance may hold. */
    private static final long MAX_REACHABLE = 2 * (8 << 20);
    private static final long MAX_GROWN = 256 << 20;
    /** Beside what fuel pays for: the first activation of a class, and a card's thread that looks about. */
    private static final long FREE_NS = 2_000_000;

    private final Map<String, AttackReport> reports = new LinkedHashMap<>();
    private final Map<String, String> accidents = new LinkedHashMap<>();

    private Attacks() {}

    /** {@return attacks that have not run} */
    static Attacks none() {
        return new Attacks();
    }

    /** {@return what all attacks whose names match have taken: once, and for those that took too much the least of several times} */
    static Attacks run(String names) throws IOException, InterruptedException {
        Attacks attacks = new Attacks();
        attacks.run(names, 1);
        String wrong = String.join("|", attacks.reports.keySet().stream().filter(name -> !attacks.wrong(name).isEmpty()).toList());
        if (!wrong.isEmpty()) {
            attacks.run(wrong, AttackRunner.TIMES);
        }
        return attacks;
    }

    private void run(String names, int times) throws IOException, InterruptedException {
        List<Subject> subjects = subjects(names);
        Path file = Files.createTempFile("attacks", ".bin");
        try {
            Subject.write(subjects, file);
            for (int next = 0; next < subjects.size();) {
                next = process(subjects, file, next, times);
            }
        } finally {
            Files.delete(file);
        }
    }

    /** {@return the harmless program, and the attacks whose names match} */
    static List<Subject> subjects(String names) {
        Map<String, String> sources = new LinkedHashMap<>();
        sources.put(HARMLESS, HARMLESS_SOURCE);
        AttackSources.all().forEach((name, source) -> {
            if (name.matches(names)) {
                sources.put(name, source);
            }
        });
        Map<String, Map<String, byte[]>> images = new LinkedHashMap<>();
        sources.keySet().forEach(name -> images.put(PACKAGE + name, new LinkedHashMap<>()));
        InMemoryCompiler.compile(PACKAGE, sources).forEach((type, bytes) ->
            Objects.requireNonNull(images.get(type.replaceFirst("\\$.*", "")), type).put(type, bytes));
        List<Subject> subjects = new ArrayList<>();
        images.forEach((name, image) -> subjects.add(new Subject(name.substring(PACKAGE.length()), image)));
        return subjects;
    }

    private int process(List<Subject> subjects, Path file, int first, int times) throws IOException, InterruptedException {
        Process process = Machine.TIERED.start(AttackRunner.class, List.of(file.toString(), String.valueOf(first),
            String.valueOf(times)));
        int begun = first - 1;
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (AttackReport.is(line)) {
                    AttackReport report = AttackReport.parse(line);
                    reports.put(report.name(), report);
                } else if (line.startsWith(Activation.BEGIN)) {
                    begun++;
                } else if (line.startsWith(Activation.HUNG)) {
                    accidents.put(subjects.get(begun).name(), "holds the card for more than " + AttackRunner.PATIENCE_MS + " ms");
                } else if (line.equals(Activation.ALL)) {
                    return subjects.size();
                }
            }
        }
        int status = process.waitFor();
        accidents.putIfAbsent(subjects.get(Math.max(begun, first)).name(), "ends the virtual machine with status " + status);
        return Math.max(begun, first) + 1;
    }

    /** {@return what each took, by name} */
    Map<String, AttackReport> reports() {
        return reports;
    }

    /** {@return what is wrong with an attack, or an empty text} */
    String wrong(String name) {
        String accident = accidents.get(name);
        if (accident != null) {
            return accident;
        }
        AttackReport report = reports.get(name);
        if (report == null) {
            return "did not run";
        }
        List<String> wrong = new ArrayList<>();
        double times = times(report);
        if (times > Judge.MAX_TIME) {
            wrong.add(String.format(Locale.ROOT, "%.1f times a harmless program", times));
        }
        if (report.bytes() > MAX_BYTES) {
            wrong.add(report.bytes() + " bytes allocated");
        }
        if (report.reachable() > MAX_REACHABLE) {
            wrong.add(report.reachable() + " bytes held");
        }
        if (report.grown() > MAX_GROWN) {
            wrong.add("the process has grown by " + report.grown() + " bytes");
        }
        if (!report.answered()) {
            wrong.add("it is not listed, or not unloaded");
        }
        return String.join(", ", wrong);
    }

    /** {@return how often as long as a harmless program it took for its fuel, both begun cold} */
    double times(AttackReport report) {
        AttackReport harmless = reports.get(HARMLESS);
        if (harmless == null || report.isRefused()) {
            return 0;
        }
        return report.ns() / ((double) harmless.ns() / harmless.fuel() * report.fuel() + FREE_NS);
    }

    /** Runs them and prints a table; the argument is a regular expression for names. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Attacks attacks = run(arguments.length > 0 ? arguments[0] : ".*");
        System.out.printf(Locale.ROOT, "%-28s %9s %9s %8s %8s %8s %7s  %s%n", "attack", "fuel", "ms", "KiB", "held", "grown", "times",
            "end");
        attacks.reports.values().forEach(one -> System.out.printf(Locale.ROOT, "%-28s %9d %9.2f %8d %8d %8d %7.1f  %s%n", one.name(),
            one.fuel(), one.ns() / 1e6, one.bytes() >> 10, one.reachable() >> 10, one.grown() >> 10, attacks.times(one), one.end()));
        for (String name : AttackSources.all().keySet()) {
            String wrong = name.matches(arguments.length > 0 ? arguments[0] : ".*") ? attacks.wrong(name) : "";
            if (!wrong.isEmpty()) {
                System.out.println("WRONG " + name + ": " + wrong);
            }
        }
    }
}
