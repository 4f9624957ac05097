package dev.spine.extension.runtime.meter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.QuotaError;
import dev.spine.extension.api.metered.MeterAccount;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Code that tries to run forever, to use all memory, or to survive the end of its fuel: all of it ends by a quota. */
@Tag("compilers")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileCodeTest {
    private static final int FUEL = 2_000_000;
    private static final long HEAP = 8 << 20;
    private static final int STACK = 16_384;

    private static final Map<String, String> BODIES = CompiledImage.programs("hostile-programs.txt");
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
    void hostileCodeEndsByAQuota(String name) throws Throwable {
        int first = endOf(name);
        assertEquals(first, endOf(name), "the fuel of a second run");
    }

    private int endOf(String name) throws Throwable {
        MeteredProgram program = MeteredProgram.metered(image);
        MeterAccount account = program.account;
        account.refill(FUEL, HEAP, STACK);
        Callable<Object> hostile = program.make(name);
        Throwable end = assertThrows(Throwable.class, hostile::call);
        assertNotNull(account.ended(), () -> "not ended, but " + end);
        assertEquals(account.ended(), end);
        assertTrue(end instanceof QuotaError || end instanceof LinkageError, end::toString);
        assertThrows(end.getClass(), () -> account.charge(1), "nothing is left");
        return account.usedFuel();
    }

    @Test
    void classesThatNameTheAccountAreRefused() {
        Map<String, byte[]> cheat = CompiledImage.of("class Cheat { static void run(dev.spine.extension.api.metered.MeterAccount a) {"
            + " a.refill(1, 1, 1); } }");
        assertThrows(IllegalArgumentException.class, () -> new ClassMeter(cheat));
    }
}
