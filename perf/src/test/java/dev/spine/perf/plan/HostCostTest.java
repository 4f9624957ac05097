package dev.spine.perf.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.base.Splitter;
import dev.spine.iop.engine.Op;
import dev.spine.perf.move.MoveWorkload;
import dev.spine.perf.report.PathReading;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the operating system of the host is charged for: by every path, each operation as often as its definition says. */
@Tag("SS-58")
class HostCostTest {
    private static final Set<Op> OF_SYSTEM = EnumSet.of(Op.SOFT_INTERRUPT, Op.IP_INPUT, Op.IP_FORWARD, Op.IP_OUTPUT, Op.SOCKET_INPUT,
        Op.SOCKET_OUTPUT);
    private static final Set<Op> OF_APPLICATIONS = EnumSet.of(Op.APPLICATION_UNIT, Op.MOVE_APPLICATION, Op.VIDEO_APPLICATION);
    /** Of a unit: what is told of the last packets comes after the run. */
    private static final double ENDS = 0.01;
    private static final Splitter WORDS = Splitter.on(' ').omitEmptyStrings();

    private record Counted(Map<Op, Long> host, PathReading reading) {
        long times(Op op) {
            return host.getOrDefault(op, 0L);
        }

        double perUnit(Op op) {
            return times(op) / (double) reading.units();
        }
    }

    private static PlannedWorkload workload(String name) {
        return switch (name) {
            case "video" -> PlannedWorkloads.video(1);
            case "forward-64" -> PlannedWorkloads.forward(64, 1);
            default -> PlannedWorkloads.move(Arrays.stream(MoveWorkload.values()).filter(move -> move.title().equals(name)).findFirst()
                .orElseThrow(), 1, UnaryOperator.identity());
        };
    }

    private static Counted count(String workload, String path, String profile) {
        WorkCounter counter = new WorkCounter();
        PathReading reading = workload(workload).pass().read(profile, path, counter);
        return new Counted(counter.counts().getOrDefault("host", Map.of()), reading);
    }

    /** Once for each unit, what is named; system calls, and pieces of the application's code, as often as said. */
    @ParameterizedTest
    @CsvSource({
        "forward-64, host-header, soft-interrupt ip-input ip-forward ip-output, 0, 0",
        "forward-64, splice, soft-interrupt ip-input ip-forward ip-output, 0, 0",
        "forward-64, host, soft-interrupt ip-input socket-input socket-output ip-output, 2, 2",
        "video, host, soft-interrupt ip-input socket-input, 1, 2",
        "store-in, host, soft-interrupt ip-input socket-input, 2, 2",
        "store-out, host, socket-output ip-output, 2, 3",
        "show, host, , 2, 27"})
    void everyPathThroughTheHostPaysTheSameOperations(String workload, String path, @Nullable String once, int calls, int application) {
        Counted counted = count(workload, path, "lanai-33");
        Map<Op, Double> wanted = new EnumMap<>(Op.class);
        OF_SYSTEM.forEach(op -> wanted.put(op, 0.0));
        WORDS.split(once == null ? "" : once).forEach(op -> wanted.put(Op.valueOf(op.toUpperCase(Locale.ROOT).replace('-', '_')), 1.0));
        Map<Op, Double> found = new EnumMap<>(Op.class);
        OF_SYSTEM.forEach(op -> found.put(op, counted.perUnit(op)));
        assertEquals(wanted, found);
        assertEquals(application, OF_APPLICATIONS.stream().mapToDouble(counted::perUnit).sum(), ENDS,
            "pieces of an application's code");

        double messages = workload.equals("video") ? counted.perUnit(Op.SYSTEM_CALL) - calls : 0;
        assertTrue(messages >= 0 && messages < 0.5, () -> "messages to the display: " + messages);
        assertEquals(calls, counted.perUnit(Op.SYSTEM_CALL) - messages);
        double switches = counted.perUnit(Op.CONTEXT_SWITCH);
        assertTrue(calls == 0 ? switches == 0 : switches > 0 && switches <= calls, () -> "switches: " + switches);
    }

    @ParameterizedTest
    @CsvSource({"forward-64, spine", "forward-64, i2o", "video, spine", "show, spine"})
    void aPathFromCardToCardPaysNone(String workload, String path) {
        Counted counted = count(workload, path, "lanai-33");
        EnumSet<Op> none = EnumSet.copyOf(OF_SYSTEM);
        none.addAll(OF_APPLICATIONS);
        none.addAll(EnumSet.of(Op.SYSTEM_CALL, Op.CONTEXT_SWITCH));
        none.forEach(op -> assertEquals(0, counted.times(op), op::name));
    }

    @Test
    void interruptsFollowTheMachinesWord() {
        Map<String, Counted> words = new HashMap<>();
        for (String word : new String[] {"per-packet", "per-burst", "moderated"}) {
            words.put(word, count("forward-64", "host-header", "lanai-33 with host.interrupts=" + word));
        }
        words.forEach((word, counted) -> {
            // The driver reads the status twice within each, and acknowledges it.
            assertTrue(counted.times(Op.REGISTER_READ) >= 2 * counted.times(Op.INTERRUPT), word);
            assertTrue(counted.times(Op.REGISTER_WRITE) >= counted.times(Op.INTERRUPT), word);
        });
        Counted each = words.get("per-packet");
        Counted burst = words.get("per-burst");
        Counted moderated = words.get("moderated");
        long replies = each.times(Op.PARSE_FRAME);
        // Each packet that has come; beside them replies without one, which say what was sent.
        assertTrue(each.times(Op.INTERRUPT) >= each.reading().units() && each.times(Op.INTERRUPT) <= each.reading().units() + replies,
            () -> "interrupts per packet: " + each.perUnit(Op.INTERRUPT));
        assertTrue(burst.times(Op.INTERRUPT) <= burst.times(Op.PARSE_FRAME), () -> "per burst: " + burst.perUnit(Op.INTERRUPT));
        assertTrue(moderated.times(Op.INTERRUPT) <= moderated.reading().seconds() / 100e-6 + 1,
            () -> "moderated: " + moderated.times(Op.INTERRUPT) + " in " + moderated.reading().seconds());
        assertTrue(moderated.times(Op.INTERRUPT) > 0);
    }
}
