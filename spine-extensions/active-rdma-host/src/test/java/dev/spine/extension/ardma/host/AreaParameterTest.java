package dev.spine.extension.ardma.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.client.ClientExtension;
import dev.spine.extension.ardma.server.ServerExtension;
import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.harness.SimulatedCard;
import dev.spine.extension.harness.SimulatedNetwork;
import dev.spine.extension.host.ExtensionRefusedException;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.library.HostSide;
import dev.spine.extension.runtime.load.LoadOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server whose areas are those that its parameter names. */
class AreaParameterTest {
    private static int load(SimulatedNetwork network, String areas) {
        return network.card(0).runtime().load(PackagedExtension.image("ardma", ServerExtension.class),
            LoadOptions.OF_NODE.with("areas", areas));
    }

    private static SimulatedNetwork network() {
        return SimulatedNetwork.of(2, HarnessEngine.MODELLED, 1, SimulatedCard.with(ClientExtension.class).withoutTrace());
    }

    @Test
    void areasAreOpenFromTheStartOn() {
        try (SimulatedNetwork network = network()) {
            int server = load(network, "list 4096,  table 64 writable ,log 1");
            SimulatedCard at = network.card(1);
            RemoteServer remote = new ArdmaClient(new HostSide(at.runtime(), at.host(), at.hostMemory(), at.tasks()),
                at.extension().number()).connect(network.card(0).hardwareAddress(), server);

            RemoteArea list = remote.lookup("list");
            RemoteArea table = remote.lookup("table");
            assertEquals(4096, list.length());
            assertFalse(list.writable());
            assertEquals(64, table.length());
            assertTrue(table.writable());
            assertEquals(1, remote.lookup("log").length());
            remote.write(table, 60, new byte[] {1, 2, 3, 4});
            assertArrayEquals(new byte[] {0, 1, 2, 3, 4}, remote.read(table, 59, 5));
            network.settle();
            at.extension().acceptHoldings();
            network.card(0).runtime().unload(server);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        list                                     | no area
        list 0                                   | no area
        list -5                                  | no area
        list 12k                                 | no area
        list 99999999999                         | no area
        list 64 readable                         | no area
        list 64, , log 64                        | no area
        list 64, list 64                         | two areas
        a-name-of-twenty-five-chars 64           | 1 to 24
        l\u00e4nge 64                            | ASCII
        list 2000000                             | no room
        """)
    void whatIsNoListOfAreasIsRefused(String areas, String says) {
        try (SimulatedNetwork network = network()) {
            String message = String.valueOf(assertThrows(ExtensionRefusedException.class, () -> load(network, areas)).getMessage());
            assertTrue(message.contains(says), message);
            assertEquals(1, message.lines().count(), message);
        }
    }
}
