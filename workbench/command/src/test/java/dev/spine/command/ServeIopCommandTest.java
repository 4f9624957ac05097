package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code spine serve-iop} in its own process, with the client in C of the documentation as its host. */
class ServeIopCommandTest {
    @TempDir
    Path directory;

    private static Path root() {
        return Path.of(System.getProperty("spine.root", "../.."));
    }

    @Test
    void clientInCBootsTheIopAndReadsABlock() throws IOException, InterruptedException {
        String compiler = ServedProcess.program("cc", "gcc", "clang");
        Path client = directory.resolve("client");
        assertEquals("0\n", ServedProcess.run(directory, compiler, "-O1", "-Wall", "-Wextra", "-Werror", "-o", client,
            root().resolve("docs/serve-iop/client.c").toAbsolutePath()));
        try (ServedProcess server = new ServedProcess(directory)) {
            for (int round = 0; round < 2; round++) {
                String said = ServedProcess.run(directory, client, server.socket);
                assertTrue(said.startsWith("0\n"), said + server.log());
                assertTrue(said.contains("state OPERATIONAL") && said.contains("block written and read"), said);
            }
            server.terminate();
            assertTrue(server.log().contains("MALFORMED 0, STALLED 0, CUT 0"), server.log());
            assertFalse(Files.exists(server.socket), "the socket is removed");
        }
    }

    @Test
    void aBrokenCardIsFoundByEachClient() throws IOException, InterruptedException {
        String compiler = ServedProcess.program("cc", "gcc", "clang");
        Path client = directory.resolve("client");
        assertEquals("0\n", ServedProcess.run(directory, compiler, "-O1", "-o", client,
            root().resolve("docs/serve-iop/client.c").toAbsolutePath()));
        try (ServedProcess server = new ServedProcess(directory, "--power-on", "faulted")) {
            for (int round = 0; round < 2; round++) {
                String said = ServedProcess.run(directory, client, server.socket);
                assertTrue(said.contains("the IOP is in state 0x11 and should be RESET"), said + server.log());
            }
            server.terminate();
            assertTrue(server.log().contains("INTERRUPTS 0") && server.log().contains("LATE_ANSWERS 0"), server.log());
            assertTrue(server.log().contains("FRAMES_IN 2, REPLIES_OUT 0"), server.log());
        }
    }

    @Test
    void mistakesAreOneLine() throws IOException {
        assertTrue(CommandRun.of("serve-iop", "--socket", directory.resolve("x.sock"), "--power-on", "broken").refusal()
            .contains("FAULTED"));
        assertTrue(CommandRun.of("serve-iop").refusal().contains("--socket"));
        Path socket = directory.resolve("iop.sock");
        assertTrue(CommandRun.of("serve-iop", "--socket", socket, "--tolerate", "much").refusal().contains("ENABLE_WITHOUT_SYSTEM_TABLE"));
        assertTrue(CommandRun.of("serve-iop", "--socket", socket, "--iop", "none").refusal().contains("there is no IOP 'none'"));
        assertTrue(CommandRun.of("serve-iop", "--socket", directory.resolve("no/such/place")).refusal().contains("cannot make a socket"));
        assertTrue(CommandRun.of("serve-iop", "--socket", directory.resolve("x".repeat(120))).refusal().contains("shorter"));
        Files.writeString(socket, "a file");
        assertTrue(CommandRun.of("serve-iop", "--socket", socket).refusal().contains("there is a file already"));
        assertEquals("a file", Files.readString(socket));
        assertTrue(CommandRun.of("serve-iop", directory.resolve("no.toml"), "--socket", socket).refusal().contains("no.toml"));
    }
}
