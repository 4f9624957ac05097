package dev.spine.i2o.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.spine.i2o.Frames;
import dev.spine.i2o.Seeded;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class FieldTest {
    @Test
    void aFieldIsReadAsItWasWrittenAndItsNeighboursAreLeftAlone() {
        Seeded.cases(20_000, random -> {
            int bits = 1 + random.nextInt(32);
            int firstBit = random.nextInt(33 - bits);
            Field field = new Field("f", random.nextInt(5), firstBit, bits);
            byte[] bytes = new byte[9];
            random.nextBytes(bytes);
            MemorySegment memory = MemorySegment.ofArray(bytes);
            byte[] before = bytes.clone();
            int value = random.nextInt();
            field.set(memory, 0, value);
            assertEquals(value & -1 >>> (32 - bits), field.get(memory, 0));
            for (int bit = 0; bit < 72; bit++) {
                int from = field.byteOffset() * 8 + firstBit;
                boolean own = bit >= from && bit < from + bits;
                boolean same = (bytes[bit / 8] >> bit % 8 & 1) == (before[bit / 8] >> bit % 8 & 1);
                assertEquals(true, own || same, "bit " + bit + " of " + field);
            }
        });
    }

    @Test
    void theLastByteOfAStructureCanBeAField() {
        MemorySegment memory = MemorySegment.ofArray(new byte[88]);
        Field.u8("SyncByte", 87).set(memory, 0, 0xFF);
        assertEquals(0xFF, Field.u8("SyncByte", 87).get(memory, 0));
        Field.bits("TopBits", 87, 7, 4).set(memory, 0, 0);
        assertEquals(0x0F, Field.u8("SyncByte", 87).get(memory, 0));
    }

    @Test
    void numbersAreLittleEndian() {
        MemorySegment memory = MemorySegment.ofArray(new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
        assertEquals(0x0201, Field.u16("f", 0).get(memory, 0));
        assertEquals(0x05040302, Field.u32("f", 1).get(memory, 0));
        assertEquals(0x0807060504030201L, Field.u64("f", 0).getLong(memory, 0));
    }

    @Test
    void aFieldBeyondTheSizeOfAFrameIsZero() {
        assertEquals(0, Field.u8("f", 19).get(Frames.ofWords("00040001 00001000 00000000 00000000 FFFFFFFF")));
        assertEquals(0xFF, Field.u8("f", 19).get(Frames.ofWords("00050001 00001000 00000000 00000000 FFFFFFFF")));
    }

    @Test
    void anImpossiblePlaceIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Field("f", 0, 30, 4));
        assertThrows(IllegalArgumentException.class, () -> new Field("f", -1, 0, 4));
        assertThrows(IllegalArgumentException.class, () -> new Field("f", 0, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new Field("f", 0, 0, 44));
    }

    @Test
    void aLayoutRefusesFieldsThatOverlapOrLeaveIt() {
        assertThrows(IllegalArgumentException.class, () -> Layout.of("l", 4, Field.u16("a", 0), Field.u16("b", 1)));
        assertThrows(IllegalArgumentException.class, () -> Layout.of("l", 4, Field.u16("a", 3)));
        assertEquals(Field.u16("b", 2), Layout.of("l", 4, Field.u16("a", 0), Field.u16("b", 2)).field("b"));
        assertThrows(IllegalArgumentException.class, () -> Layout.of("l", 4).field("a"));
    }

    @Test
    void octetsAreComparedByTheirContents() {
        assertEquals(Octets.of((byte) 'a', (byte) 'b'), Octets.ascii("ab"));
        assertEquals("6162", Octets.ascii("ab").toString());
        assertEquals("ab", Octets.of((byte) 'a', (byte) 'b', (byte) ' ', (byte) 0, (byte) 'x').text());
        assertEquals(Octets.ascii("ab").hashCode(), Octets.ascii("ab").hashCode());
    }
}
