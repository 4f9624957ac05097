package dev.spine.extension.runtime.meter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.verify.Programs;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the verifier accepts does metered what it does on the plain virtual machine. */
@Tag("compilers")
class AcceptedCodeTest {
    private static final List<Programs.Program> PROGRAMS = Programs.read("accepted-programs.txt");
    private static final Map<String, byte[]> CLASSES = Programs.compile(PROGRAMS);
    private static final int FUEL = 50_000_000;

    static List<Programs.Program> programs() {
        return PROGRAMS;
    }

    @ParameterizedTest
    @MethodSource("programs")
    void anAcceptedProgramDoesTheSameMetered(Programs.Program program) throws ReflectiveOperationException {
        Map<String, byte[]> classes = program.of(CLASSES);
        MeteredProgram metered = MeteredProgram.confined(classes);
        metered.account.refill(FUEL, FUEL, 16_384);
        assertEquals(MeteredProgram.plain(classes).run(program.packageName()), metered.run(program.packageName()));
        assertNull(metered.account.ended());
        assertTrue(metered.account.usedFuel() > 0);
        assertEquals(16_384, metered.account.stack());
    }
}
