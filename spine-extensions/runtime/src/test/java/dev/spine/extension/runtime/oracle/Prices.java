package dev.spine.extension.runtime.oracle;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures what instructions and leaves take, plain and warm, on each {@link Machine}, in nanoseconds and in steps of an ordinary loop of
 * the second compiler. A command: its argument is a regular expression for names, or nothing for all.
 */
final class Prices {
    /** Milliseconds that a program is measured for. */
    private static final String PATIENCE = "120";

    private Prices() {}

    /** Prints the list. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        String names = arguments.length == 0 ? ".*" : arguments[0] + "|" + PriceList.ORDINARY;
        List<SubjectSource> sources = PriceList.all().stream().filter(source -> source.name().matches(names)).toList();
        Path file = Files.createTempFile("prices", ".bin");
        Map<Machine, Map<String, Double>> all = new EnumMap<>(Machine.class);
        try {
            Subject.write(Subject.compile(sources), file);
            for (Machine machine : List.of(Machine.C2, Machine.C1, Machine.INTERPRETER)) {
                all.put(machine, measure(machine, file));
            }
        } finally {
            Files.delete(file);
        }
        double step = all.get(Machine.C2).getOrDefault(PriceList.ORDINARY, 1.0);
        System.out.printf(Locale.ROOT, "%-45s %12s %12s %12s %12s%n", "what (a round)", "C2 ns", "C1 ns", "-Xint ns", "C2 steps");
        for (SubjectSource source : sources) {
            List<Object> row = new ArrayList<>(List.of(source.name()));
            for (Machine machine : List.of(Machine.C2, Machine.C1, Machine.INTERPRETER)) {
                row.add(all.get(machine).getOrDefault(source.name(), Double.NaN));
            }
            row.add(all.get(Machine.C2).getOrDefault(source.name(), Double.NaN) / step);
            System.out.printf(Locale.ROOT, "%-45s %12.1f %12.1f %12.1f %12.1f%n", row.toArray());
        }
    }

    private static Map<String, Double> measure(Machine machine, Path file) throws IOException, InterruptedException {
        Map<String, Double> measured = new LinkedHashMap<>();
        Process process = machine.start(PriceRunner.class, List.of(file.toString(), PATIENCE));
        try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
            lines.lines().forEach(line -> measured.put(line.substring(0, line.indexOf(' ')),
                Double.valueOf(line.substring(line.indexOf(' ') + 1))));
        }
        process.waitFor();
        return measured;
    }
}
