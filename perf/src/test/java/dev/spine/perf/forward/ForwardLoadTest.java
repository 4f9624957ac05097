package dev.spine.perf.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.perf.report.FoundTables;
import dev.spine.perf.report.ResultSection;
import dev.spine.system.output.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("SS-51")
class ForwardLoadTest {
    private static ForwardLoad run(String engine) {
        ForwardLoad load = new ForwardLoad(new LoadPlan(ForwardPlan.PATHS, List.of(engine), "lanai-33", 1, 1, 5_000_000, 1_000,
            new ForwardInput.Made(FrameSizes.of(64), 10)), Progress.silent());
        load.run(FoundTables.NOBODY);
        return load;
    }

    private static List<String> paths() {
        List<String> paths = new ArrayList<>(List.of("alone"));
        paths.addAll(ForwardPlan.PATHS);
        return paths;
    }

    @Test
    void whatTheModelledHostHasLeftIsAllOfItBesidePathsWithoutTheHostAndLessBesideTheOthers() {
        ForwardLoad load = run("modelled");
        assertEquals(paths(), load.furtherRecords().stream().map(record -> record.get("path")).toList());
        for (Map<String, Object> record : load.furtherRecords()) {
            double share = (Double) record.get("share");
            boolean free = List.of("alone", "i2o", "spine").contains(record.get("path"));
            assertTrue(free ? share > 0.999 : share < 0.99 && share > 0, record::toString);
        }
        assertTrue(load.isSound());
    }

    @Test
    void aLiveLoadComputesRightResultsBesideEveryPathInBothLayouts() {
        ForwardLoad load = run("live");
        assertTrue(load.isSound(), () -> "results and packets are right: " + load.furtherRecords());
        List<ResultSection> sections = load.sections();
        assertEquals(Runtime.getRuntime().availableProcessors() > 1 ? 2 : 1, sections.size());
        for (ResultSection section : sections) {
            assertEquals(paths(), section.table().rows().stream().skip(1).map(List::getFirst).toList());
            assertEquals(1, section.drawings().size());
        }
        assertEquals(1, load.furtherRecords().stream().filter(record -> !"alone".equals(record.get("path")))
            .map(record -> record.get("offered")).distinct().count(), "every path is offered the same");
    }

    @Test
    void twoAlgorithmsAgreeOnEveryRoute() {
        RouteComputation computation = new RouteComputation(Long.getLong("spine.seed", 3));
        for (long unit = 0; unit < 300; unit++) {
            assertTrue(computation.compute(unit), "unit " + unit);
        }
    }

    @Test
    void sharesAreOfTheBlockAloneOfTheSameRound() {
        LoadBlocks blocks = new LoadBlocks(List.of("host"));
        double[] alone = {100, 10, 1_000};
        for (double rate : alone) {
            blocks.add("alone", rate, 0, 0);
            blocks.add("host", rate / 4, 7, 1);
        }
        assertEquals(0.25, blocks.share("host"), "however fast the machine was at the time");
        assertEquals(1.0, blocks.share("alone"));
        assertEquals(25, blocks.unitsPerSecond("host"));
        assertEquals(3, blocks.wrongPackets("host"));
        assertFalse(blocks.names().isEmpty());
    }

    @Test
    void aShareIsAsItsRowSaysAndNeverMoreThanAll() {
        LoadBlocks blocks = new LoadBlocks(List.of("host", "spine"));
        double[] alone = {100, 90, 200};
        double[] host = {113, 81, 180};
        double[] spine = {113, 102, 199};
        for (int round = 0; round < alone.length; round++) {
            blocks.add("alone", alone[round], 0, 0);
            blocks.add("host", host[round], 7, 0);
            blocks.add("spine", spine[round], 7, 0);
        }
        for (String path : List.of("host", "spine")) {
            assertTrue(blocks.share(path) <= 1, () -> path + ": " + blocks.share(path));
            assertEquals(blocks.share(path), blocks.unitsPerSecond(path) / blocks.unitsPerSecond("alone"), 1e-9, path);
        }
    }
}
