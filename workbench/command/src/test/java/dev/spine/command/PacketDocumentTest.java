package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code spine trace --packet}: what docs/observing.md shows, to the last digit. */
@Timeout(60)
class PacketDocumentTest {
    private static final Path PAGE = Document.ROOT.resolve("docs/observing.md");

    @TempDir
    private Path scratch;

    @Test
    void theWayOfOnePacketIsAsItIsWritten() {
        Document.read(PAGE).hold("packet", CommandRun.of("trace", "spine", "--packet", 10).succeeded().out());
    }

    @Test
    void theDrawingIsOnAPageThatNeedsNothingElse() throws Exception {
        Path page = scratch.resolve("way.html");
        CommandRun.of("trace", "host", "--packet", 2, "--packets", 3, "--html", page).succeeded();
        String text = Files.readString(page);
        assertTrue(text.startsWith("<!DOCTYPE html>") && text.contains("<svg") && text.contains("screen DMA"), text);
        assertTrue(!text.contains("http") && !text.contains("<script"), "needs nothing beside itself");
    }

    @Test
    void whatMakesNoSenseIsOneLine() {
        assertTrue(CommandRun.of("trace", "spine", "--packet", 21).refusal().contains("--packets N"));
        assertTrue(CommandRun.of("trace", "boot", "--packet", 1).refusal().contains("no packets"));
        assertTrue(CommandRun.of("trace", "spine", "--packet", 1, "--engine", "live").refusal().contains("modelled"));
        assertTrue(CommandRun.of("trace", "spine", "--html", "x.html").refusal().contains("--packet N"));
        assertTrue(CommandRun.of("trace", "spine", "--packet", 1, "--html", scratch.resolve("no/such/x.html")).refusal()
            .contains("cannot be written"));
    }
}
