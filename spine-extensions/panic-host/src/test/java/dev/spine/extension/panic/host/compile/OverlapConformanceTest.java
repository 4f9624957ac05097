package dev.spine.extension.panic.host.compile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.extension.panic.TestCard;
import dev.spine.extension.panic.host.language.PdlProgram;
import dev.spine.extension.panic.program.Opcode;
import dev.spine.extension.panic.program.Program;
import dev.spine.extension.panic.program.ProgramBytes;
import dev.spine.extension.panic.program.ProgramCode;
import dev.spine.extension.panic.program.ProgramReader;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The programs of the documents do the same when transfers go on beside statements, on a card that moves bytes as late as it may. */
class OverlapConformanceTest extends ConformanceTest {
    OverlapConformanceTest(Form form) {
        super(form);
    }

    @Override
    byte[] compile(PdlProgram program) throws ProgramTooLargeException {
        return PdlCompiler.compileOverlapping(program);
    }

    @Override
    TestCard card() {
        return new TestCard().late(new Random(47));
    }

    private static Program compiled(byte[] file) throws Exception {
        return ProgramReader.read(ProgramBytes.of(file));
    }

    private static long waits(ProgramCode code) {
        return IntStream.range(0, code.instructions()).filter(i -> code.opcode(code.offset(i)) == Opcode.DMAWAIT).count();
    }

    /** Beside that of AWAIT or STOP. */
    @ParameterizedTest
    @CsvSource({"bounce, 0, 0", "hand, 1, 0", "echo, 0, 0", "get-deliver, 3, 3", "app-to-app, 2, 2", "gate, 1, 1", "token, 1, 1",
        "shape, 0, 0"})
    void aProgramHasTheWaitsThatItNeeds(String name, int ofReference, int ofOverlap) throws Exception {
        PdlProgram tree = tree(name);
        assertEquals(ofReference, waits(compiled(PdlCompiler.compile(tree)).code()));
        assertEquals(ofOverlap, waits(compiled(PdlCompiler.compileOverlapping(tree)).code()));
    }
}
