package dev.spine.command.requirements;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.command.ReproducedFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every requirement of the papers has tests that carry its id, or experiments, or a reason; a page of the site says which. */
class RequirementsTest {
    private static final Path ROOT = Path.of(System.getProperty("spine.root", "../.."));
    private static final Path SITE = ROOT.resolve("workbench/command/target/site");
    private static final Path DATA = ROOT.resolve("workbench/command/src/test/resources/dev/spine/command/requirements/requirements.toml");
    private static final Path FILE = Path.of("some", "ThisTest.java");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]+)[^)]*\\)");
    private static final Pattern FIGURE = Pattern.compile("\"id\":\"([^\"]+)\".*?\"verdict\":(?:\"([^\"]+)\"|null)");
    private static final String PAPER = """
        [[paper]]
        prefix = "XX"
        title = "A paper"
        requirements = 1
        """;
    private static final String ONE = PAPER + """
        [[requirement]]
        id = "XX-01"
        section = "1"
        text = "Something"
        """;

    @Test
    void everyRequirementIsShownOrHasAReasonAndEveryTagIsARequirements() {
        assertEquals(List.of(), RequirementList.read(DATA).faults(TestTree.read(ROOT)));
    }

    @Test
    void thePageOfTheSiteHasEveryRequirementAndItsLinksLeadToTests() throws IOException {
        RequirementList list = RequirementList.read(DATA);
        String text = new RequirementsPage(list, TestTree.read(ROOT)).text();
        Path page = Files.writeString(Files.createDirectories(SITE).resolve("requirements.md"), text);

        for (Requirement requirement : list.requirements()) {
            assertTrue(text.contains("\n| " + requirement.id() + " | "), requirement::id);
        }
        List<String> lost = LINK.matcher(text).results().map(link -> link.group(1)).filter(link -> !Files.exists(page.resolveSibling(link)))
            .distinct().toList();
        assertEquals(List.of(), lost);
    }

    @Test
    @Tag("full")
    void figuresOfExperimentsAreAskedOfTheModelAndTheRemarkTellsOfThoseThatAreMissed() {
        Map<String, String> verdicts = FIGURE.matcher(ReproducedFigures.JSON.get()).results()
            .collect(Collectors.toMap(figure -> figure.group(1), figure -> Objects.requireNonNullElse(figure.group(2), "not asked")));

        List<String> faults = new ArrayList<>();
        for (Requirement requirement : RequirementList.read(DATA).requirements()) {
            for (Experiment experiment : requirement.experiments()) {
                String verdict = experiment.figure().isEmpty() ? "met" : verdicts.getOrDefault(experiment.figure(), "not printed");
                boolean notified = verdict.equals("missed") && !requirement.partial().isEmpty();
                if (!notified && !verdict.equals("met")) {
                    faults.add(requirement.id() + ": " + experiment.figure() + " is " + verdict);
                }
            }
        }
        assertEquals(List.of(), faults, "say what is missed under 'partial', and take figures out that no experiment asks");
    }

    @Test
    void tagsAreFoundAtClassesAndMethodsAmongOtherAnnotations() {
        // With % for @: what stands here is nobody's tag.
        String source = """
            %Tag("XX-01")
            class ThisTest {
                %Test
                %Tag("full")
                %CsvSource({")(", "\\")"})
                %Tag("XX-02")
                void holds(int n) {
                    call(n);
                }
            }
            """.replace('%', '@');

        List<TaggedTest> found = TaggedTest.in(FILE, source).toList();

        assertEquals(List.of("ThisTest", "holds"), found.stream().map(TaggedTest::name).toList());
        assertEquals(List.of(Set.of("XX-01"), Set.of("full", "XX-02")), found.stream().map(TaggedTest::tags).toList());
        assertTrue(found.getFirst().isClass());
        assertFalse(found.getLast().isClass());
    }

    @Test
    void aTestIsFullByItsOwnTagAndByThatOfItsClass() {
        TaggedTest method = new TaggedTest(FILE, "holds", Set.of("XX-01"));

        assertFalse(new TestTree(List.of(method)).isFull(method));
        assertTrue(new TestTree(List.of(new TaggedTest(FILE, "ThisTest", Set.of("full")), method)).isFull(method));
        TaggedTest own = new TaggedTest(FILE, "holds", Set.of("XX-01", "full"));
        assertTrue(new TestTree(List.of(own)).isFull(own));
    }

    @Test
    void whatHasNeitherTestNorExperimentNorReasonIsFound() {
        assertFault("XX-01 has neither", ONE);
        assertEquals(List.of(), faults(ONE, "XX-01"));
        assertEquals(List.of(), faults(ONE + "reason = \"not built\"\n"));
        assertEquals(List.of(), faults(ONE + "experiments = \"./spine compare video; ./spine reproduce --figure router-card\"\n"));
    }

    @Test
    void reasonsThatAreNotTrueAreFound() {
        assertFault("XX-01 has a reason", ONE + "reason = \"not built\"\n", "XX-01");
        assertFault("XX-01 says what is open", ONE + "partial = \"the rest\"\nreason = \"not built\"\n");
    }

    @Test
    void idsThatAreMissingTwiceThereOrNobodysAreFound() {
        assertFault("XX-01 is missing", PAPER);
        assertFault("XX-01 stands twice", ONE + ONE.substring(PAPER.length()), "XX-01");
        assertFault("XX-02 is no id", ONE + ONE.substring(PAPER.length()).replace("XX-01", "XX-02"), "XX-01", "XX-02");
        assertFault("a tag that is no requirement's: \"XX01\" at ThisTest", ONE, "XX-01", "XX01");
    }

    @Test
    void experimentsThatNameNothingAreFound() {
        assertFault("names no figure", ONE + "experiments = \"./spine reproduce --figure nothing\"\n");
        assertFault("names no workload", ONE + "experiments = \"./spine compare nothing\"\n");
        assertFault("is not understood", ONE + "experiments = \"./spine compare video --nothing\"\n");
        assertFault("names no class", ONE + "experiments = \"perf/bench hop.Nothing\"\n");
        assertFault("is neither", ONE + "experiments = \"nothing\"\n");
        assertEquals(List.of(), faults(ONE + "experiments = \"perf/bench hop.HopBench 8\"\n"));
    }

    private static List<String> faults(String list, String... tags) {
        return RequirementList.parse("list.toml", list).faults(new TestTree(List.of(new TaggedTest(FILE, "holds", Set.of(tags)))));
    }

    private static void assertFault(String expected, String list, String... tags) {
        List<String> faults = faults(list, tags);
        assertTrue(faults.stream().anyMatch(fault -> fault.contains(expected)), faults::toString);
    }
}
