package dev.spine.extension.ardma.host.lift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.host.RoutineRun;
import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.ardma.routine.Fault;
import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.RoutineFormat;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("AR-13")
class RoutineLifterTest {
    private static final Path REFUSED = Path.of("src/test/java/dev/spine/extension/ardma/host/lift/Unliftable.java");
    private static final long[] EDGES = {0, 1, -1, 2, 31, 32, 63, 64, 127, 128, -128, 255, 256, 32_767, 32_768, 65_535, 65_536,
        Integer.MAX_VALUE, Integer.MIN_VALUE, 1L << 31, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE};

    private final long seed = Long.getLong("spine.seed", new Random().nextLong());
    private final Random random = new Random(seed);

    private long draw() {
        return switch (random.nextInt(3)) {
            case 0 -> EDGES[random.nextInt(EDGES.length)];
            case 1 -> random.nextInt(200) - 20;
            default -> random.nextLong();
        };
    }

    private static Method method(Class<?> owner, String name) {
        return Stream.of(owner.getDeclaredMethods()).filter(each -> each.getName().equals(name) && !Modifier.isPrivate(each.getModifiers()))
            .findFirst().orElseThrow();
    }

    private static Object cut(Class<?> type, long value) {
        return switch (type.getName()) {
            case "boolean" -> (value & 1) != 0;
            case "byte" -> (byte) value;
            case "short" -> (short) value;
            case "char" -> (char) value;
            case "int" -> (int) value;
            default -> value;
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"longs", "ints", "casts", "booleans", "comparisons", "choices", "loops", "overloaded", "ofJdk", "small",
        "many", "sparse", "nested"})
    void aLiftedMethodReturnsWhatJavaReturns(String name) throws ReflectiveOperationException {
        Method method = method(Liftable.class, name);
        RoutineRun run = new RoutineRun(RoutineLifter.lift(Liftable.class, name, method.getParameterTypes()).build());
        for (int i = 0; i < 2_000; i++) {
            long[] arguments = new long[method.getParameterCount()];
            Arrays.setAll(arguments, _ -> draw());
            Object[] cut = new Object[arguments.length];
            Arrays.setAll(cut, at -> cut(method.getParameterTypes()[at], arguments[at]));
            Object result = method.invoke(null, cut);
            long expected = result instanceof Boolean is ? is ? 1 : 0 : ((Number) result).longValue();
            assertEquals(expected, run.call(arguments), () -> name + Arrays.toString(cut) + ", -Dspine.seed=" + seed);
        }
    }

    @Test
    void whatIsSmallGoesIntoItsCallers() {
        assertEquals(List.of("nested", "kept", "gcd"), RoutineLifter.lift(Liftable.class, "nested").names());
        assertEquals(List.of("gcd"), RoutineLifter.lift(Liftable.class, "gcd").names());
        RoutineRun endless = new RoutineRun(RoutineLifter.lift(Liftable.class, "endless").build());
        assertEquals(0, endless.call(0));
        assertEquals(Fault.STEPS, endless.end(1));
    }

    @Test
    void aMethodMayCallItself() {
        RoutineRun run = new RoutineRun(RoutineLifter.lift(Liftable.class, "gcd").build());
        assertEquals(21, run.call(1_071, 462));
        assertEquals(Fault.DIVISION, new RoutineRun(RoutineLifter.lift((a, b) -> a / b).build()).end(1, 0));
    }

    /** A body of other parameters than longs. */
    interface Own extends RoutineBody {
        int run(int first, byte second);
    }

    private static int difference(int first, byte second) {
        return first - second;
    }

    private static long first(long offset) {
        return Areas.load64(0, offset);
    }

    @Test
    void lambdasAndReferencesToMethodsAreLifted() {
        ArrayArea area = new ArrayArea(new byte[32], true);
        area.put64(8, -5);
        assertEquals(4_242, new RoutineRun(RoutineLifter.lift(() -> 4_242).build()).call());
        assertEquals(-5, new RoutineRun(RoutineLifter.lift(RoutineLifterTest::first).areas(1).build(), area).call(8));
        assertEquals(-3, new RoutineRun(RoutineLifter.lift((a, b) -> Areas.fetchAdd(0, a, b) + b).areas(1).build(), area).call(8, 2));
        assertEquals(-3, area.get64(8));
        assertEquals(10, new RoutineRun(RoutineLifter.lift((a, b, c) -> a + b * c).build()).call(4, 2, 3));
        assertEquals(15, new RoutineRun(RoutineLifter.lift((a, b, c, d) -> first(a + b + c) * d).build(), area).call(1, 3, 4, -5));
        Own own = RoutineLifterTest::difference;
        assertEquals(300 - 1, new RoutineRun(RoutineLifter.lift(own).build()).call(300, 257));
    }

    @Test
    void whatIsNoLambdaOrIsBoundToSomethingIsRefused() {
        long around = random.nextLong();
        RoutineBody.OfOne captures = a -> a + around;
        RoutineBody.OfNone bound = "text"::length;
        RoutineBody.OfNone made = new RoutineBody.OfNone() {
            private static final long serialVersionUID = 1;

            @Override
            public long run() {
                return 1;
            }
        };
        assertEquals("uses 1 values from around it", refused(captures).problem());
        assertEquals("is a method of an object", refused(bound).problem());
        assertEquals("is a class and no lambda", refused(made).problem());
        assertTrue(refused(made).className().startsWith(RoutineLifterTest.class.getName()));
    }

    private static Refusal refused(RoutineBody body) {
        List<Refusal> all = assertThrows(LiftException.class, () -> RoutineLifter.lift(body)).refusals();
        assertEquals(1, all.size());
        assertEquals(Refusal.Reason.LAMBDA, all.getFirst().reason());
        return all.getFirst();
    }

    /** What the comments of the refused methods say: line and reason. */
    private static Set<String> saidInSource() throws IOException {
        Set<String> all = new TreeSet<>();
        List<String> lines = Files.readAllLines(REFUSED);
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).contains("; // ") || lines.get(i).contains("{ // ")) {
                for (String reason : lines.get(i).substring(lines.get(i).indexOf("// ") + 3).split(" ")) {
                    all.add("%04d %s".formatted(i + 1, reason));
                }
            }
        }
        return all;
    }

    @Test
    void eachRefusalHasItsClassMethodLineAndRemedy() throws IOException {
        Set<String> said = saidInSource();
        Set<String> found = new TreeSet<>();
        for (Method method : Unliftable.class.getDeclaredMethods()) {
            if (method.isSynthetic() || Modifier.isPrivate(method.getModifiers())) {
                continue;
            }
            LiftException refused = assertThrows(LiftException.class,
                () -> RoutineLifter.lift(Unliftable.class, method.getName(), method.getParameterTypes()), method::getName);
            for (Refusal refusal : refused.refusals()) {
                found.add("%04d %s".formatted(refusal.line(), refusal.reason()));
                assertEquals(Unliftable.class.getName(), refusal.className());
                assertEquals(method.getName().equals("indirect") ? "deeper" : method.getName(), refusal.method());
                assertTrue(refused.getMessage().contains(refusal.toString()));
                assertTrue(refusal.toString().contains(
                    Unliftable.class.getName() + "." + refusal.method() + "(Unliftable.java:" + refusal.line() + ") "), refusal.toString());
                assertTrue(refusal.toString().endsWith(": " + refusal.reason().remedy()));
            }
        }
        assertEquals(said, found);
    }

    @Test
    void refusalsSayWhatIsThere() {
        assertEquals("calls java.lang.Math.floorMod, calls " + Unliftable.Elsewhere.class.getName() + ".same", problems("far"));
        assertEquals("makes an object of java.lang.Object, uses null", problems("object"));
        assertEquals("takes long[], String, uses an array", problems("takes"));
        assertEquals("takes 17 parameters", problems("tooMany"));
        assertEquals("has the string \"text\", calls java.lang.String.length, which is not static", problems("string"));
        assertEquals("catches java.lang.ArithmeticException", problems("caught"));
    }

    private static String problems(String method) {
        List<String> all = new ArrayList<>();
        assertThrows(LiftException.class, () -> RoutineLifter.lift(Unliftable.class, method)).refusals()
            .forEach(each -> all.add(each.problem()));
        return String.join(", ", all);
    }

    @Test
    void aMethodThatIsNotThereIsRefusedWithThoseThatAre() {
        assertEquals("is the name of 0 methods", problems("nothing"));
        LiftException other = assertThrows(LiftException.class, () -> RoutineLifter.lift(Unliftable.class, "far", int.class));
        assertEquals("does not take these parameters; there is (long)long", other.refusals().getFirst().problem());
        assertThrows(LiftException.class, () -> RoutineLifter.lift(Liftable.class, "overloaded"));
        assertThrows(LiftException.class, () -> RoutineLifter.lift(long.class, "far"));
    }

    @Test
    void areasHasEachOperationAndRefusesToRunOutsideOfARoutine() {
        List<String> methods = Stream.of(Areas.class.getDeclaredMethods()).filter(each -> Modifier.isPublic(each.getModifiers()))
            .map(each -> each.getName() + Arrays.toString(each.getParameterTypes()) + each.getReturnType()).sorted().toList();
        List<String> operations = Stream.of(Intrinsic.values()).map(each -> each.word() + each.parameters().chars()
            .mapToObj(type -> type == 'I' ? "int" : "long").toList() + (each.result() == RoutineFormat.NOTHING ? "void"
            : each.result() == RoutineFormat.INT ? "int" : "long")).sorted().toList();
        assertEquals(operations, methods);
        assertEquals("Areas.load8 does something only within a routine: give the method that calls it to RoutineLifter, and run what comes"
            + " out on a server, or by a Machine", assertThrows(IllegalStateException.class, () -> Areas.load8(0, 0)).getMessage());
    }
}
