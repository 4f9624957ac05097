package dev.spine.extension.runtime.oracle;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs programs on one machine, in as many processes as it takes: a program that ends its process is noted, and the next one goes on. */
final class Runs {
    private final Map<String, List<Activation>> activations = new LinkedHashMap<>();
    private final Map<String, String> accidents = new LinkedHashMap<>();

    private Runs() {}

    /**
     * Runs programs.
     *
     * @param machine with which compilers
     * @param subjects the programs
     * @param warm activations of each after the cold ones
     * @param limits nanoseconds of a first activation, a cold unit and a warm unit from which on a program is run again, 0 for all; and
     *     those that it gets then to become as quick as it may
     * @return what they took
     */
    static Runs of(Machine machine, List<Subject> subjects, int warm, List<Double> limits) throws IOException, InterruptedException {
        Runs runs = new Runs();
        Path file = Files.createTempFile("oracle", ".bin");
        try {
            Subject.write(subjects, file);
            for (int next = 0; next < subjects.size();) {
                List<String> arguments = new ArrayList<>(List.of(file.toString(), String.valueOf(next), String.valueOf(warm)));
                limits.forEach(limit -> arguments.add(limit.toString()));
                next = runs.process(machine, subjects, arguments, next);
            }
        } finally {
            Files.delete(file);
        }
        return runs;
    }

    private int process(Machine machine, List<Subject> subjects, List<String> arguments, int first) throws IOException,
        InterruptedException {
        Process process = machine.start(ActivationRunner.class, arguments);
        int begun = first - 1;
        boolean all = false;
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (Activation.is(line)) {
                    Activation one = Activation.parse(line);
                    activations.computeIfAbsent(one.name(), any -> new ArrayList<>()).add(one);
                } else if (line.startsWith(Activation.BEGIN)) {
                    begun++;
                } else if (line.startsWith(Activation.HUNG)) {
                    accidents.put(subjects.get(begun).name(), "does not come back in " + ActivationRunner.PATIENCE_MS + " ms");
                } else if (line.startsWith(Activation.FAILED)) {
                    String name = subjects.get(begun).name();
                    accidents.put(name, line.substring(Activation.FAILED.length() + name.length() + 1));
                } else {
                    all |= line.equals(Activation.ALL);
                }
            }
        }
        int status = process.waitFor();
        if (all) {
            return subjects.size();
        }
        String name = subjects.get(Math.max(begun, first)).name();
        accidents.putIfAbsent(name, "ends the virtual machine with status " + status);
        return Math.max(begun, first) + 1;
    }

    /** {@return the activations of a program in their order} */
    List<Activation> of(String name) {
        return activations.getOrDefault(name, List.of());
    }

    /** {@return what happened to programs that could not be run to their end, by name} */
    Map<String, String> accidents() {
        return accidents;
    }
}
