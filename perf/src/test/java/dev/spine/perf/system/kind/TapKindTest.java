package dev.spine.perf.system.kind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.NameSpaces;
import dev.spine.perf.system.EngineChoice;
import dev.spine.perf.system.SpineComponent;
import dev.spine.perf.system.SpineSystem;
import dev.spine.perf.system.SystemDescription;
import dev.spine.perf.system.SystemFileException;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TapKindTest {
    private static final SpineComponent GRAPH = SpineComponent.create();

    @TempDir
    private Path directory = Path.of("");

    private static String file(String keys) {
        return """
            name = "test"

            [[wire]]
            kind = "tap"
            name = "outside"
            %s

            [[iop]]
            name = "nic"

            [[iop.device]]
            kind = "lan"
            wire = "outside"
            """.formatted(keys);
    }

    private static SystemDescription read(String keys) {
        return GRAPH.systemFile().read("a.toml", file(keys));
    }

    private static String refusalOf(String keys) {
        return String.valueOf(assertThrows(SystemFileException.class, () -> read(keys)).getMessage());
    }

    private static String buildingRefused(String keys, EngineChoice engine) {
        SystemDescription description = read(keys);
        SystemFileException refusal =
            assertThrows(SystemFileException.class, () -> engine.build(GRAPH.systemFactory(), description).close());
        assertEquals(1, String.valueOf(refusal.getMessage()).lines().count(), refusal::toString);
        return String.valueOf(refusal.getMessage());
    }

    @Test
    void impossibleKeysAreErrorsWithTheirPlace() {
        assertEquals("a.toml:6:1: 'wire.interface' \"an-interface-with-a-long-name\" is too long: Linux takes up to 15 characters",
            refusalOf("interface = \"an-interface-with-a-long-name\""));
        assertTrue(refusalOf("interface = \"a/b\"").startsWith("a.toml:6:1: 'wire.interface' \"a/b\" is no name of an interface"));
        assertTrue(refusalOf("mtu = 20").startsWith("a.toml:6:1: "));
        assertTrue(refusalOf("mtu = 65000").startsWith("a.toml:6:1: "));
        assertTrue(refusalOf("address = \"5\"").startsWith("a.toml:6:1: "));
        assertTrue(refusalOf("state = \"sideways\"").startsWith("a.toml:6:1: "));
        assertTrue(refusalOf("ports = 5").startsWith("a.toml:6:1: "));
    }

    @Test
    void theModelledEngineHasNoTapInterfaces() {
        assertTrue(buildingRefused("", EngineChoice.MODELLED).contains("lives on the wall clock"));
    }

    @Test
    void aNameSpaceThatIsNotThereIsAnErrorOfTheWire() {
        assertTrue(buildingRefused("netns = \"no-such-space\"", EngineChoice.LIVE)
            .startsWith("a.toml:4:1: wire 'outside': there is no network name space 'no-such-space'"));
    }

    @Test
    void aSystemMakesItsInterfaceAndTakesItAway() throws IOException {
        try (NameSpaces spaces = new NameSpaces(directory)) {
            String space = spaces.make("kind");
            String keys = "interface = \"spine-x\"\nnetns = \"" + space + "\"\nmtu = 1400\naddress = \"02:00:00:00:00:77\"";
            try (SpineSystem system = EngineChoice.LIVE.build(GRAPH.systemFactory(), read(keys))) {
                system.boot();
                String link = spaces.ip(space, "link show spine-x");
                assertTrue(link.contains("mtu 1400") && link.contains("02:00:00:00:00:77") && link.contains("UP"), link);
                assertTrue(buildingRefused(keys, EngineChoice.LIVE).contains("is in use by another program"));
            }
            assertFalse(spaces.ip(space, "-br link").contains("spine-x"));
        }
    }
}
