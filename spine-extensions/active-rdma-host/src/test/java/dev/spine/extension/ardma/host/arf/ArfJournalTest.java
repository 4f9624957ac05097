package dev.spine.extension.ardma.host.arf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Power fails where what an old journal has left could be taken for the new one's. */
@Tag("AR-14")
class ArfJournalTest {
    private static final int BYTES = 600_000;
    /** A transaction of one word has 48 bytes, so the last one of these ends in the journal's second sector. */
    private static final int ONE_WORD_WRITES = 11;

    private Instant now = Instant.ofEpochSecond(1);

    private PowerCutArea made() {
        PowerCutArea area = new PowerCutArea(new byte[BYTES]);
        new ArfSizes(64, ArfSizes.MIN_JOURNAL_BYTES, 2, 24_576).make(area, 0);
        return area;
    }

    private ArfVolume open(PowerCutArea area) throws IOException {
        return ArfVolume.open(new LocalPlacement(area), () -> now);
    }

    /** Only the second sector of the journal has reached the disk. */
    private static byte[] cut(PowerCutArea area) {
        int second = (int) area.get64(ArfLayout.JOURNAL) / PowerCutArea.SECTOR_BYTES + 1;
        return area.afterCut(sector -> sector == second);
    }

    private void write(ArfVolume volume, String path, int second) throws IOException {
        now = Instant.ofEpochSecond(second);
        volume.write(volume.stat(path), 0, new byte[1]);
    }

    private static long seconds(ArfVolume volume, String path) throws IOException {
        return volume.stat(path).modified() / 1_000_000_000;
    }

    @Test
    void whatWasLostDoesNotComeBackBehindLaterChanges() throws IOException {
        PowerCutArea first = made();
        try (ArfVolume volume = open(first)) {
            volume.write(volume.create("often", 0, true), 0, new byte[1]);
            volume.write(volume.create("once", 0, true), 0, new byte[1]);
            volume.sync();
        }
        PowerCutArea second = new PowerCutArea(first.afterCut(sector -> true));
        ArfVolume lost = open(second);
        for (int i = 0; i < ONE_WORD_WRITES; i++) {
            write(lost, "often", 2 + i);
        }
        write(lost, "once", 100);
        PowerCutArea third = new PowerCutArea(cut(second));
        ArfVolume again = open(third);
        assertEquals(1, seconds(again, "once"));
        for (int i = 0; i < ONE_WORD_WRITES; i++) {
            write(again, "often", 200 + i);
        }
        again.sync();
        try (ArfVolume volume = open(new PowerCutArea(third.afterCut(sector -> false)))) {
            assertEquals(1, seconds(volume, "once"), "it was not written to since");
            assertEquals(200 + ONE_WORD_WRITES - 1, seconds(volume, "often"));
        }
    }

    @Test
    void noPartOfAnOldJournalIsAppliedOnceANewOneHasBegun() throws IOException {
        PowerCutArea first = made();
        try (ArfVolume volume = open(first)) {
            // The first transaction fits the first sector, and changes what the second one changes.
            volume.create("a", 0, true);
            volume.create("b", 0, true);
        }
        PowerCutArea second = new PowerCutArea(first.afterCut(sector -> true));
        ArfVolume volume = open(second);
        second.cutAtFlush();
        assertThrows(PowerCutArea.CutException.class, () -> volume.create("c".repeat(255), 0, true));
        PowerCutArea third = new PowerCutArea(cut(second));
        try (ArfVolume left = open(third)) {
            assertEquals(2, left.list("").size());
        }
        assertEquals(List.of(), ArfCheck.of(third));
    }
}
