package dev.spine.i2o.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.Frames;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Seeded;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.catalogue.Catalogue;
import dev.spine.i2o.sgl.FragmentSource;
import dev.spine.i2o.sgl.SglLimits;
import dev.spine.i2o.sgl.SglReader;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WideContextsTest {
    private static final long INITIATOR = 0x1111_2222_3333_4444L;
    private static final long TRANSACTION = 0x5555_6666_7777_8888L;

    static List<MessageKind<?>> kinds() {
        return Catalogue.kinds();
    }

    private static String widened(String words) {
        MessageFrame wide = Frames.slot();
        assertTrue(WideContexts.widen(Frames.ofWords(words), wide, INITIATOR, TRANSACTION));
        return Frames.words(wide);
    }

    @Test
    void theContextsOfARequestTakeEightBytesEach() {
        assertEquals("00070201 09001010 33334444 11112222 77778888 55556666 01000000",
            widened("00050001 09001010 33334444 77778888 01000000"));
    }

    @Test
    void theStatusOfAReplyStandsAtByte24() {
        assertEquals("0007C201 09001010 33334444 11112222 77778888 55556666 05000011",
            widened("0005C001 09001010 33334444 77778888 05000011"));
    }

    @Test
    void aPrivateMessageHasPaddingBeforeItsPayload() {
        assertEquals("00090201 FF001030 33334444 11112222 77778888 55556666 7A5A0003 00000000 0000000A",
            widened("00060001 FF001030 33334444 77778888 7A5A0003 0000000A"));
    }

    @Test
    void theListMovesWithThePayload() {
        assertEquals("000A0281 06001010 33334444 11112222 77778888 55556666 00000000 00000001 D0000010 00001000",
            widened("00080061 06001010 33334444 77778888 00000000 00000001 D0000010 00001000"));
    }

    @Test
    void aListThatWouldBeginBeyondItsReachIsRefused() {
        assertFalse(WideContexts.widen(Frames.ofWords("001000E1 FF001030 00000001 00000002"), Frames.slot(), 1, 2));
        assertFalse(WideContexts.widen(Frames.ofWords("00100001 FF001030 00000001 00000002"), Frames.slot(64), 1, 2));
    }

    @Test
    void aFrameWithoutBothContextsHasNoValue() {
        MessageFrame frame = Frames.ofWords("00040201 00001000 00000001 00000002");
        assertFalse(WideContexts.narrow(frame, Frames.slot()));
        assertNull(Catalogue.parse(frame, 0));
    }

    @Test
    void theContextsOfBuffersTakeEightBytesEach() {
        MessageFrame frame = Frames.ofWords(
            "000B1261 3E001010 00000001 00000000 00000001 00000000 D1000040 00000007 00000009 00001000 00000000");
        SglReader reader = new SglReader(SglLimits.STANDARD, FragmentSource.NONE);
        reader.begin(frame, WideContexts.HEADER_WORDS);
        assertTrue(reader.next());
        assertEquals(7, reader.context());
        assertEquals(0x1000, reader.address());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void everyMessageIsTheSameWithWideContexts(MessageKind<?> kind) {
        Seeded.cases(200, random -> {
            MessageFrame narrow = frame(kind, random);
            MessageFrame wide = Frames.slot(1024);
            if (!WideContexts.widen(narrow, wide, INITIATOR, TRANSACTION)) {
                return;
            }
            assertEquals(INITIATOR, WideContexts.initiatorContext(wide));
            assertEquals(TRANSACTION, WideContexts.transactionContext(wide));
            narrow.contexts((int) INITIATOR, (int) TRANSACTION);
            MessageFrame back = Frames.slot(1024);
            assertTrue(WideContexts.isWide(wide) && WideContexts.narrow(wide, back));
            assertEquals(Frames.words(narrow), Frames.words(back));
            assertEquals(kind.parse(narrow), kind.parse(back));
        });
    }

    /** A frame of the kind with random words, of four words or more. */
    private static MessageFrame frame(MessageKind<?> kind, Random random) {
        MessageFrame frame = Frames.random(random);
        int function = kind.function() == MessageKind.ANY_FUNCTION ? 0x30 : kind.function();
        int flags = kind.role() == MessageKind.Role.REPLY ? MessageFlags.FINAL_REPLY : 0;
        frame.header(Math.max(MessageFrame.HEADER_WORDS, frame.sizeWords()), flags, random.nextInt(8), function, 1, 2);
        return frame;
    }

    @Test
    void wideFramesHaveTheLayoutOfTheArchitecture() {
        StringBuilder text = new StringBuilder();
        for (Layout layout : WideContexts.layouts()) {
            text.append(layout.name()).append(' ').append(layout.sizeBytes()).append(':');
            for (Field field : layout.fields()) {
                text.append(' ').append(field.byteOffset()).append(' ').append(field.name()).append('/').append(field.bits());
            }
            text.append('\n');
        }
        assertEquals("""
            MessageHeader64 24: 8 InitiatorContext/64 16 TransactionContext/64
            SingleTransactionReply64 28: 8 InitiatorContext/64 16 TransactionContext/64 24 DetailedStatusCode/16 27 ReqStatus/8
            TransactionReplyList64 28: 8 InitiatorContext/64 16 TrlCount/8 17 TrlElementSize/8 19 TrlFlags/8 20 Padding/32 \
            24 DetailedStatusCode/16 27 ReqStatus/8
            PrivateMessage64 32: 8 InitiatorContext/64 16 TransactionContext/64 24 XFunctionCode/16 26 OrganizationID/16 28 Padding/32
            """, text.toString());
    }
}
