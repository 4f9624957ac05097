package dev.spine.i2o.sgl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.Frames;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Seeded;
import dev.spine.i2o.layout.Octets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SglWriterTest {
    private final SglWriter writer = new SglWriter();

    private static MessageFrame request(int slotBytes) {
        MessageFrame frame = Frames.slot(slotBytes);
        frame.header(4, 0, 4, Function.LAN_PACKET_SEND, 1, 2);
        frame.contexts(3, 4);
        return frame;
    }

    @Test
    void aListIsWrittenAsDriversWriteIt() {
        MessageFrame frame = request(128);
        writer.begin(frame, 4);
        assertTrue(writer.from(7, 0x1000, 60));
        assertTrue(writer.from(0x2000, 20));
        writer.endBuffer();
        assertTrue(writer.into(8, 0x3000, 30));
        assertTrue(writer.into(0x4000, 40));
        assertEquals(40, writer.finish());
        assertEquals("000E0041 3B001002 00000003 00000004 1500003C 00000007 00001000 54000014 00002000 1100001E 00000008 00003000"
            + " D0000028 00004000", Frames.words(frame));
    }

    @Test
    void aPageListHasAnAddressForEachPage() {
        MessageFrame frame = request(64);
        writer.begin(frame, 4);
        assertThrows(IllegalStateException.class, () -> writer.page(0x5000));
        assertTrue(writer.pagesFrom(0x1F00, 0x1100));
        assertTrue(writer.page(0x5000));
        writer.endBuffer();
        assertTrue(writer.bitBucket(0x30));
        writer.finish();
        assertEquals("00090041 3B001002 00000003 00000004 64001100 00001F00 00005000 C8000030 00000000", Frames.words(frame));
    }

    @Test
    void aChainEndsItsFragmentWithoutAMark() {
        MessageFrame frame = request(64);
        writer.begin(frame, 4);
        assertTrue(writer.into(0x1000, 16));
        assertTrue(writer.chain(0x9000, 8));
        assertThrows(IllegalStateException.class, () -> writer.into(0x2000, 1));
        assertThrows(IllegalStateException.class, writer::endBuffer);
        writer.finish();
        assertEquals("00080041 3B001002 00000003 00000004 10000010 00001000 30000008 00009000", Frames.words(frame));
    }

    @Test
    void anElementThatDoesNotFitChangesNothing() {
        MessageFrame frame = request(24);
        writer.begin(frame, 4);
        assertFalse(writer.into(7, 0x1000, 16));
        assertTrue(writer.into(0x1000, 16));
        assertFalse(writer.into(0x2000, 16));
        assertFalse(writer.chain(0x2000, 16));
        writer.finish();
        assertEquals("00060041 3B001002 00000003 00000004 D0000010 00001000", Frames.words(frame));
    }

    @Test
    void aCountBeyondTwentyFourBitsIsTheCallersMistake() {
        writer.begin(request(64), 4);
        assertThrows(IllegalArgumentException.class, () -> writer.into(0, 0x1000000));
        assertThrows(IllegalArgumentException.class, () -> writer.into(0, -1));
        assertThrows(IllegalStateException.class, writer::endBuffer);
    }

    @Test
    void anEmptyListTakesNoWords() {
        MessageFrame frame = request(64);
        writer.begin(frame, 4);
        assertEquals(0, writer.finish());
        assertEquals(4, frame.sizeWords());
    }

    @Test
    void whatIsWrittenIsRead() {
        Seeded.cases(5_000, random -> {
            MessageFrame frame = request(512);
            writer.begin(frame, 4);
            List<String> written = new ArrayList<>();
            int count = 1 + random.nextInt(30);
            int buffer = 0;
            for (int i = 0; i < count; i++) {
                int address = random.nextInt() & ~0xFFFFFF;
                int bytes = random.nextInt(0x10000);
                int context = random.nextInt();
                boolean last = i == count - 1;
                switch (random.nextInt(4)) {
                    case 0 -> assertTrue(writer.into(address, bytes));
                    case 1 -> assertTrue(writer.from(address, bytes));
                    case 2 -> assertTrue(writer.into(context, address, bytes));
                    default -> assertTrue(writer.from(context, address, bytes));
                }
                written.add(buffer + " " + Integer.toUnsignedLong(address) + " " + bytes);
                if (random.nextInt(3) == 0 || last) {
                    writer.endBuffer();
                    buffer++;
                }
            }
            writer.finish();
            SglReader reader = new SglReader(SglLimits.STANDARD, FragmentSource.NONE);
            reader.begin(frame, 4);
            List<String> read = new ArrayList<>();
            while (reader.next()) {
                read.add(reader.buffer() + " " + reader.address() + " " + reader.byteCount());
            }
            assertEquals(written, read);
            assertEquals(SglEnd.LAST_ELEMENT, reader.end());
        });
    }

    @Test
    void elementsAsValuesAreWrittenAsTheWriterWritesThem() {
        MessageFrame frame = request(128);
        List<SglElement> elements = List.of(
            new SglElement.Immediate(Octets.of((byte) 1)), SglElement.Simple.from(0x1000, 60).withContext(7),
                SglElement.Simple.into(0x2000, 4));
        SglElement.writeAll(frame, 4, elements);
        frame.resize(4 + SglElement.words(elements));
        assertEquals("000B0041 3B001002 00000003 00000004 4C000001 00000001 5500003C 00000007 00001000 D0000004 00002000",
            Frames.words(frame));
        assertEquals(elements, SglElement.readAll(frame, 4));
    }
}
