package dev.spine.perf.ruler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.system.profile.OperationUnits;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What profiles charge for the code of Spine's own modules is what that code runs: counted anew, it is within 5 % of the file. The new
 * file lies in {@code perf/target} afterwards, to be taken over where the code has changed.
 */
@Tag("full")
class OperationUnitsTest {
    private static final double TOLERANCE = 0.05;
    /** Operations of less count as this much: a difference of some instructions is none. */
    private static final double SMALL = 20;
    private static final double SUM_TOLERANCE = 0.15;
    /** A processor that has less to do is beside the way of the data. */
    private static final long MUCH = 200_000;
    private static OperationCounts counted = new OperationCounts(List.of());

    @BeforeAll
    static void count(@TempDir Path scratch) throws IOException, InterruptedException {
        Path boot = jar(scratch.resolve("boot.jar"), new Manifest(), Counted.class);
        Manifest agent = new Manifest();
        agent.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        agent.getMainAttributes().putValue("Premain-Class", CountingAgent.class.getName());
        agent.getMainAttributes().putValue("Can-Retransform-Classes", "true");
        Path jar = jar(scratch.resolve("agent.jar"), agent, CountingAgent.class, BlockCounting.class);
        Path counts = scratch.resolve("counts.tsv");
        Path said = scratch.resolve("said.txt");
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx1g",
            "--enable-native-access=ALL-UNNAMED", "-javaagent:" + jar + "=" + boot, "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            CountingRun.class.getName(), counts.toString()).redirectErrorStream(true).redirectOutput(said.toFile()).start();
        assertEquals(0, process.waitFor(), () -> text(said));
        counted = new OperationCounts(Files.readAllLines(counts));
        Files.writeString(Files.createDirectories(Path.of("target")).resolve(OperationUnits.FILE), counted.file());
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static Path jar(Path file, Manifest manifest, Class<?>... types) throws IOException {
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        try (OutputStream out = Files.newOutputStream(file); JarOutputStream jar = new JarOutputStream(out, manifest)) {
            for (Class<?> type : types) {
                List<Class<?>> all = new ArrayList<>(List.of(type.getDeclaredClasses()));
                all.add(type);
                for (Class<?> each : all) {
                    String name = each.getName().replace('.', '/') + ".class";
                    jar.putNextEntry(new JarEntry(name));
                    try (InputStream in = each.getClassLoader().getResourceAsStream(name)) {
                        in.transferTo(jar);
                    }
                }
            }
        }
        return file;
    }

    @Test
    void whatIsChargedForCodeIsWhatItRuns() {
        OperationUnits now = counted.units();
        List<String> wrong = new ArrayList<>();
        TreeSet<String> operations = new TreeSet<>(now.all().keySet());
        operations.addAll(OperationUnits.COUNTED.all().keySet());
        for (String operation : operations) {
            String processor = operation.substring(0, operation.indexOf('.'));
            String name = operation.substring(operation.indexOf('.') + 1);
            double is = now.of(processor, name).units();
            double was = OperationUnits.COUNTED.of(processor, name).units();
            if (Math.abs(is - was) > TOLERANCE * Math.max(SMALL, was)) {
                wrong.add(String.format(Locale.ROOT, "%s: %.1f units, the file says %.1f", operation, is, was));
            }
        }
        assertEquals(List.of(), wrong, "take over target/" + OperationUnits.FILE + " if the code has changed, and fit the profile anew");
    }

    @Test
    void meansMakeOfEachWorkloadWhatWasCountedThere() {
        List<String> wrong = counted.sums().stream().filter(sum -> sum.counted() > MUCH && Math.abs(sum.error()) > SUM_TOLERANCE)
            .map(sum -> String.format(Locale.ROOT, "%s, %s: %+.1f %%", sum.workload(), sum.processor(), 100 * sum.error())).toList();
        assertEquals(List.of(), wrong);
    }
}
