package dev.spine.perf.route;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.extension.router.ReservedAddresses;
import dev.spine.extension.router.host.Address;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of addresses that no table is asked for, as the cards treat them. */
class LookupReplyTest {
    private static final String MARTIAN = "dropped: martian destination";

    @ParameterizedTest
    @CsvSource({"240.0.0.1, dropped: no route", "0.1.2.3, dropped: no route", "0.0.0.0, " + MARTIAN, "127.0.0.1, " + MARTIAN,
        "255.255.255.255, to the host: broadcast or multicast", "224.0.0.1, to the host: broadcast or multicast"})
    void reservedAddressesAreAskedOfTheTablesWhereTheCardsForwardThem(String address, String expected) {
        assertEquals(expected, does(ReservedAddresses.FORWARD, address));
    }

    @ParameterizedTest
    @CsvSource({"240.0.0.1", "0.1.2.3", "0.0.0.0", "127.0.0.1"})
    void elsewhereTheyAreDropped(String address) {
        assertEquals(MARTIAN, does(ReservedAddresses.DROP, address));
    }

    private static Object does(ReservedAddresses reserved, String address) {
        return new LookupReply(new HopText(List.of()), reserved).members(Address.parse(address), null, null).getOrDefault("does", "?");
    }
}
