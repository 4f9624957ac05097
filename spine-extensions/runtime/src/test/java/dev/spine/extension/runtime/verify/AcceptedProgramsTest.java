package dev.spine.extension.runtime.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ordinary Java is accepted, and does what it does on the plain virtual machine when only the list can be linked to. */
@Tag("SO-09")
@Tag("SO-22")
@Tag("SS-20")
class AcceptedProgramsTest {
    private static final List<Programs.Program> PROGRAMS = Programs.read("accepted-programs.txt");
    private static final Map<String, byte[]> CLASSES = Programs.compile(PROGRAMS);

    static List<Programs.Program> programs() {
        return PROGRAMS;
    }

    private static Object run(Map<String, byte[]> classes, Programs.Program program,
        boolean onlyTheList) throws ReflectiveOperationException {
        ClassLoader loader = new ClassLoader(AcceptedProgramsTest.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                Class<?> loaded = findLoadedClass(name);
                byte[] bytes = classes.get(name);
                if (loaded == null && bytes != null) {
                    loaded = defineClass(name, bytes, 0, bytes.length);
                }
                boolean isLinking = name.startsWith("java.lang.invoke.") || name.startsWith("java.lang.runtime.")
                    || name.equals("java.lang.Class") || Library.nameFor(name.replace('.', '/')) != null;
                if (loaded == null && onlyTheList && !isLinking && !AllowList.standard().type(name.replace('.', '/'))) {
                    throw new ClassNotFoundException(name);
                }
                return loaded != null ? loaded : super.loadClass(name, resolve);
            }
        };
        loader.setDefaultAssertionStatus(false);
        Method run = loader.loadClass(program.packageName() + ".Program").getDeclaredMethod("run");
        run.setAccessible(true);
        return Objects.requireNonNull(run.invoke(null));
    }

    @Test
    void thereAreAtLeastSixty() {
        assertTrue(PROGRAMS.size() >= 60, "programs: " + PROGRAMS.size());
    }

    @ParameterizedTest
    @MethodSource("programs")
    void isAcceptedAndBehavesAsOnThePlainMachine(Programs.Program program) throws ReflectiveOperationException {
        Map<String, byte[]> classes = program.of(CLASSES);
        Verdict verdict = new Verifier(name -> true).verify(classes, null);
        assertEquals(List.of(), verdict.findings().stream().map(Finding::text).toList());
        assertEquals(run(classes, program, false), run(classes, program, true));
    }

    @Test
    void theClassFilesOfOlderCompilersAreAccepted() {
        List<Programs.Program> plain = PROGRAMS.stream().filter(program -> !program.source().contains("switch (o)")
            && !program.source().contains("case Circle") && !program.source().contains("case Num") && !program.title().contains("pattern"))
            .toList();
        Map<String, byte[]> old = Programs.compile(plain, "--release", "17");
        assertEquals(List.of(), new Verifier(name -> true).verify(limited(old), null).findings().stream().map(Finding::text).toList());
    }

    private static Map<String, byte[]> limited(Map<String, byte[]> classes) {
        Map<String, byte[]> some = new java.util.TreeMap<>();
        classes.entrySet().stream().limit(Limits.CLASSES.most()).forEach(one -> some.put(one.getKey(), one.getValue()));
        return some;
    }
}
