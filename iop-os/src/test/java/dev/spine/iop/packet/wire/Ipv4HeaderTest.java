package dev.spine.iop.packet.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class Ipv4HeaderTest {
    /** The first byte of a header without options, or what says of which part of a packet a fragment is. */
    private static final Pattern BITS = Pattern.compile(
        "0x4500\\b|(PLAIN|OPTIONS|packet\\[0\\]) = 0x45;|(&|FRAGMENT|OFFSET =) 0x[13]FFF(_0000)?\\b");
    private static final String HEADER = "4500002100074000401126c30a0000010a000002";

    private final byte[] bytes = HexFormat.of().parseHex(HEADER);
    private final MemorySegment header = MemorySegment.ofArray(bytes);

    @Test
    void fieldsAreWrittenWhereTheStandardPutsThem() {
        byte[] written = new byte[22];
        Arrays.fill(written, (byte) 0x55);
        MemorySegment memory = MemorySegment.ofArray(written);
        Ipv4Header.write(memory, 1, 17, 64, 0x0007_4000, 0x0A00_0001, 0x0A00_0002, 13);
        assertEquals("55" + HEADER + "55", HexFormat.of().formatHex(written));
    }

    @Test
    void fieldsAreReadWhereTheStandardPutsThem() {
        assertEquals(20, Ipv4Header.headerBytes(header, 0, 20));
        assertEquals(33, Ipv4Header.totalBytes(header, 0));
        assertEquals(17, Ipv4Header.protocol(header, 0));
        assertEquals(0x0A00_0001, Ipv4Header.source(header, 0));
        assertEquals(0x0A00_0002, Ipv4Header.destination(header, 0));
        assertFalse(Ipv4Header.isFragment(header, 0));
        bytes[6] = 0x60;
        assertTrue(Ipv4Header.isFragment(header, 0));
        bytes[6] = 0;
        bytes[7] = 1;
        assertTrue(Ipv4Header.isFragment(header, 0));
    }

    @Test
    void whatIsNoWholeHeaderHasNoBytes() {
        byte[] optional = Arrays.copyOf(bytes, 24);
        optional[0] = 0x46;
        assertEquals(24, Ipv4Header.headerBytes(MemorySegment.ofArray(optional), 0, 24));
        for (int length = 0; length < 24; length++) {
            assertEquals(0, Ipv4Header.headerBytes(MemorySegment.ofArray(optional), 0, length), length + " bytes");
        }
        for (int first : new int[] {0x44, 0x55, 0x65, 0xC5}) {
            optional[0] = (byte) first;
            assertEquals(0, Ipv4Header.headerBytes(MemorySegment.ofArray(optional), 0, 24), "begins with " + first);
        }
    }

    @Test
    void aHopLessLeavesTheChecksumRight() {
        assertTrue(Ipv4Header.isForwardable(header, 0));
        for (int left = 63; left > 0; left--) {
            Ipv4Header.decreaseTimeToLive(header, 0);
            assertEquals(left, bytes[8]);
            assertEquals(0, InternetChecksum.of(header, 0, 20));
            assertEquals(left > 1, Ipv4Header.isForwardable(header, 0));
        }
    }

    @Test
    void optionsAndWrongChecksumsAreNotForwarded() {
        bytes[11]++;
        assertFalse(Ipv4Header.isForwardable(header, 0));
        bytes[11]--;
        assertTrue(Ipv4Header.isForwardable(header, 0));
        // One word more of the header, and so much less of the checksum.
        bytes[0]++;
        bytes[10]--;
        assertEquals(0, InternetChecksum.of(header, 0, 20));
        assertFalse(Ipv4Header.isForwardable(header, 0));
    }

    /**
     * One reader of IPv4 in the main code of all modules. Beside it there are those of extensions, which are loaded onto cards and read
     * buffers, the reference of the comparisons, loops that benchmarks measure, and the card's filters, which look at words.
     */
    @Test
    void noOtherMainCodeKnowsItsBits() throws IOException {
        String measured = "perf/benchmarks/src/main/java/dev/spine/perf/benchmarks/";
        Set<String> files = MainCode.with(BITS);
        files.removeIf(file -> file.matches("spine-extensions/(router|services|store)/.*"));
        assertEquals(Set.of("iop-os/src/main/java/dev/spine/iop/packet/wire/Ipv4Header.java",
            "perf/src/main/java/dev/spine/perf/reference/ReferencePacket.java", measured + "tax/RawFilter.java",
            measured + "meter/ForwardWork.java", measured + "forward/RawForwarding.java",
            "spine-extensions/runtime/src/main/java/dev/spine/extension/runtime/demux/PacketView.java"), files);
    }
}
