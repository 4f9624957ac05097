package dev.spine.command.route;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.extension.router.ReservedAddresses;
import dev.spine.extension.router.host.NextHop;
import dev.spine.extension.router.host.RouteAnswer;
import dev.spine.extension.router.host.address.Prefix;
import dev.spine.iop.packet.wire.Address;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of addresses that no table is asked for, as the cards treat them, and of routes. */
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

    @Test
    void aWayWithAnMtuOfItsOwnIsAsAnyOther() {
        Prefix prefix = Prefix.parse("10.7.0.0/16");
        NextHop.Single hop = new NextHop.Limited(new NextHop.Via(1, Address.parse("10.0.1.9")), 1_300);
        RouteAnswer answer = new RouteAnswer(prefix, RouteAnswer.Source.ROUTE, hop, List.of(new RouteAnswer.Way(hop, 1,
            RouteAnswer.Action.FORWARD, 1_300, 0x020000000009L)));
        HopText words = new HopText(List.of("wa"));
        Map<String, Object> members = new LookupReply(words, ReservedAddresses.DROP).members(Address.parse("10.7.1.1"), answer, null);
        assertEquals("forwarded by wa", members.get("does"));
        assertEquals(List.of(Map.of("does", "forwarded by wa", "via", "10.0.1.9", "port", "wa", "mac", "02:00:00:00:00:09", "mtu", 1_300,
            "weight", 1)), members.get("ways"));
        assertEquals("wa via 10.0.1.9 mtu 1300", words.of(hop));
    }

    private static Object does(ReservedAddresses reserved, String address) {
        return new LookupReply(new HopText(List.of()), reserved).members(Address.parse(address), null, null).getOrDefault("does", "?");
    }
}
