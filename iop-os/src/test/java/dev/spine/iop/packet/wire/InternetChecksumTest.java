package dev.spine.iop.packet.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class InternetChecksumTest {
    /** The carries of a sum of 16-bit words, added in. */
    private static final Pattern FOLDS = Pattern.compile(
        "& 0xFFFF\\)? \\+ \\(?\\w+ >>>? (16|Short\\.SIZE)\\b|>>>? (16|Short\\.SIZE)\\) \\+ \\(\\w+ & 0xFFFF\\)");

    private static MemorySegment bytes(String hex) {
        return MemorySegment.ofArray(HexFormat.of().parseHex(hex));
    }

    @Test
    void theExampleOfRfc1071HasItsSum() {
        assertEquals(0xDDF2, InternetChecksum.fold(InternetChecksum.sum(bytes("0001f203f4f5f6f7"), 0, 8)));
        assertEquals(0x220D, InternetChecksum.of(bytes("0001f203f4f5f6f7"), 0, 8));
    }

    @Test
    void anIpHeaderThatCarriesItsChecksumHasTheChecksumZero() {
        MemorySegment header = bytes("ffff45000073000040004011b861c0a80001c0a800c7");
        assertEquals(0, InternetChecksum.of(header, 2, 20));
        header.set(ValueLayout.JAVA_SHORT_UNALIGNED, 12, (short) 0);
        assertEquals(0xB861, InternetChecksum.of(header, 2, 20));
    }

    @Test
    void anOddByteIsTheHighOneOfALastWord() {
        assertEquals(InternetChecksum.of(bytes("0102030405060700"), 0, 8), InternetChecksum.of(bytes("01020304050607ff"), 0, 7));
        assertEquals(0xFEFF, InternetChecksum.of(bytes("01"), 0, 1));
        assertEquals(0xFFFF, InternetChecksum.of(bytes("01"), 0, 0));
    }

    @Test
    void aSmallerWordIsAccountedForWithoutSummingAgain() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 10_000; i++) {
            byte[] header = new byte[20];
            random.nextBytes(header);
            header[8] = (byte) (random.nextInt(255) + 1);
            MemorySegment memory = MemorySegment.ofArray(header);
            int before = InternetChecksum.of(memory, 0, 20);
            header[8]--;
            assertEquals(InternetChecksum.of(memory, 0, 20), InternetChecksum.afterDecrease(before, 0x100));
        }
    }

    /**
     * One Internet checksum in the main code of all modules. Beside it there are those of extensions, which are loaded onto cards and read
     * buffers, and those that benchmarks measure: the same steps over buffers, arrays and memory. Packets are not made by them.
     */
    @Test
    void noOtherMainCodeSumsWords() throws IOException {
        String measured = "perf/benchmarks/src/main/java/dev/spine/perf/benchmarks/";
        assertEquals(Set.of("iop-os/src/main/java/dev/spine/iop/packet/wire/InternetChecksum.java",
            "spine-extensions/router/src/main/java/dev/spine/extension/router/part/InternetChecksum.java",
            "spine-extensions/store/src/main/java/dev/spine/extension/store/BlockPacket.java",
            "perf/benchmarks/src/main/java/dev/spine/extension/benchmarks/ForwardExtension.java",
            "perf/benchmarks/src/main/java/dev/spine/extension/benchmarks/SumExtension.java", measured + "tax/RawForward.java",
            measured + "tax/RawSumSink.java", measured + "meter/ForwardWork.java", measured + "meter/HeaderWork.java",
            measured + "forward/RawForwarding.java", "perf/src/main/java/dev/spine/perf/calibration/HeaderWork.java"),
            MainCode.with(FOLDS));
    }
}
