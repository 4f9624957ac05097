package dev.spine.extension.runtime.oracle;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Measures the real stack of metered frames against the words that they are charged, on each {@link Machine}, cold and warm. A command. */
final class Frames {
    private static final String EXCEPTIONS = "static final class E1 extends RuntimeException {}"
        + " static final class E2 extends RuntimeException {}\n";

    private Frames() {}

    /** Prints the table. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path file = Files.createTempFile("frames", ".bin");
        try {
            Subject.write(Subject.compile(sources()), file);
            for (Machine machine : Machine.values()) {
                for (String warm : machine == Machine.INTERPRETER ? List.of("0") : List.of("0", "3000")) {
                    System.out.println(machine + ", warmed " + warm + " times");
                    Process process = machine.start(FrameRunner.class, List.of(file.toString(), warm));
                    try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
                        lines.lines().forEach(System.out::println);
                    }
                    process.waitFor();
                }
            }
        } finally {
            Files.delete(file);
        }
    }

    private static List<SubjectSource> sources() {
        List<SubjectSource> sources = new ArrayList<>();
        add(sources, "Plain", "static int f(int d) { return d == 0 ? 1 : f(d - 1) + 1; }");
        for (int handlers : new int[] {1, 8, 64, 500}) {
            add(sources, "Handlers" + handlers, EXCEPTIONS + "static int f(int d) { if (d == 0) { return 1; } "
                + PriceList.nested("return f(d - 1) + 1;", handlers) + "}");
        }
        add(sources, "Handlers500Deep64", EXCEPTIONS + "static int f(int d) { if (d == 0) { return 1; } try { "
            + PriceList.nested("return f(d - 1) + 1;", 300) + "} finally { f(0); } }");
        StringBuilder many = new StringBuilder("static int f(int d) { if (d == 0) { return 1; } ");
        StringBuilder sum = new StringBuilder("0");
        for (int i = 0; i < 100; i++) {
            many.append("long v").append(i).append(" = d * ").append(i).append("L; ");
            sum.append(" + v").append(i);
        }
        add(sources, "Longs100Live", many + "int n = f(d - 1); return (int) (n + " + sum + "); }");
        StringBuilder arguments = new StringBuilder("static int f(int d");
        StringBuilder given = new StringBuilder("f(d - 1");
        for (int i = 0; i < 200; i++) {
            arguments.append(", int a").append(i);
            given.append(", a").append((i + 1) % 200);
        }
        add(sources, "Arguments200", arguments + ") { return d == 0 ? a0 : " + given + ") + 1; }\nstatic int f(int d) { return f(d"
            + ", 1".repeat(200) + "); }");
        add(sources, "OperandsDeep",
            "static int f(int d) { return d == 0 ? 1 : d + (d * 2 + (d * 3 + (d * 4 + (d * 5 + (d * 6 + f(d - 1)))))); }");
        add(sources, "Inlined", "static int f(int d) { return d == 0 ? 1 : g(d) + 1; } static int g(int d) { return h(d) * 3; }"
            + " static int h(int d) { return f(d - 1) ^ d; }");
        add(sources, "Lambda",
            "static int f(int d) { if (d == 0) { return 1; } IntUnaryOperator o = x -> f(x - 1); return o.applyAsInt(d); }");
        add(sources, "ForEach", "static int f(int d) { if (d == 0) { return 1; } List.of(d).forEach(x -> f((Integer) x - 1)); return d; }");
        add(sources, "Comparators", "static int f(int d) { if (d == 0) { return 1; } List<Integer> l = new ArrayList<>(List.of(2, 1));"
            + " l.sort((a, b) -> f(d - 1)); return d; }");
        add(sources, "Computed", "static int f(int d) { if (d == 0) { return 1; } Map<Integer, Integer> m = new HashMap<>();"
            + " return m.computeIfAbsent(d, k -> f(k - 1)); }");
        add(sources, "ToStrings", "record R(int d) { public String toString() { return d == 0 ? \"\" : \"\" + new R(d - 1); } }"
            + " static int f(int d) { return new R(d).toString().length(); }");
        add(sources, "Hashes", "record R(Object o) { } static int f(int d) { Object o = 1; for (int i = 0; i < d; i++) { o = new R(o); }"
            + " return o.hashCode(); }");
        return sources;
    }

    private static void add(List<SubjectSource> sources, String name, String helpers) {
        sources.add(new SubjectSource(name, "", "", "sum += f(rounds); break;", helpers));
    }
}
