package dev.spine.device.tunnel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.system.EngineChoice;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemDescription;
import dev.spine.system.file.SystemFileException;
import dev.spine.system.graph.SpineComponent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What system files say of tunnels; the kind is found as one from outside is. */
@Timeout(60)
class TunnelKindTest {
    private static final SpineComponent GRAPH = SpineComponent.create();

    private static SystemDescription read(String keys) {
        return GRAPH.systemFile().read("a.toml", """
            name = "test"

            [[wire]]
            kind = "tunnel"
            name = "outside"
            %s

            [[iop]]
            name = "nic"

            [[iop.device]]
            kind = "lan"
            wire = "outside"
            """.formatted(keys.replace(';', '\n')));
    }

    private static String refused(Executable what) {
        String message = String.valueOf(assertThrows(SystemFileException.class, what).getMessage());
        assertEquals(1, message.lines().count(), message);
        return message;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        receive-buffers = 8                                     | one of listen
        listen = "127.0.0.1:0"; connect = "127.0.0.1:7000"      | one of listen
        listen = "127.0.0.1"                                    | is no place
        listen = ":7000"                                        | is no place
        listen = "127.0.0.1:70000"                              | is no place
        connect = "127.0.0.1:0"                                 | port 0
        listen = "0.0.0.0:7000"                                 | says security
        connect = "192.0.2.1:7000"                              | says security
        listen = "127.0.0.1:0"; key = "a"                       | is for security
        listen = "127.0.0.1:0"; security = "secret"             | must be one of
        listen = "127.0.0.1:0"; security = "tls"                | certificate
        listen = "127.0.0.1:0"; max-packet-bytes = 10000        | max-packet-bytes
        listen = "127.0.0.1:0"; ports = 3                       | ports
        """)
    void impossibleKeysAreErrorsWithTheirPlace(String keys, String says) {
        String message = refused(() -> read(keys));
        assertTrue(message.startsWith("a.toml:") && message.contains(says), message);
    }

    @Test
    void certificatesThatAreNotThereAreNamed() {
        String message = refused(() -> read("listen = \"127.0.0.1:0\"; security = \"tls\"; certificate = \"no.crt\"; key = \"no.key\";"
            + "authorities = \"all.crt\""));
        assertTrue(message.startsWith("a.toml:") && message.contains("no.crt"), message);
    }

    @Test
    void theModelledEngineHasNoTunnels() {
        SystemDescription description = read("listen = \"127.0.0.1:0\"");
        String message = refused(() -> EngineChoice.MODELLED.build(GRAPH.systemFactory(), description).close());
        assertTrue(message.contains("lives on the wall clock"), message);
    }

    @Test
    void anAddressThatIsTakenIsAnErrorOfTheWire() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            SystemDescription description = read("listen = \"127.0.0.1:" + taken.getLocalPort() + '"');
            String message = refused(() -> EngineChoice.LIVE.build(GRAPH.systemFactory(), description).close());
            assertTrue(message.startsWith("a.toml:4:1: wire 'outside': nothing can listen"), message);
        }
    }

    @Test
    void theManualsExampleBoots() throws IOException {
        String manual = Files.readString(Path.of(System.getProperty("spine.root", "../.."), "docs/tunnels.md"));
        int start = manual.indexOf("```toml\n") + "```toml\n".length();
        String example = manual.substring(start, manual.indexOf("```", start)).replace(":7000", ":0");
        try (SpineSystem system = EngineChoice.LIVE.build(GRAPH.systemFactory(), GRAPH.systemFile().read("a.toml", example))) {
            system.boot();
        }
    }

    @Test
    void aSystemBootsWithAnEndThatFindsNobody() {
        try (SpineSystem system = EngineChoice.LIVE.build(GRAPH.systemFactory(), read("connect = \"127.0.0.1:9\""))) {
            system.boot();
        }
    }
}
