package dev.spine.i2o.sgl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.spine.i2o.Frames;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Seeded;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.sgl.SglElement.Addressed;
import dev.spine.i2o.sgl.SglElement.BitBucket;
import dev.spine.i2o.sgl.SglElement.Immediate;
import dev.spine.i2o.sgl.SglElement.Inline;
import dev.spine.i2o.sgl.SglElement.Other;
import dev.spine.i2o.sgl.SglElement.Simple;
import dev.spine.i2o.sgl.SglElement.Sized;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SglElementTest {
    private static final String HEADER = "00001000 00000000 00000000 ";

    private static List<SglElement> read(String list) {
        int words = 4 + list.strip().split("\\s+").length;
        return SglElement.readAll(Frames.ofWords(String.format(Locale.ROOT, "%04X0041 ", words) + HEADER + list), 4);
    }

    private static String write(SglElement... elements) {
        MessageFrame frame = Frames.slot();
        frame.header(4 + SglElement.words(List.of(elements)), 0, 4, 0, 0, 0);
        SglElement.writeAll(frame, 4, List.of(elements));
        String words = Frames.words(frame);
        return words.substring(words.indexOf(' ', 4 * 9 - 1) + 1);
    }

    @Test
    void pageListsHaveOneAddressPerPage() {
        Addressed pages = Addressed.into(0x2000, List.of(0x1F00L, 0x5000L, 0x9000L));
        assertEquals("E0002000 00001F00 00005000 00009000", write(pages));
        assertEquals(List.of(pages), read("E0002000 00001F00 00005000 00009000"));
    }

    @Test
    void attributesWidenTheAddressesAfterThem() {
        Addressed run = new Addressed(0x50, 0x20, List.of(), List.of(0x5_0000_1000L));
        assertEquals("7C020002 00001000 D0000020 00001000 00000005", write(Sized.attributes(2, 4096), run));
        assertEquals(List.of(Sized.attributes(2, 4096), run), read("7C020002 00001000 D0000020 00001000 00000005"));
    }

    @Test
    void contextsOfUpToThreeUnitsAreKept() {
        assertEquals(List.of(new Addressed(0x57, 0x10, List.of(7, 8, 9), List.of(0x1000L))),
            read("D7000010 00000007 00000008 00000009 00001000"));
        assertEquals(List.of(new Simple(0x51, 0x10, 7, 0x1000)), read("D1000010 00000007 00001000"));
    }

    @Test
    void everyElementOfTheArchitectureIsReadAndWritten() {
        List<SglElement> all = List.of(
            new Sized(0x00000000, List.of()),
            new Sized(0x04000002, List.of(0xBEEF)),
            new BitBucket(0x48, 0x100, 9),
            new Immediate(Octets.ascii("abcde")),
            new Inline(0x0D, List.of(7), Octets.ascii("xyz")),
            new Sized(0x40000003, List.of(7, 8)),
            new Sized(0x70031234, List.of(7, 8)),
            new Addressed(0x61, 0x1001, List.of(3), List.of(0x1000L, 0x2000L)),
            new Addressed(0x1B, 0x10, List.of(1, 2, 3), List.of(0x3000L)),
            new Sized(0x7505C002, List.of(0x1000, 0x10, 0x2000, 0x20)),
            new SglElement.Chain(0x40, 0x9000));
        MessageFrame frame = Frames.slot();
        frame.header(4 + SglElement.words(all), 0, 4, 0, 0, 0);
        SglElement.writeAll(frame, 4, all);
        assertEquals(all, SglElement.readAll(frame, 4));
    }

    @Test
    void whatIsCutOrUnknownEndsTheList() {
        assertInstanceOf(Other.class, read("50000010 00001000 E0002000 00001F00").getLast());
        assertEquals(List.of(new Other(0x34000000)), read("34000000 00000000"));
        assertEquals(List.of(new Other(0x40000000)), read("40000000 00000000"));
    }

    @Test
    void whatIsReadIsWrittenAndReadAgain() {
        Seeded.cases(20_000, random -> {
            MessageFrame frame = Frames.slot();
            frame.header(4 + random.nextInt(60), 0, 4, 0, 0, 0);
            for (int i = 4; i < frame.sizeWords(); i++) {
                frame.setWord(i, random.nextBoolean() ? element(random) : random.nextInt(8) * 0x400);
            }
            List<SglElement> elements = SglElement.readAll(frame, 4);
            MessageFrame written = Frames.slot(1024);
            written.header(4 + SglElement.words(elements), 0, 4, 0, 0, 0);
            SglElement.writeAll(written, 4, elements);
            assertEquals(elements, SglElement.readAll(written, 4));
        });
    }

    private static int element(Random random) {
        return random.nextInt(128) << 24 | random.nextInt(random.nextBoolean() ? 12 : 6000);
    }

    @Test
    void theReaderReadsWhatElementsWrite() {
        List<SglElement> elements = List.of(
            Addressed.into(0x1100, List.of(0x1F00L, 0x5000L)),
            new Sized(SglFlags.IGNORE << 24, List.of()),
            new BitBucket(SglFlags.BIT_BUCKET | SglFlags.END_OF_BUFFER, 0x30, 9),
            new Immediate(Octets.of((byte) 1, (byte) 2, (byte) 3)),
            Sized.attributes(SglFlags.ATTRIBUTE_ADDRESS_64_BIT, 4096),
            new Addressed(SglFlags.SIMPLE | SglFlags.FROM_BUFFER | SglFlags.END_OF_BUFFER, 0x40, List.of(), List.of(0x7_0000_0000L)));
        MessageFrame frame = Frames.slot();
        frame.header(4 + SglElement.words(elements), 0, 4, 0, 0, 0);
        SglElement.writeAll(frame, 4, elements);
        SglReader reader = new SglReader(SglLimits.STANDARD, FragmentSource.NONE);
        reader.hostPageBytes(4096);
        reader.begin(frame, 4);
        List<String> runs = new ArrayList<>();
        while (reader.next()) {
            runs.add(reader.buffer() + " " + reader.kind() + " " + reader.byteCount());
        }
        assertEquals(SglEnd.LAST_ELEMENT, reader.end());
        assertEquals(List.of("0 MEMORY 256", "0 MEMORY 4096", "1 BIT_BUCKET 48", "2 IMMEDIATE 3", "3 MEMORY 64"), runs);
        assertEquals(0x7_0000_0000L, reader.address());
    }
}
