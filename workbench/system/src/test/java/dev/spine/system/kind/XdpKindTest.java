package dev.spine.system.kind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Namespaces;
import dev.spine.system.EngineChoice;
import dev.spine.system.SpineSystem;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class XdpKindTest {
    private static final WireFile FILE = new WireFile("xdp");

    @TempDir
    private Path directory = Path.of("");

    @Test
    void impossibleKeysAreErrorsWithTheirPlace() {
        assertEquals("a.toml:6:1: 'wire.interface' \"an-interface-with-a-long-name\" is too long: Linux takes up to 15 characters",
            FILE.refusalOf("interface = \"an-interface-with-a-long-name\""));
        assertTrue(FILE.refusalOf("mode = \"fast\"").startsWith("a.toml:6:1: "));
        assertTrue(FILE.refusalOf("mtu = 9000").startsWith("a.toml:6:1: "));
        assertTrue(FILE.refusalOf("receive-buffers = 0").startsWith("a.toml:6:1: "));
        assertTrue(FILE.refusalOf("offload = \"segments\"").startsWith("a.toml:6:1: "));
    }

    @Test
    void theModelledEngineTakesNoInterfaces() {
        assertTrue(FILE.buildingRefused("", EngineChoice.MODELLED).contains("lives on the wall clock"));
    }

    @Test
    void whatIsNotThereIsAnErrorOfTheWire() {
        assertTrue(FILE.buildingRefused("netns = \"no-such-space\"", EngineChoice.LIVE)
            .startsWith("a.toml:4:1: wire 'outside': there is no network namespace 'no-such-space'"));
        assertTrue(FILE.buildingRefused("interface = \"no-such\"", EngineChoice.LIVE)
            .startsWith("a.toml:4:1: wire 'outside': there is no interface 'no-such'"));
    }

    @Test
    void aSystemTakesItsInterfaceAndGivesItBack() throws IOException {
        try (Namespaces spaces = new Namespaces(directory)) {
            String space = spaces.make("xdpkind");
            spaces.ip(space, "link add name card numtxqueues 1 numrxqueues 1 type veth peer name outside");
            spaces.ip(space, "link set dev card up");
            String keys = "interface = \"card\"\nnetns = \"" + space + "\"\nmode = \"generic\"";
            try (SpineSystem system = FILE.build(keys, EngineChoice.LIVE)) {
                system.boot();
                assertTrue(spaces.ip(space, "link show card").contains("xdpgeneric"));
                assertTrue(FILE.buildingRefused(keys, EngineChoice.LIVE).contains("wire 'outside': interface 'card': "));
            }
            assertFalse(spaces.ip(space, "link show card").contains("xdp"));
        }
    }
}
