package dev.spine.extension.router.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.router.host.address.Prefix;
import dev.spine.iop.packet.wire.Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
    @ParameterizedTest
    @CsvSource({
        "0.0.0.0, 0.0.0.0", "192.0.2.255, 192.0.2.255", "::, ::", "::1, ::1", "2001:DB8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
        "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1", "fe80::, fe80::", "1:0:0:2::, 1:0:0:2::", "ff02::1:ff00:1, ff02::1:ff00:1",
        "1:2:3:4:5:6:7:0, 1:2:3:4:5:6:7:0", "0:0:1::, 0:0:1::"})
    void anAddressIsReadAndWrittenAsRfc5952Says(String text, String written) {
        assertEquals(written, Address.parse(text).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "192.0.2", "192.0.2.256", "a.b.c.d", "2001:db8", ":::", "1::2::3",
        "localhost", "::ffff:192.0.2.1", "1.2.3.4.5"})
    void whatIsNoAddressIsRefusedWithItsText(String text) {
        String message = assertThrows(IllegalArgumentException.class, () -> Address.parse(text)).getMessage();
        assertTrue(message.startsWith("\"" + text + "\" is no IP address"), message);
    }

    @Test
    void anAddressComesBackFromItsTextAndItsBytes() throws Exception {
        long seed = Long.getLong("spine.seed", 1);
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            byte[] bytes = new byte[random.nextBoolean() ? 4 : 16];
            random.nextBytes(bytes);
            for (int j = 0; j < bytes.length; j++) {
                bytes[j] = random.nextInt(3) == 0 ? 0 : bytes[j];
            }
            Address address = Address.of(bytes);
            assertEquals(address, Address.parse(address.toString()), "seed " + seed);
            assertTrue(Arrays.equals(bytes, address.bytes()), () -> address + ", seed " + seed);
            if (bytes.length == 4) {
                assertEquals(InetAddress.getByAddress(bytes).getHostAddress(), address.toString());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.255.1.2, true", "10.0.0.0/8, 11.0.0.0, false", "0.0.0.0/0, 255.1.1.1, true", "0.0.0.0/0, ::, false",
        "192.0.2.1, 192.0.2.1, true", "192.0.2.1, 192.0.2.2, false", "2001:db8::/64, 2001:db8::ffff:0:0:1, true",
        "2001:db8::/64, 2001:db8:0:1::, false", "2001:db8::/65, 2001:db8::8000:0:0:0, false", "::1/128, ::1, true", "::/0, 1::, true",
        "::8000:0:0:0/65, ::8000:0:0:1, true"})
    void aPrefixHoldsTheAddressesThatBeginWithItsBits(String prefix, String address, boolean holds) {
        assertEquals(holds, Prefix.parse(prefix).contains(Address.parse(address)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0.1/8", "::/129", "2001:db8::1/32", "/8"})
    void whatIsNoPrefixIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> Prefix.parse(text));
    }

    @Test
    void bitsBehindAPrefixDoNotMatterWhenItIsMade() {
        assertEquals(Prefix.parse("10.1.0.0/16"), Prefix.v4(0x0A01FFFF, 16));
        assertEquals("10.1.0.0/16", Prefix.v4(0x0A01FFFF, 16).toString());
        assertFalse(Prefix.v4(0, 0).equals(new Prefix(Address.v6(0, 0), 0)));
        assertTrue(Prefix.v4(0x0A000000, 8).compareTo(Prefix.v4(0x0A000000, 9)) < 0);
    }
}
