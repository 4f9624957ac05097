package dev.spine.perf.ruler.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.base.Splitter;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.Op;
import dev.spine.perf.ruler.CountingProcess;
import dev.spine.system.profile.ProfileFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A bridge that does nothing takes its card's processor as long as a module, whose code is counted off line, as it does as an extension,
 * whose code the meter counts while it runs: within 10 % of its own code. What hands it a packet, and what it hands it on by, are other
 * operations for the two, and are told.
 */
@Tag("full")
class BridgeCostTest {
    private static final double TOLERANCE = 0.10;
    private static final double MICROSECOND = 1e6;
    private static final CostTable COSTS = ProfileFile.find("lanai-33").iop().costs();

    /** Units of what was counted of the module, for one packet, by work and operation. */
    private static final Map<BridgedWork, Map<Op, Double>> MODULE = new TreeMap<>();

    @BeforeAll
    static void count(@TempDir Path scratch) throws IOException, InterruptedException {
        for (String line : CountingProcess.count(scratch, CountedBridges.class)) {
            List<String> columns = Splitter.on('\t').splitToList(line);
            if (columns.get(1).equals("iop")) {
                MODULE.computeIfAbsent(BridgedWork.valueOf(columns.getFirst()), _ -> new EnumMap<>(Op.class))
                    .merge(Op.valueOf(columns.get(2)), Double.parseDouble(columns.get(4)) / BridgeCard.UNITS, Math::min);
            }
        }
    }

    /** {@return microseconds for one packet, by operation} */
    private static Map<Op, Double> microseconds(BridgeCard.Cost cost) {
        Map<Op, Double> all = new EnumMap<>(Op.class);
        cost.picoseconds.forEach((op, ps) -> all.put(op, ps / MICROSECOND / BridgeCard.UNITS));
        return all;
    }

    private static double sum(Map<Op, Double> all) {
        return all.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    private static String text(Map<Op, Double> all) {
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%.1f us:", sum(all)));
        all.forEach((op, each) -> text.append(String.format(Locale.ROOT, " %s %.1f", op, each)));
        return text.toString();
    }

    @ParameterizedTest
    @EnumSource
    void aBridgeThatDoesNothingTakesAsLongAsModuleAndAsExtension(BridgedWork work, TestReporter reporter) {
        double unit = COSTS.picoseconds(Op.UNIT) / MICROSECOND;
        Map<Op, Double> counted = MODULE.getOrDefault(work, Map.of());
        Map<Op, Double> module = microseconds(BridgeCard.ofModule(work));
        module.put(NativeBridge.OWN, counted.getOrDefault(NativeBridge.OWN, 0.0) * unit);
        module.put(NativeBridge.HANDS_ON, counted.getOrDefault(NativeBridge.HANDS_ON, 0.0) * unit);
        Map<Op, Double> extension = microseconds(BridgeCard.ofExtension(work, true));
        double own = microseconds(BridgeCard.ofExtension(work, false)).getOrDefault(Op.UNIT, 0.0);
        double ofModule = module.getOrDefault(NativeBridge.OWN, 0.0);
        String told = String.format(Locale.ROOT, "%s: own code %.2f us (%.0f units) as extension, %.2f us (%.0f units) as module, %+.1f"
            + " %%%n  extension, all: %s%n  module, all: %s%n", work, own, own / unit, ofModule, ofModule / unit,
            100 * (own / ofModule - 1), text(extension), text(module));
        reporter.publishEntry(told);
        assertEquals(1, own / ofModule, TOLERANCE, told);
    }
}
