package dev.spine.extension.runtime.meter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.extension.runtime.verify.Programs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same program takes the same fuel and heap on every run: whatever was drawn at random, and whatever was compiled. */
@Tag("compilers")
class RepeatableFuelTest {
    /** Enough for the compilers to compile what has a loop. */
    private static final int MANY = 400;
    private static final int FEW = 3;
    private static final List<Programs.Program> ORDINARY = Programs.read("accepted-programs.txt");
    private static final List<Programs.Program> RANDOM = Programs.read("repeatable-programs.txt");
    private static final Map<String, byte[]> ORDINARY_CLASSES = Programs.compile(ORDINARY);
    private static final Map<String, byte[]> RANDOM_CLASSES = Programs.compile(RANDOM);

    static List<Programs.Program> random() {
        return RANDOM;
    }

    static List<Programs.Program> ordinary() {
        return ORDINARY;
    }

    @ParameterizedTest
    @MethodSource("random")
    void whatTheMachineDrawsAtRandomDoesNotReachAProgram(Programs.Program program) throws ReflectiveOperationException {
        FuelOfPrograms.Taken taken = FuelOfPrograms.run(program.packageName(), program.of(RANDOM_CLASSES), FEW);
        assertEquals(taken, FuelOfPrograms.run(program.packageName(), program.of(RANDOM_CLASSES), MANY).first(FEW));
    }

    @ParameterizedTest
    @MethodSource("ordinary")
    void ordinaryProgramsTakeTheSameFreshAndCompiled(Programs.Program program) throws ReflectiveOperationException {
        FuelOfPrograms.Taken taken = FuelOfPrograms.run(program.packageName(), program.of(ORDINARY_CLASSES), FEW);
        FuelOfPrograms.Taken compiled = FuelOfPrograms.run(program.packageName(), program.of(ORDINARY_CLASSES), MANY);
        assertEquals(taken, compiled.first(FEW));
        assertEquals(1, Set.copyOf(compiled.fuel().subList(1, MANY)).size(), compiled.fuel()::toString);
    }

    @Test
    @Tag("full")
    void programsOnManyThreadsAtOnceTakeWhatTheyTakeAlone() throws Exception {
        List<Callable<Map<String, String>>> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            all.add(() -> here(RANDOM, RANDOM_CLASSES, 40));
        }
        Map<String, String> alone = here(RANDOM, RANDOM_CLASSES, FEW);
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (Future<Map<String, String>> one : threads.invokeAll(all)) {
                assertEquals(alone, one.get());
            }
        }
    }

    @Test
    @Tag("SS-65")
    @Tag("full")
    void anotherVirtualMachineThatCompilesNothingCountsTheSame(@TempDir Path directory) throws Exception {
        Map<String, String> here = here(RANDOM, RANDOM_CLASSES, MANY);
        assertEquals(here, elsewhere(RANDOM_CLASSES, directory, "-Xint"));
        assertEquals(here, elsewhere(RANDOM_CLASSES, directory, "-XX:TieredStopAtLevel=1"));
    }

    private static Map<String, String> here(List<Programs.Program> programs, Map<String, byte[]> classes, int times)
        throws ReflectiveOperationException {
        Map<String, String> taken = new TreeMap<>();
        for (Programs.Program program : programs) {
            taken.put(program.packageName(), FuelOfPrograms.run(program.packageName(), program.of(classes), times).first(FEW).toString());
        }
        return taken;
    }

    private static Map<String, String> elsewhere(Map<String, byte[]> classes, Path directory, String option)
        throws IOException, InterruptedException {
        for (Map.Entry<String, byte[]> one : classes.entrySet()) {
            Files.write(directory.resolve(one.getKey()), one.getValue());
        }
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), option, "-cp",
            System.getProperty("java.class.path"), FuelOfPrograms.class.getName(), directory.toString(), String.valueOf(FEW))
            .redirectErrorStream(true).start();
        try (InputStream out = process.getInputStream()) {
            String text = new String(out.readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, process.waitFor(), text);
            return text.lines().collect(Collectors.toMap(line -> line.substring(0, line.indexOf(' ')),
                line -> line.substring(line.indexOf(' ') + 1), (one, other) -> other, TreeMap::new));
        }
    }
}
