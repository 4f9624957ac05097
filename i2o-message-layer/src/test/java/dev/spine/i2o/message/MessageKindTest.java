package dev.spine.i2o.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Frames;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.message.catalogue.Catalogue;
import dev.spine.i2o.message.exec.ExecHrtGet;
import dev.spine.i2o.message.exec.ExecStatusGet;
import dev.spine.i2o.message.lan.LanReset;
import dev.spine.i2o.sgl.SglElement;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MessageKindTest {
    @Test
    void aMessageThatDoesNotFitTheSlotIsRefusedWithTheRemedy() {
        ExecHrtGet message = new ExecHrtGet(Collections.nCopies(8, SglElement.Simple.into(0, 16)));
        IllegalArgumentException refusal = assertThrows(
            IllegalArgumentException.class, () -> message.emit(Frames.slot(64), Header.fromHost(0, 0, 0)));
        assertEquals("ExecHrtGet takes 20 words, but the slot has 64 bytes; shorten its list or take a larger frame", refusal.getMessage());
    }

    /** A message whose kind forgets a field. */
    public record Forgetful(int first, int second) implements Request {}

    @Test
    void eachComponentOfARecordNeedsAField() {
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class,
            () -> MessageKind.of(Forgetful.class, "Forgetful", 20, DeviceClass.ANY, 0x7F, Field.u32("First", 16)));
        assertEquals("Forgetful: 2 components need a field each, not 1", refusal.getMessage());
    }

    @Test
    void reservedWordsAreWrittenAsZero() {
        MessageFrame frame = Frames.slot();
        for (int i = 0; i < 16; i++) {
            frame.setWord(i, -1);
        }
        new LanReset(LanReset.RETURN_BUCKETS).emit(frame, Header.fromHost(2, 3, 4));
        assertEquals("00050001 35001002 00000003 00000004 00010000", Frames.words(frame));
    }

    @Test
    void aFrameBelowTheMinimumIsSeen() {
        assertFalse(ExecStatusGet.KIND.fits(Frames.ofWords("00080001 A0001000")));
    }

    @Test
    void aRequestThatNobodyKnowsHasNoKind() {
        assertNull(Catalogue.kindOf(Frames.ofWords("00040001 7F001000 00000000 00000000"), 0x100));
    }

    @Test
    void aPrivateMessageKeepsItsListWithinReachOfTheOffset() {
        List<Integer> payload = Collections.nCopies(11, 0);
        assertThrows(IllegalArgumentException.class, () -> new PrivateMessage(1, 1, payload, List.of(SglElement.Simple.into(0, 1))));
    }

    @Test
    @Tag("SS-30")
    void aSmallMessageHoldsFortyEightBytes() {
        assertThrows(IllegalArgumentException.class, () -> new SmallMessage(0, 0, 0, Octets.of(new byte[49])));
        assertEquals(48, new SmallMessage(0, 0, 0, Octets.NONE).data().size());
    }
}
