package dev.spine.extension.ardma.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.runtime.load.LoadOptions;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each demonstration by procedure call, by direct access and as active code, over the same bytes: what comes out is what the code says. */
@Tag("AR-01")
@Tag("AR-02")
@Tag("AR-05")
@Tag("AR-18")
@Tag("AR-21")
class ThreeFormsTest {
    @ParameterizedTest
    @CsvSource({"MODELLED, PROCEDURE", "MODELLED, DIRECT", "MODELLED, ACTIVE", "LIVE, DIRECT", "LIVE, ACTIVE"})
    void allStructuresAreTheSameInEachForm(HarnessEngine engine, Form form) {
        try (TestServer node = new TestServer(2, engine)) {
            node.server.open("first", Demonstrations.BYTES, true);
            node.server.open("second", Demonstrations.BYTES, true);
            Demonstrations.offer(node.server);
            RemoteServer server = node.connect(0);
            assertEquals(Demonstrations.expected(Demonstrations.ALL),
                Demonstrations.outcomes(Demonstrations.ALL, server, form, server.lookup("first"), server.lookup("second")));
        }
    }

    @ParameterizedTest
    @MethodSource("dev.spine.extension.ardma.host.Demonstrations#eachAlone")
    @Tag("AR-07")
    void allStructuresAreTheSameUnchecked(Demonstrations.Share structure) {
        try (TestServer node = new TestServer(2, HarnessEngine.LIVE)) {
            node.server.compile(64, 1, LoadOptions.OF_NODE.unmetered());
            node.server.open("first", Demonstrations.BYTES, true);
            node.server.open("second", Demonstrations.BYTES, true);
            Demonstrations.offer(node.server);
            List<String> interpreted = outcomes(node, structure);
            node.network.settle();
            assertTrue(node.server.compileWanted() > 0);
            assertEquals(0, node.card().counter("calls of unchecked code"));
            assertEquals(interpreted, outcomes(node, structure));
            node.network.settle();
            assertTrue(node.card().counter("calls of unchecked code") > 0);
        }
    }

    /** Of procedures, without their steps, which unchecked code does not count. */
    private static List<String> outcomes(TestServer node, Demonstrations.Share structure) {
        RemoteServer server = node.connect(0);
        return Demonstrations.outcomes(structure, server, Form.PROCEDURE, server.lookup("first"), server.lookup("second")).stream()
            .map(each -> each.replaceFirst(" after \\d+", "")).toList();
    }
}
