package dev.spine.i2o.message.display;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.Reply;
import dev.spine.i2o.message.Request;
import java.lang.foreign.MemorySegment;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DisplayMessagesTest {
    private static final Header HEADER = new Header(0x008, 0x001, 0x1111_2222, 0x3333_4444);

    private static MessageFrame frame(int bytes) {
        MessageFrame frame = new MessageFrame();
        frame.wrap(MemorySegment.ofArray(new byte[bytes]), 0, bytes);
        for (int word = 0; word < bytes / 4; word++) {
            frame.setWord(word, 0xEEEE_EEEE);
        }
        return frame;
    }

    private static int[] words(MessageFrame frame) {
        int[] words = new int[frame.sizeWords()];
        for (int i = 0; i < words.length; i++) {
            words[i] = frame.word(i);
        }
        return words;
    }

    private static void assertWords(MessageFrame frame, int... expected) {
        assertArrayEquals(expected, words(frame), () -> java.util.Arrays.stream(words(frame)).mapToObj(Integer::toHexString)
            .collect(Collectors.joining(" ")));
    }

    private static MessageFrame emit(Request request) {
        MessageFrame frame = frame(512);
        request.emit(frame, HEADER);
        return frame;
    }

    private static MessageFrame emit(Reply reply, Request request) {
        MessageFrame frame = frame(64);
        reply.emit(emit(request), frame);
        return frame;
    }

    @Test
    void requestsLieAsTheirManualsSay() {
        assertWords(emit(new ModeGet()), 0x0005_0001, 0xFF00_1008, 0x1111_2222, 0x3333_4444, 0x7A5A_0010);
        assertWords(emit(new WindowCreate(-2, 5, 320, 240, 7)),
            0x0008_0001, 0xFF00_1008, 0x1111_2222, 0x3333_4444, 0x7A5A_0011, 0x0005_FFFE, 240 << 16 | 320, 7);
        assertWords(emit(new WindowMove(0x0001_0002, 3, -4, 16, 9)),
            0x0008_0001, 0xFF00_1008, 0x1111_2222, 0x3333_4444, 0x7A5A_0013, 0x0001_0002, 0xFFFC_0003, 9 << 16 | 16);
        assertWords(emit(new WindowDestroy(0x0001_0002)),
            0x0006_0001, 0xFF00_1008, 0x1111_2222, 0x3333_4444, 0x7A5A_0015, 0x0001_0002);
        MessageFrame share = frame(64);
        WindowShare.request(share, 0x001, 0x008, 0x3333_4444, 0x0001_0002);
        assertWords(share, 0x0006_0001, 0xFF00_1008, 0, 0x3333_4444, 0x7A5A_0014, 0x0001_0002);
    }

    @Test
    void repliesLieAsTheirManualsSay() {
        assertWords(emit(new ModeReply(640, 480, 1280, 4, 2, 64), new ModeGet()),
            0x0008_C001, 0xFF00_1008, 0x1111_2222, 0x3333_4444, 0, 480 << 16 | 640, 1280, 64 << 16 | 2 << 8 | 4);
        assertWords(emit(new WindowReply(0x0001_0002, 3, 4, 5, 6), new WindowDestroy(0)),
            0x0008_C001, 0xFF00_1008, 0x1111_2222, 0x3333_4444, 0, 0x0001_0002, 4 << 16 | 3, 6 << 16 | 5);
        MessageFrame share = frame(64);
        WindowShare.reply(emit(new ModeGet()), share, 0x0000_0007_0000_0009L, 0x8000_0010L, 1280, 1, 2, 3, 4, 5, 6, 4);
        assertWords(share, 0x000D_C001, 0xFF00_1008, 0x1111_2222, 0x3333_4444, 0, 9, 7, 0x8000_0010, 1280, 2 << 16 | 1, 4 << 16 | 3,
            6 << 16 | 5, 4);
        MessageFrame put = frame(64);
        PutReply.write(emit(new ModeGet()), put, 0x06, DisplayStatus.RUNS_REFUSED, 46, 2, 17);
        assertWords(put, 0x0007_C001, 0xFF00_1008, 0x1111_2222, 0x3333_4444, 0x0600_0107, 2 << 16 | 46, 17);
    }

    @Test
    void recordsSurviveEmitAndParse() {
        WindowCreate create = new WindowCreate(-32768, 32767, 1, 32767, 0xFFFF);
        assertEquals(create, WindowCreate.KIND.parse(emit(create)));
        WindowMove move = new WindowMove(-1, 32767, -32768, 32767, 1);
        assertEquals(move, WindowMove.KIND.parse(emit(move)));
        assertEquals(new WindowDestroy(77), WindowDestroy.KIND.parse(emit(new WindowDestroy(77))));
        ModeReply mode = new ModeReply(32767, 32767, 131068, 3, 4, 64);
        assertEquals(mode, ModeReply.parse(emit(mode, new ModeGet())));
        WindowReply window = new WindowReply(-2, 32767, 0, 32767, 1);
        assertEquals(window, WindowReply.parse(emit(window, new ModeGet())));
    }

    @Test
    void fieldsNeitherOverlapNorLeaveTheirMessages() {
        Layout[] layouts = {ModeGet.KIND.layout(), WindowCreate.KIND.layout(), WindowMove.KIND.layout(), WindowDestroy.KIND.layout(),
            ModeReply.KIND.layout(), WindowReply.KIND.layout(), PutReply.LAYOUT, PutRuns.LAYOUT, PutPackets.LAYOUT};
        for (Layout layout : layouts) {
            int end = layout.fields().stream().mapToInt(Field::endByte).max().orElseThrow();
            assertTrue(end <= layout.sizeBytes() && end > layout.sizeBytes() - 4, layout::name);
        }
    }

    @Test
    void runsLieInPairsOfFiveWords() {
        MessageFrame frame = frame(512);
        RunsWriter writer = new RunsWriter();
        writer.begin(frame, 0x001, 0x008, 0x11, 0x22, 0x0001_0002, PixelFormat.UYVY);
        assertTrue(writer.add(2, 3, 320, 0x8000_0000));
        assertTrue(writer.add(4, 5, 0xFFFF, 0x8000_1000));
        assertTrue(writer.add(6, 7, 8, 0x8000_2000));
        writer.end();
        assertWords(frame, 0x000E_0001, 0x8300_1008, 0x11, 0x22, 0x0001_0002, 3 << 16 | 4,
            0xFFFF_0140, 3 << 16 | 2, 0x8000_0000, 5 << 16 | 4, 0x8000_1000, 8, 7 << 16 | 6, 0x8000_2000);
        assertEquals(3, PutRuns.COUNT.get(frame));
        assertEquals(0xFFFF, PutRuns.pixels(frame, 1));
        assertEquals(8, PutRuns.pixels(frame, 2));
        assertEquals(5 << 16 | 4, PutRuns.place(frame, 1));
        assertEquals(0x8000_2000L, PutRuns.address(frame, 2));
    }

    @ParameterizedTest
    @CsvSource({"24, 0", "32, 0", "36, 1", "40, 1", "44, 2", "52, 2", "56, 3", "64, 4", "128, 10", "512, 48"})
    void aFrameTakesAsManyRunsAsItHasRoomFor(int frameBytes, int runs) {
        assertEquals(runs, PutRuns.capacity(frameBytes));
        assertTrue(PutRuns.words(runs) * 4 <= frameBytes);
        assertTrue(PutRuns.words(runs + 1) * 4 > frameBytes);
        MessageFrame frame = frame(Math.max(frameBytes, 64));
        frame.wrap(frame.memory(), 0, frameBytes);
        RunsWriter writer = new RunsWriter();
        writer.begin(frame, 1, 8, 0, 0, 0, PixelFormat.RGB888);
        for (int i = 0; i < runs; i++) {
            assertTrue(writer.add(i, i, i, i));
        }
        assertFalse(writer.add(1, 1, 1, 1));
        assertEquals(runs, writer.count());
        writer.end();
        assertEquals(PutRuns.words(runs), frame.sizeWords());
        for (int i = 0; i < runs; i++) {
            assertEquals(i, PutRuns.pixels(frame, i));
            assertEquals(i << 16 | i, PutRuns.place(frame, i));
            assertEquals(i, PutRuns.address(frame, i));
        }
    }

    @Test
    void packetsCarryTheirPayloadHeadersPadded() {
        MessageFrame frame = frame(64);
        PacketsWriter writer = new PacketsWriter();
        writer.begin(frame, 0x001, 0x008, 0x11, 0x22, 0x0001_0002, PixelFormat.RGB888);
        byte[] twoLines = new byte[20];
        for (int i = 0; i < twoLines.length; i++) {
            twoLines[i] = (byte) i;
        }
        MemorySegment packet = MemorySegment.ofArray(twoLines);
        assertTrue(writer.add(packet, 3, 14, 0x8000_0000, 1400));
        assertTrue(writer.add(packet, 0, 8, 0x8000_1000, 700));
        assertFalse(writer.add(packet, 0, 8, 0x8000_1000, 700), "two more words than there are");
        assertEquals(2, writer.count());
        writer.end();
        assertWords(frame, 0x0010_0001, 0x8500_1008, 0x11, 0x22, 0x0001_0002, 2 << 16 | 2,
            0x8000_0000, 14 << 16 | 1400, 0x0605_0403, 0x0A09_0807, 0x0E0D_0C0B, 0x0000_100F,
            0x8000_1000, 8 << 16 | 700, 0x0302_0100, 0x0706_0504);
        assertEquals(0x8000_0000L, PutPackets.address(frame, 6));
        assertEquals(14, PutPackets.headerBytes(frame, 6));
        assertEquals(1400, PutPackets.pixelBytes(frame, 6));
        assertEquals(6, PutPackets.words(14));
        assertEquals(12 * 4, PutPackets.headerOffset(frame, 10));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, -1, 255, Integer.MAX_VALUE})
    void codesWithoutAFormatGiveNone(int code) {
        assertNull(PixelFormat.ofCode(code));
    }

    @Test
    void everyFormatHasItsCode() {
        for (PixelFormat format : PixelFormat.values()) {
            assertEquals(format, PixelFormat.ofCode(format.code()));
            assertEquals(format == PixelFormat.UYVY, !format.isWhole(3));
            assertTrue(format.isWhole(-2));
        }
    }
}
