package dev.spine.i2o.sgl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Frames;
import dev.spine.i2o.MessageFrame;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;

class SglReaderTest {
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final String HEADER = "00001000 00000000 00000000 ";

    private final Map<Long, MemorySegment> fragments = new HashMap<>();
    private final SglReader reader = new SglReader(SglLimits.STANDARD, this::copyFragment);

    private boolean copyFragment(long address, FragmentSource.AddressSpace space, MemorySegment into, int byteCount) {
        MemorySegment fragment = fragments.get(address);
        if (fragment == null || space == FragmentSource.AddressSpace.LOCAL || fragment.byteSize() < byteCount) {
            return false;
        }
        MemorySegment.copy(fragment, 0, into, 0, byteCount);
        return true;
    }

    private void fragment(long address, int... words) {
        MemorySegment memory = MemorySegment.ofArray(new byte[words.length * 4]);
        for (int i = 0; i < words.length; i++) {
            memory.set(WORD, i * 4L, words[i]);
        }
        fragments.put(address, memory);
    }

    /** The runs of a list that begins at word 4, and why it ended. */
    private String runs(String list) {
        int words = 4 + list.strip().split("\\s+").length;
        MessageFrame frame = Frames.ofWords(String.format(Locale.ROOT, "%04X0041 ", words) + HEADER + list);
        reader.begin(frame, 4);
        StringJoiner text = new StringJoiner(" ");
        while (reader.next()) {
            String context = reader.hasContext() ? String.format(Locale.ROOT, "(%X)", reader.context()) : "";
            text.add(switch (reader.kind()) {
                case MEMORY -> String.format(Locale.ROOT, "%d:%s%X+%X%s", reader.buffer(), reader.isFromBuffer() ? ">" : "<",
                    reader.address(), reader.byteCount(), context);
                case IMMEDIATE -> String.format(Locale.ROOT, "%d:=%08X+%X%s", reader.buffer(),
                    reader.dataMemory().get(WORD, reader.dataOffset()), reader.byteCount(), context);
                case BIT_BUCKET -> String.format(Locale.ROOT, "%d:_+%X%s", reader.buffer(), reader.byteCount(), context);
            } + (reader.endsBuffer() ? "." : ""));
        }
        assertFalse(reader.next());
        return text.add(reader.end().name()).toString();
    }

    @Test
    void simpleElements() {
        assertEquals("0:<1000+10 0:<2000+20. 1:>3000+30. LAST_ELEMENT",
            runs("10000010 00001000 50000020 00002000 D4000030 00003000"));
    }

    @Test
    void contextsStandBeforeTheAddress() {
        assertEquals("0:<1000+10(7). 1:<2000+20(8). LAST_ELEMENT", runs("51000010 00000007 00001000 D1000020 00000008 00002000"));
        assertEquals("0:>1000+10(7). LAST_ELEMENT", runs("D7000010 00000007 00000000 00000000 00001000"));
    }

    @Test
    void aListWithoutLastElementEndsWithTheMessage() {
        assertEquals("0:>1000+10. END_OF_MESSAGE", runs("54000010 00001000"));
    }

    @Test
    void whatFollowsTheLastElementIsNotRead() {
        assertEquals("0:<1000+10. LAST_ELEMENT", runs("D0000010 00001000 FFFFFFFF"));
    }

    @Test
    void anElementThatIsCutEndsTheListAfterTheOnesBefore() {
        assertEquals("0:>1000+10. CUT_ELEMENT", runs("54000010 00001000 54000010"));
        assertEquals("CUT_ELEMENT", runs("D1000010 00000007"));
        assertEquals("CUT_ELEMENT", runs("CC000010 00000007"));
        assertEquals("CUT_ELEMENT", runs("88000010"));
        assertEquals("CUT_ELEMENT", runs("7C020002"));
    }

    @Test
    void immediateDataLiesInTheList() {
        assertEquals("0:=00000001+A. 1:<2000+20. LAST_ELEMENT", runs("4C00000A 00000001 F1000001 0000FFFF D0000020 00002000"));
    }

    @Test
    void bitBucketsHaveAContextAndNoMemory() {
        assertEquals("0:_+100(9). 1:<2000+20. LAST_ELEMENT", runs("48000100 00000009 D0000020 00002000"));
    }

    @Test
    void ignoreAndTransportElementsAreSkipped() {
        assertEquals("0:<2000+20. LAST_ELEMENT", runs("00000000 04000002 DEADBEEF D0000020 00002000"));
        assertEquals("LAST_ELEMENT", runs("80000000"));
        assertEquals("CUT_ELEMENT", runs("04FFFFFF"));
    }

    @Test
    void attributesSwitchToAddressesOf64Bits() {
        assertEquals("0:<500001000+20. LAST_ELEMENT", runs("7C020002 00001000 D0000020 00001000 00000005"));
        assertEquals("BAD_ADDRESS", runs("7C020002 00001000 D0000020 00001000 80000005"));
    }

    @Test
    void attributesSwitchToContextsOf64Bits() {
        assertEquals("0:<2000+20(7). LAST_ELEMENT", runs("7C020004 00001000 D1000020 00000007 00000000 00002000"));
    }

    @Test
    void aPageListIsOneRunPerPage() {
        reader.hostPageBytes(4096);
        assertEquals("0:<1F00+100(7) 0:<5000+1000 0:<9000+F00. LAST_ELEMENT", runs("E1002000 00000007 00001F00 00005000 00009000"));
        assertEquals("0:<1F00+100 0:<5000+F00. 1:>3000+10. LAST_ELEMENT", runs("60001000 00001F00 00005000 D4000010 00003000"));
    }

    @Test
    void aPageListNeedsThePageSize() {
        assertEquals("BAD_PAGE_LIST", runs("E0001000 00001000"));
        reader.hostPageBytes(4095);
        assertEquals("BAD_PAGE_LIST", runs("E0001000 00001000"));
        assertEquals("0:<1000+1000. LAST_ELEMENT", runs("7C020000 00001000 E0001000 00001000"));
    }

    @Test
    void aPageListThatLiesEnds() {
        reader.hostPageBytes(4096);
        assertEquals("0:<1000+1000 CUT_ELEMENT", runs("E0002000 00001000"));
        assertEquals("0:<1000+1000 BAD_PAGE_LIST", runs("E0002000 00001000 00002100"));
    }

    @Test
    void chainsAreFollowed() {
        fragment(0x9000, 0x10000020, 0x2000, 0x30000008, 0xA000);
        fragment(0xA000, 0xD0000030, 0x3000);
        assertEquals("0:<1000+10 0:<2000+20 0:<3000+30. LAST_ELEMENT", runs("10000010 00001000 30000010 00009000"));
    }

    @Test
    void aChainIsFollowedAlsoWhenItIsMarkedAsTheLastElement() {
        fragment(0x9000, 0xD0000020, 0x2000);
        assertEquals("0:<2000+20. LAST_ELEMENT", runs("B0000008 00009000"));
    }

    @Test
    void aLoopOfChainsEnds() {
        fragment(0x9000, 0x10000020, 0x2000, 0x30000010, 0x9000);
        assertEquals("0:<2000+20 FRAGMENT_OVERLAP", runs("30000010 00009000"));
    }

    @Test
    void fragmentsThatOverlapEnd() {
        fragment(0x9000, 0x00000000, 0x00000000, 0x30000010, 0x9008);
        fragment(0x9008, 0xD0000020, 0x2000, 0, 0);
        assertEquals("FRAGMENT_OVERLAP", runs("30000010 00009000"));
    }

    @Test
    void fragmentsAreLimitedInNumberSizeAndRight() {
        for (int i = 0; i < 9; i++) {
            fragment(0x9000 + i * 0x100, 0x30000008, 0x9000 + (i + 1) * 0x100);
        }
        assertEquals("TOO_MANY_FRAGMENTS", runs("30000008 00009000"));
        assertEquals("FRAGMENT_TOO_LARGE", runs("30001001 00009000"));
        assertEquals(DetailedStatus.CHAIN_BUFFER_TOO_LARGE, reader.end().detailedStatus());
        assertEquals("UNREADABLE_FRAGMENT", runs("30000008 0000C000"));
        assertEquals("UNREADABLE_FRAGMENT", runs("38000008 00009000"));
        assertEquals("CUT_ELEMENT", runs("30000000 00009000"));
        assertEquals("BAD_ADDRESS", runs("30000008 FFFFFFFC"));
    }

    @Test
    void elementsAndBytesAreLimited() {
        SglReader small = new SglReader(new SglLimits(2, 100, 0, 16), FragmentSource.NONE);
        small.begin(Frames.ofWords("000A0041 " + HEADER + "10000010 00001000 10000010 00001000 D0000010 00001000"), 4);
        assertTrue(small.next());
        assertTrue(small.next());
        assertFalse(small.next());
        assertEquals(SglEnd.TOO_MANY_ELEMENTS, small.end());
        small.begin(Frames.ofWords("00060041 " + HEADER + "D0000065 00001000"), 4);
        assertFalse(small.next());
        assertEquals(SglEnd.TOO_MANY_BYTES, small.end());
        small.begin(Frames.ofWords("00060041 " + HEADER + "30000008 00001000"), 4);
        assertFalse(small.next());
        assertEquals(SglEnd.TOO_MANY_FRAGMENTS, small.end());
    }

    @Test
    void aRunThatLeavesTheAddressSpaceEnds() {
        assertEquals("0:<FFFFFFF0+10. LAST_ELEMENT", runs("D0000010 FFFFFFF0"));
        assertEquals("BAD_ADDRESS", runs("D0000011 FFFFFFF0"));
    }

    @Test
    void reservedTypesAreUnsupported() {
        for (String first : new String[] {"34000000", "3C000000", "40000000", "44000000", "70000000", "74000000", "78000000"}) {
            assertEquals("UNSUPPORTED_ELEMENT", runs(first + " 00000000"));
        }
        assertEquals(DetailedStatus.INVALID_PARAMETER, reader.end().detailedStatus());
    }

    @Test
    void transactionElementsAreSkipped() {
        assertEquals("0:<2000+20. LAST_ELEMENT", runs("40000003 00000007 DEADBEEF D0000020 00002000"));
        assertEquals("0:<2000+20. LAST_ELEMENT", runs("7003BEEF 00000007 DEADBEEF D0000020 00002000"));
        assertEquals("CUT_ELEMENT", runs("40000003 00000007"));
        assertEquals("CUT_ELEMENT", runs("7003BEEF 00000007"));
    }

    @Test
    void aFragmentListOfVersionTwoIsOneRunPerFragment() {
        assertEquals("0:>1000+10 0:>2000+20. 1:<3000+30. LAST_ELEMENT",
            runs("7505C002 00001000 00000010 00002000 00000020 D0000030 00003000"));
        assertEquals("0:<500001000+10. LAST_ELEMENT", runs("F5048101 00001000 00000005 00000010"));
        assertEquals("0:<500001000+10. LAST_ELEMENT", runs("F5068301 00001000 00000005 00000000 00000000 00000010"));
        assertEquals("BAD_ADDRESS", runs("F5068301 00001000 00000005 00000001 00000000 00000010"));
        assertEquals("CUT_ELEMENT", runs("F5038002 00001000 00000010"));
        assertEquals("TOO_MANY_BYTES", runs("F5038001 00001000 F0000000"));
    }

    @Test
    void aPageListOfVersionTwoIsOneRunPerPage() {
        assertEquals("BAD_PAGE_LIST", runs("F4048002 00001100 00001F00 00005000"));
        assertEquals("0:<1F00+100 0:<5000+1000. LAST_ELEMENT", runs("7C030000 00001000 00000000 F4048002 00001100 00001F00 00005000"));
        assertEquals("0:<1F00+100 BAD_PAGE_LIST", runs("7C030000 00001000 00000000 F4048002 00002100 00001F00 00005000"));
    }

    @Test
    void immediateDataOfVersionTwoLieInTheList() {
        assertEquals("0:=00000001+5. 1:<2000+20. LAST_ELEMENT", runs("76038005 00000001 00000002 D0000020 00002000"));
        assertEquals("CUT_ELEMENT", runs("F6028005 00000001"));
    }

    @Test
    void otherElementsOfVersionTwoAreSkipped() {
        assertEquals("0:<2000+20. LAST_ELEMENT", runs("770101FF 7B020000 00000001 7E020000 00000000 7F010000 D0000020 00002000"));
        assertEquals("0:<2000+20. LAST_ELEMENT", runs("71030000 00000001 00000002 D0000020 00002000"));
    }

    @Test
    void chainsOfVersionTwoAreFollowed() {
        fragment(0x9000, 0xD0000020, 0x2000);
        assertEquals("0:<2000+20. LAST_ELEMENT", runs("7D030000 00009000 00000008"));
        assertEquals("UNREADABLE_FRAGMENT", runs("7D030400 00009000 00000008"));
    }

    @Test
    void aListThatBeginsOutsideTheMessageIsRefused() {
        reader.begin(Frames.ofWords("000600F1 " + HEADER + "D0000010 00001000"), 4);
        assertFalse(reader.next());
        assertEquals(SglEnd.BAD_OFFSET, reader.end());
        assertTrue(reader.end().isError());
    }

    @Test
    void aListIsFoundWhereDriversForgetToSay() {
        reader.begin(Frames.ofWords("00080001 " + HEADER + "00001000 00800080 D0000004 00124000"), 6);
        assertTrue(reader.next());
        assertEquals(0x00124000, reader.address());
        reader.begin(Frames.ofWords("00080041 " + HEADER + "00001000 00800080 D0000004 00124000"), 6);
        assertTrue(reader.next());
        assertEquals(0x00124000, reader.address());
    }

    @Test
    void anOptionalListIsReadOnlyWhereTheHeaderSays() {
        reader.beginOptional(Frames.ofWords("00060001 " + HEADER + "D0000010 00001000"));
        assertFalse(reader.next());
        assertEquals(SglEnd.END_OF_MESSAGE, reader.end());
        reader.beginOptional(Frames.ofWords("00060041 " + HEADER + "D0000010 00001000"));
        assertTrue(reader.next());
        assertEquals(0x1000, reader.address());
    }

    @Test
    void aMessageWithoutListHasNone() {
        reader.begin(Frames.ofWords("00040001 " + HEADER), 4);
        assertFalse(reader.next());
        assertEquals(SglEnd.END_OF_MESSAGE, reader.end());
        assertFalse(reader.end().isError());
    }
}
