package dev.spine.i2o;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class MessageFrameTest {
    @Test
    void headerFieldsLieWhereTheArchitecturePutsThem() {
        MessageFrame frame = Frames.ofWords("0009E061 A2001010 89ABCDEF 01234567 05000011");
        assertEquals(1, frame.version());
        assertEquals(6, frame.sglOffsetWords());
        assertEquals(MessageFlags.REPLY | MessageFlags.LAST | MessageFlags.FAIL, frame.flags());
        assertEquals(9, frame.sizeWords());
        assertEquals(36, frame.sizeBytes());
        assertEquals(0x010, frame.target());
        assertEquals(0x001, frame.initiator());
        assertEquals(0xA2, frame.function());
        assertEquals(0x89ABCDEF, frame.initiatorContext());
        assertEquals(0x01234567, frame.transactionContext());
        assertEquals(0x05, frame.requestStatus());
        assertEquals(0x0011, frame.detailedStatus());
        assertEquals(0x61, frame.u8(0));
        assertEquals(0xE0, frame.u8(1));
        assertEquals(9, frame.u16(2));
        assertTrue(frame.isReply());
        assertTrue(frame.isFail());
    }

    @Test
    void headerIsWrittenAsItIsRead() {
        Seeded.cases(2_000, random -> {
            MessageFrame frame = Frames.slot();
            int words = 3 + random.nextInt(126);
            int flags = random.nextInt(256);
            int offset = random.nextInt(16);
            int function = random.nextInt(256);
            int initiator = random.nextInt(0x1000);
            int target = random.nextInt(0x1000);
            int initiatorContext = random.nextInt();
            int transactionContext = random.nextInt();
            frame.header(words, flags, offset, function, initiator, target);
            frame.contexts(initiatorContext, transactionContext);
            assertEquals(words, frame.sizeWords());
            assertEquals(flags, frame.flags());
            assertEquals(offset, frame.sglOffsetWords());
            assertEquals(1, frame.version());
            assertEquals(function, frame.function());
            assertEquals(initiator, frame.initiator());
            assertEquals(target, frame.target());
            assertEquals(initiatorContext, frame.initiatorContext());
            assertEquals(transactionContext, frame.transactionContext());
            frame.resize(words - 1);
            assertEquals(words - 1, frame.sizeWords());
            assertEquals(flags, frame.flags());
        });
    }

    @Test
    void sizesAreTakenFromThreeWordsToTheSlot() {
        int[] words = {0, 2, 3, 15, 16, 17, 0xFFFF};
        boolean[] taken = {false, false, true, true, true, false, false};
        for (int i = 0; i < words.length; i++) {
            MessageFrame frame = Frames.slot(64);
            frame.resize(words[i]);
            assertEquals(taken[i], new MessageFrame().tryWrap(frame.memory(), 0, 64), words[i] + " words");
        }
    }

    @Test
    void aSlotWithoutRoomForAHeaderHoldsNoFrame() {
        MessageFrame frame = Frames.slot(64);
        frame.resize(3);
        assertFalse(new MessageFrame().tryWrap(frame.memory(), 0, 12));
    }

    @Test
    void aRefusedFrameLeavesTheViewWhereItWas() {
        MessageFrame good = Frames.ofWords("00040001 00001000 00000007 00000000");
        MessageFrame view = new MessageFrame();
        assertTrue(view.tryWrap(good.memory(), 0, 64));
        assertFalse(view.tryWrap(MemorySegment.ofArray(new byte[64]), 0, 64));
        assertEquals(7, view.initiatorContext());
    }

    @Test
    void aCopyTakesTheSizeFromItsOwnBytes() {
        Seeded.cases(2_000, random -> {
            MessageFrame source = Frames.random(random);
            int sourceBytes = 64 + 4 * random.nextInt(113);
            MessageFrame copy = Frames.slot(64 + 4 * random.nextInt(113));
            boolean taken = copy.tryCopyFrom(source.memory(), 0, sourceBytes);
            assertEquals(source.sizeBytes() <= Math.min(sourceBytes, copy.slotBytes()), taken);
            if (taken) {
                assertEquals(Frames.words(source), Frames.words(copy));
            }
        });
    }

    @Test
    void aCheckedFrameIsCopiedOnlyWhereItFits() {
        MessageFrame source = Frames.slot();
        source.header(17, 0, 0, 0, 1, 0);
        assertFalse(Frames.slot(64).copyFrom(source));
        MessageFrame copy = Frames.slot(68);
        assertTrue(copy.copyFrom(source));
        assertEquals(17, copy.sizeWords());
    }

    @Test
    void wordsThatTheSenderLeftOutAreZero() {
        MessageFrame frame = Frames.ofWords("00040001 13001000 00000000 00000000 FFFFFFFF");
        assertEquals(0, frame.wordOrZero(4));
        assertEquals(0, frame.requestStatus());
        assertEquals(0, frame.detailedStatus());
    }

    @Test
    void nativeMemoryIsRead() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(256, 64);
            MessageFrame frame = new MessageFrame();
            frame.wrap(memory, 128, 64);
            frame.header(4, 0, 0, Function.UTIL_LOCK, 1, 2);
            assertTrue(new MessageFrame().tryWrap(memory, 128, 64));
        }
    }

    @Test
    void anyBytesCanBePrinted() {
        Seeded.cases(5_000, random -> {
            int bytes = random.nextInt(80);
            byte[] memory = new byte[bytes];
            random.nextBytes(memory);
            MessageFrame frame = new MessageFrame();
            frame.wrap(MemorySegment.ofArray(memory), random.nextInt(8), random.nextInt(80));
            assertFalse(frame.toString().isEmpty());
        });
        assertEquals("MessageFrame[points at no frame]", new MessageFrame().toString());
    }

    @Test
    void printingShowsEveryHeaderField() {
        assertEquals("EXEC_SYS_ENABLE size=5 flags=REPLY|LAST offset=0 version=1 initiator=0x1 target=0x0 contexts=0x7,0x8"
            + " status=ERROR_NO_DATA_TRANSFER detail=0x12", Frames.ofWords("0005C001 D1001000 00000007 00000008 05000012").toString());
        assertEquals("0x30 size=9 flags=REPLY|LAST|FAIL offset=0 version=1 initiator=0x1 target=0x20 contexts=0x0,0x0"
            + " failure=INVALID_TARGET_ID", Frames.ofWords("0009E001 30001020 00000000 00000000 8D010101").toString());
        assertEquals("-", MessageFlags.describe(0));
        assertEquals("STATIC|0xc", MessageFlags.describe(0x0D));
    }
}
