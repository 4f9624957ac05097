package dev.spine.extension.runtime.meter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.extension.runtime.verify.AllowList;
import dev.spine.extension.runtime.verify.AllowedMember;
import java.lang.classfile.Opcode;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The prices that extensions and native code share are those of the allow-list and of docs/extension-rules.md. */
class CodePricesTest {
    @ParameterizedTest
    @CsvSource({"u8, (I)I", "u16, (I)I", "i32, (I)I", "i64, (I)J", "put8, (II)V", "put16, (II)V", "put32, (II)V", "put64, (IJ)V"})
    void aBufferIsReadAndWrittenAtThePriceOfAnAccess(String name, String type) {
        AllowedMember member = Objects.requireNonNull(AllowList.standard().member("dev/spine/extension/api/Buffer", name, type));
        assertEquals(CodePrices.ACCESS, member.cost().constant());
        assertEquals(0, member.cost().terms().size());
    }

    @Test
    void dearerThanAnInstructionIsWhatTheDocumentsSay() {
        assertEquals(3, CodePrices.CALL);
        assertEquals(6 + 2, CodePrices.object(32));
        assertEquals(4, CodePrices.of(Opcode.LREM));
        assertEquals(48, CodePrices.of(Opcode.FREM));
        assertEquals(512, CodePrices.of(Opcode.DREM));
        assertEquals(1, CodePrices.of(Opcode.IADD));
    }
}
