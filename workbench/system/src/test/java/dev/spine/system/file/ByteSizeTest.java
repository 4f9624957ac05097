package dev.spine.system.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One grammar of sizes, for files and options. */
class ByteSizeTest {
    @ParameterizedTest
    @CsvSource({"512, 512", "64K, 65536", "1M, 1048576", "1m, 1048576", "2GiB, 2147483648", "3KB, 3072", "1T, 1099511627776"})
    void aSizeIsANumberWithAUnit(String text, long bytes) {
        assertEquals(bytes, ByteSize.of(text).orElse(-1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "M", "-1", "1.5M", "1 M", "1MM", "9999999999999999", "999999999999999T"})
    void anythingElseIsNone(String text) {
        assertTrue(ByteSize.of(text).isEmpty());
    }
}
