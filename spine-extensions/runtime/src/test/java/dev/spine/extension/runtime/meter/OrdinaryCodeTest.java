package dev.spine.extension.runtime.meter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.metered.MeterAccount;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ordinary programs do metered what they do as they are, and take the same fuel on every run. */
@Tag("compilers")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OrdinaryCodeTest {
    private static final int FUEL = 50_000_000;
    private static final int RUNS = 50_000;

    private static final Map<String, String> BODIES = CompiledImage.programs("ordinary-programs.txt");
    private Map<String, byte[]> image = Map.of();

    static Stream<String> names() {
        return BODIES.keySet().stream();
    }

    @BeforeAll
    void compile() {
        image = CompiledImage.ofPrograms(BODIES);
    }

    @ParameterizedTest
    @MethodSource("names")
    void aProgramDoesTheSameMetered(String name) throws Throwable {
        MeteredProgram metered = MeteredProgram.metered(image);
        metered.account.refill(FUEL, FUEL, 16_384);
        Object expected = MeteredProgram.plain(image).make(name).call();
        Callable<Object> program = metered.make(name);
        assertEquals(expected, program.call());
        int first = metered.account.usedFuel();
        assertTrue(first > 0);
        assertEquals(first, fuelOf(MeteredProgram.metered(image), name), "in another namespace");
    }

    private static int fuelOf(MeteredProgram program, String name) throws Throwable {
        program.account.refill(FUEL, FUEL, 16_384);
        program.make(name).call();
        return program.account.usedFuel();
    }

    @Test
    void whatInitialisersOfInterfacesTakeIsChargedWhateverNameLedToThem() throws Throwable {
        Map<String, String> bodies = new LinkedHashMap<>();
        for (String through : new String[] {"I", "C"}) {
            bodies.put("Through" + through, """
                long s = 0;
                for (int i = 0; i < 3; i++) { s += C.f(3); }
                return s;
                }
                interface I { int X = "a".repeat(2000).indexOf("a".repeat(399) + "b"); }
                static class C implements I { static long f(int n) { long s = 0; for (int i = 0; i < n; i++) { s += %s.X; } return s; }
                """.formatted(through));
        }
        Map<String, byte[]> programs = CompiledImage.ofPrograms(bodies);
        int one = fuelOf(MeteredProgram.metered(programs), "ThroughI");
        assertTrue(one > 2000 * 400, "units: " + one);
        assertEquals(one, fuelOf(MeteredProgram.metered(programs), "ThroughC"));
    }

    @Test
    void theFuelIsTheSameOnEveryRunBeforeAndAfterCompilation() throws Throwable {
        for (String name : new String[] {"Checksum", "Finally", "Records"}) {
            MeteredProgram metered = MeteredProgram.metered(image);
            MeterAccount account = metered.account;
            account.refill(FUEL, FUEL, 16_384);
            Callable<Object> program = metered.make(name);
            Object result = program.call();
            account.refill(FUEL, FUEL, 16_384);
            assertEquals(result, program.call());
            int fuel = account.usedFuel();
            long heap = account.usedHeap();
            for (int i = 0; i < RUNS; i++) {
                account.refill(FUEL, FUEL, 16_384);
                program.call();
                if (fuel != account.usedFuel() || heap != account.usedHeap()) {
                    assertEquals(fuel, account.usedFuel(), name + " in run " + i);
                    assertEquals(heap, account.usedHeap(), name + " in run " + i);
                }
            }
        }
    }

    @Test
    void theStackIsGivenBackHoweverAMethodEnds() throws Throwable {
        for (String name : BODIES.keySet()) {
            MeteredProgram metered = MeteredProgram.metered(image);
            metered.account.refill(FUEL, FUEL, 16_384);
            metered.make(name).call();
            assertEquals(16_384, metered.account.stack(), name);
        }
    }
}
