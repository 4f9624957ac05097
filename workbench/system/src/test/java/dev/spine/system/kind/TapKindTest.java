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
class TapKindTest {
    private static final WireFile FILE = new WireFile("tap");

    @TempDir
    private Path directory = Path.of("");

    @Test
    void impossibleKeysAreErrorsWithTheirPlace() {
        assertEquals("a.toml:6:1: 'wire.interface' \"an-interface-with-a-long-name\" is too long: Linux takes up to 15 characters",
            FILE.refusalOf("interface = \"an-interface-with-a-long-name\""));
        assertTrue(FILE.refusalOf("interface = \"a/b\"").startsWith("a.toml:6:1: 'wire.interface' \"a/b\" is not a valid interface name"));
        assertTrue(FILE.refusalOf("mtu = 20").startsWith("a.toml:6:1: "));
        assertTrue(FILE.refusalOf("mtu = 65000").startsWith("a.toml:6:1: "));
        assertTrue(FILE.refusalOf("address = \"5\"").startsWith("a.toml:6:1: "));
        assertTrue(FILE.refusalOf("state = \"sideways\"").startsWith("a.toml:6:1: "));
        assertTrue(FILE.refusalOf("ports = 5").startsWith("a.toml:6:1: "));
    }

    @Test
    void theModelledEngineHasNoTapInterfaces() {
        assertTrue(FILE.buildingRefused("", EngineChoice.MODELLED).contains("lives on the wall clock"));
    }

    @Test
    void aNamespaceThatIsNotThereIsAnErrorOfTheWire() {
        assertTrue(FILE.buildingRefused("netns = \"no-such-space\"", EngineChoice.LIVE)
            .startsWith("a.toml:4:1: wire 'outside': there is no network namespace 'no-such-space'"));
    }

    @Test
    void aSystemMakesItsInterfaceAndTakesItAway() throws IOException {
        try (Namespaces spaces = new Namespaces(directory)) {
            String space = spaces.make("kind");
            String keys = "interface = \"spine-x\"\nnetns = \"" + space + "\"\nmtu = 1400\naddress = \"02:00:00:00:00:77\"";
            try (SpineSystem system = FILE.build(keys, EngineChoice.LIVE)) {
                system.boot();
                String link = spaces.ip(space, "link show spine-x");
                assertTrue(link.contains("mtu 1400") && link.contains("02:00:00:00:00:77") && link.contains("UP"), link);
                assertTrue(FILE.buildingRefused(keys, EngineChoice.LIVE).contains("is in use by another program"));
            }
            assertFalse(spaces.ip(space, "-br link").contains("spine-x"));
        }
    }
}
