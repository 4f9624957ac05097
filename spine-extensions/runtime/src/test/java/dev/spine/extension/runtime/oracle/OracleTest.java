package dev.spine.extension.runtime.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * No accepted program takes more time than twenty times that of an ordinary loop of the same fuel, allocates more than twice what it is
 * charged, or is charged otherwise on another compiler: those that once did, and those that are made.
 */
@Tag("full")
class OracleTest {
    /** A build makes the same programs each time; a campaign makes others. */
    private static final long SEED = Long.getLong("spine.seed", Long.getLong("spine.oracle.seconds") == null ? 1998 : System.nanoTime());
    private static final double FAR_TOO_LONG = 200;
    private static final double FAR_TOO_MUCH = 20;
    private static final long SECONDS = Long.getLong("spine.oracle.seconds", 12);
    private static final boolean IS_CAMPAIGN = Long.getLong("spine.oracle.seconds") != null;
    private static final double MAX_TIME = IS_CAMPAIGN ? Judge.MAX_TIME : FAR_TOO_LONG;
    /** Of a build, which looks for another order of magnitude: a tenth of the time gives the ordinary loops within a few percent. */
    private static final double WARM_NS = IS_CAMPAIGN ? Ordinary.LONG_NS : Ordinary.LONG_NS / 10;

    private static Map<Machine, Ordinary> measures = Map.of();

    @BeforeAll
    static void measure() throws IOException, InterruptedException {
        measures = Ordinary.measure(WARM_NS);
    }

    static List<SubjectSource> corpus() {
        List<SubjectSource> corpus = new ArrayList<>();
        Texts.read("corpus.txt").forEach((name, text) -> {
            String[] parts = (text + "\n").split("(?m)^---\n", -1);
            String members = parts.length > 3 ? parts[3] : "";
            corpus.add(new SubjectSource(name, parts[0], parts[1], parts[2], members + Operands.helpersOf(text)));
        });
        return corpus;
    }

    /**
     * A campaign of a given length is held to the goal: twenty times an ordinary loop, two bytes for each that is charged. A build, which
     * may share its machine, fails where something is charged by another order of magnitude, or otherwise on another machine.
     */
    private static void assertNothing(Oracle oracle, List<Finding> findings) {
        System.err.println(oracle.summary());
        List<Finding> wrong = findings.stream()
            .filter(one -> IS_CAMPAIGN || one.kind() != Finding.Kind.BYTES || one.ratio() > FAR_TOO_MUCH).toList();
        assertEquals(List.of(), wrong, oracle::summary);
    }

    @Test
    void whatWasOnceChargedWrongIsChargedForWhatItTakes() throws IOException, InterruptedException {
        List<SubjectSource> corpus = corpus();
        assertEquals(corpus.size(), Subject.compile(corpus).size());
        Oracle oracle = new Oracle(System.err, measures, MAX_TIME);
        assertNothing(oracle, oracle.examine(corpus));
    }

    @Test
    void everyCallThatIsAcceptedIsKnown() {
        List<Calls.Call> calls = Calls.accepted();
        assertTrue(calls.size() > 1_000, "calls: " + calls.size());
    }

    @Test
    void generatedProgramsAreChargedForWhatTheyTake() throws IOException, InterruptedException {
        Oracle oracle = new Oracle(System.err, measures, MAX_TIME);
        assertNothing(oracle, oracle.campaign(SEED, SECONDS, ".*"));
    }
}
