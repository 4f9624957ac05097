package dev.spine.perf.video;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.wire.capture.CaptureException;
import dev.spine.extension.host.ExtensionRefusedException;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.iop.bus.MemoryLedger;
import dev.spine.system.EngineChoice;
import dev.spine.system.MemoryTable;
import dev.spine.system.SpineSystem;
import dev.spine.system.capture.BundledCapture;
import dev.spine.system.file.SystemFileException;
import dev.spine.system.graph.SpineComponent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Video within the memory of the cards of the papers, and what is said of a card that is too small. */
class PaperCardsTest {
    private static final Path CARDS = Path.of(System.getProperty("spine.root", ".."), "docs", "examples", "cards");
    private static final int PACKETS = 2_000;
    private static final int COLUMNS = 100;

    private static String text(String name) throws IOException {
        return Files.readString(CARDS.resolve(name + ".toml"));
    }

    private static SpineSystem build(String text) {
        SpineComponent spine = SpineComponent.create();
        return EngineChoice.MODELLED.build(spine.systemFactory(), spine.systemFile().read("card.toml", text));
    }

    private static VideoRun run(SpineSystem system) throws CaptureException {
        BundledCapture bars = BundledCapture.BARS;
        return new VideoRun(system, new SpineVideoPath(), new VideoStream(bars.read(), bars.udpPort(), PixelFormat.UYVY, bars.width(),
            bars.height(), PixelFormat.UYVY, 640, 480, 0, 0));
    }

    /** The rates stand in docs/system-files.md. */
    @ParameterizedTest
    @CsvSource({"video-1m, 1048576, 10153", "video-256k, 262144, 10153"})
    @Tag("SN-12")
    @Tag("SS-33")
    void videoIsShownWithinTheMemoryOfTheCard(String name, long bytes, int packetsPerSecond) throws CaptureException, IOException {
        SpineSystem system = build(text(name));
        try (VideoRun run = run(system)) {
            VideoRun.Pass pass = run.closedLoop(PACKETS);
            assertTrue(pass.transfer().agrees());
            assertEquals(packetsPerSecond, pass.rate(), 0.05 * packetsPerSecond);
            for (String iop : system.iops().keySet()) {
                MemoryLedger ledger = system.memory(iop);
                System.out.println(name + ", " + iop + System.lineSeparator() + MemoryTable.of(ledger));
                assertEquals(bytes, ledger.limit());
                assertTrue(ledger.left() >= 0, () -> MemoryTable.of(ledger).toString());
            }
            assertTrue(system.memory("nic").holdings().stream().anyMatch(held -> held.what().equals("nic image of extension 1")
                && held.bytes() > 0));
        }
    }

    @Test
    void aCardThatIsTooSmallIsRefusedAndATableSaysWhoHoldsWhat() throws IOException {
        String text = text("video-256k").replace("receive-buffers = 16", "receive-buffers = 128");
        String message = assertThrows(SystemFileException.class, () -> build(text)).getMessage();
        assertTrue(message.startsWith("card.toml:13:1: the card of 'nic' has 262,144 bytes of memory, and what runs on it takes "),
            message);
        assertTrue(message.lines().anyMatch(line -> line.matches("nic lan receive buffers +204,800")), message);
        assertTrue(message.lines().skip(1).allMatch(line -> line.length() <= COLUMNS), message);
    }

    @Test
    void anImageForWhichTheCardHasNoRoomIsRefused() throws IOException, CaptureException {
        try (SpineSystem system = build(text("video-256k").replace("memory = \"256K\"", "memory = \"160K\""))) {
            String message = assertThrows(ExtensionRefusedException.class, () -> run(system)).getMessage();
            assertTrue(message.contains("the card's memory of 163840 bytes has "), message);
            assertTrue(message.contains(" left, and the image takes "), message);
        }
    }
}
