package dev.spine.i2o.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.Frames;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Seeded;
import dev.spine.i2o.message.lan.LanReceiveReply;
import dev.spine.i2o.message.lan.LanReceiveReplyReader;
import dev.spine.i2o.message.lan.LanReceiveReplyWriter;
import dev.spine.i2o.message.lan.LanSendReply;
import org.junit.jupiter.api.Test;

class LanReplyTest {
    private final MessageFrame request = Frames.ofWords("00040041 3E001020 00000001 00000002");

    @Test
    void aReceiveReplyTakesBucketsUntilItsSlotIsFull() {
        MessageFrame reply = Frames.slot(64);
        LanReceiveReplyWriter writer = new LanReceiveReplyWriter();
        writer.begin(request, reply);
        assertTrue(writer.add(1, 0, 60, 0, 0));
        assertTrue(writer.add(2, 0, 60, 0, 0));
        assertTrue(writer.add(3, 0, 60, 0, 0));
        assertFalse(writer.add(4, 0, 60, 0, 0));
        assertFalse(writer.addEmpty(5));
        writer.end(9, 0, 0);
        assertEquals(15, reply.sizeWords());
        assertEquals(3, LanReceiveReply.KIND.parse(reply).packets().size());
        assertEquals(9, LanReceiveReply.KIND.parse(reply).bucketsRemaining());
    }

    @Test
    void emptyBucketsAndPacketsDoNotMix() {
        MessageFrame reply = Frames.slot(64);
        LanReceiveReplyWriter writer = new LanReceiveReplyWriter();
        writer.begin(request, reply);
        assertTrue(writer.addEmpty(1));
        assertFalse(writer.add(2, 0, 60, 0, 0));
        assertEquals(1, writer.count());
    }

    @Test
    void aReaderStopsAtTheEndOfAnyFrame() {
        LanReceiveReplyReader reader = new LanReceiveReplyReader();
        Seeded.cases(5_000, random -> {
            MessageFrame frame = Frames.random(random);
            reader.begin(frame);
            int entries = 0;
            while (reader.next()) {
                assertTrue(reader.length() >= 0 && reader.offset() >= 0);
                entries++;
            }
            assertFalse(reader.next());
            assertTrue(entries <= frame.sizeWords());
        });
    }

    @Test
    void aSendReplyCollectsContextsUntilItsSlotIsFull() {
        MessageFrame reply = Frames.slot(32);
        LanSendReply.begin(request, reply);
        assertTrue(LanSendReply.add(reply, 10));
        assertTrue(LanSendReply.add(reply, 11));
        assertTrue(LanSendReply.add(reply, 12));
        assertFalse(LanSendReply.add(reply, 13));
        LanSendReply.end(reply, MessageFlags.REPLY, 0, 0);
        assertEquals(3, LanSendReply.count(reply));
        assertEquals(12, LanSendReply.context(reply, 2));
        assertEquals(5, reply.sglOffsetWords());
    }

    @Test
    void aSendReplyThatLiesAboutItsCountIsReadToItsSize() {
        MessageFrame reply = Frames.ofWords("0006C051 3B001020 00000001 800000FF 00000000 00000007");
        assertEquals(1, LanSendReply.count(reply));
    }
}
