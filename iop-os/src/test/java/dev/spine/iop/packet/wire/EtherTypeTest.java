package dev.spine.iop.packet.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class EtherTypeTest {
    @Test
    void theTypeIsBehindTheAddresses() {
        byte[] frame = HexFormat.of().parseHex("ff0253504e00fe0253504e000186dd");
        MemorySegment memory = MemorySegment.ofArray(frame);
        assertEquals(EtherType.IPV6, EtherType.of(memory, 1));
        EtherType.write(memory, 1, EtherType.ARP);
        assertEquals("ff0253504e00fe0253504e00010806", HexFormat.of().formatHex(frame));
    }
}
