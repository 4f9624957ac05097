package dev.spine.extension.router.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.spine.extension.router.host.IntakeSettings.Flows;
import dev.spine.extension.router.host.IntakeSettings.SourceCheck;
import dev.spine.extension.router.host.address.Prefix;
import dev.spine.iop.packet.wire.Address;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which packets that come in by card 1 the cards forward, which are the host's, and which are dropped for their source. */
class IntakeSettingsTest {
    private static final long TIME_NS = 5_000_000;
    private static final String BY_2 = "by card 2";
    private static final String TO_HOST = "to the host";
    private static final String REVERSE_PATH = "dropped: reverse path";

    private final RouterRig rig = new RouterRig(RouterRig.Kind.MODELLED, 5, 3);

    @AfterEach
    void close() {
        rig.close();
    }

    private void intake(SourceCheck sources, Flows... flows) {
        rig.router.intake(1, new IntakeSettings(List.of(flows), sources));
        rig.acknowledge();
    }

    private static Flows flows(String from, String to) {
        return new Flows(Prefix.parse(from), Prefix.parse(to));
    }

    private Map<String, Long> drops() {
        Map<String, Long> all = new TreeMap<>();
        rig.router.counters(1).drops().forEach((reason, count) -> all.put("dropped: " + reason, count));
        return all;
    }

    /** What becomes of a packet that comes in by card 1. */
    private String outcome(byte[] frame) {
        Map<String, Long> before = drops();
        rig.card(1).inject(frame);
        rig.pass(TIME_NS);
        List<String> outcomes = new ArrayList<>();
        IntStream.rangeClosed(1, 3).forEach(card -> rig.card(card).takeReceived().forEach(each -> outcomes.add("by card " + card)));
        rig.takeToHost(1).forEach(each -> outcomes.add(TO_HOST));
        drops().forEach((reason, count) -> {
            if (count > before.getOrDefault(reason, 0L)) {
                outcomes.add(reason);
            }
        });
        return String.join(", ", outcomes);
    }

    private String from4(String source) {
        return outcome(TestPacket.frame(RouterRig.mac(1), RouterRig.stationMac(1), 0x0800,
            TestPacket.ip4(Address.parse(source).bits4(), 0x0A000202, 64, 17, 0, new byte[100])));
    }

    private String from6(String source) {
        return outcome(TestPacket.frame(RouterRig.mac(1), RouterRig.stationMac(1), 0x86DD,
            TestPacket.ip6(source, "2001:db8:2::2", 64, 17, new byte[100])));
    }

    @Test
    void packetsOfNamedFlowsAreTheHosts() {
        assertEquals(BY_2, from4("10.0.1.2"));
        intake(SourceCheck.NONE, Flows.all(4));
        assertEquals(TO_HOST, from4("10.0.1.2"));
        assertEquals(BY_2, from6("2001:db8:1::2"));
        intake(SourceCheck.NONE, flows("10.0.1.2/32", "10.0.2.0/25"), flows("2001:db8:1::/64", "2001:db8:2::2/128"));
        assertEquals(TO_HOST, from4("10.0.1.2"));
        assertEquals(BY_2, from4("10.0.1.3"));
        assertEquals(TO_HOST, from6("2001:db8:1::2"));
        assertEquals(BY_2, from6("2001:db8:5::2"));
        intake(SourceCheck.NONE, flows("10.0.1.2/32", "10.0.2.128/25"), flows("2001:db8:1::/64", "2001:db8:2::3/128"));
        assertEquals(BY_2, from4("10.0.1.2"));
        assertEquals(BY_2, from6("2001:db8:1::2"));
        intake(SourceCheck.NONE, Flows.all(6));
        assertEquals(TO_HOST, from6("2001:db8:5::2"));
        intake(SourceCheck.NONE);
        assertEquals(BY_2, from6("2001:db8:5::2"));
    }

    @Test
    void whatCannotBeForwardedIsTheHostsToo() {
        intake(SourceCheck.NONE, Flows.all(4));
        assertEquals(TO_HOST, outcome(TestPacket.frame(RouterRig.mac(1), RouterRig.stationMac(1), 0x0800,
            TestPacket.ip4(0x0A000102, 0xCB007101, 64, 17, 0, new byte[100]))), "no ICMP error of the card");
    }

    /** RFC 3704, 2.2; Linux Documentation/networking/ip-sysctl.rst, rp_filter. */
    @Test
    void aStrictCheckLetsInWhatWouldGoBackByTheSamePort() {
        rig.router.route(Prefix.parse("172.16.0.0/16"), new NextHop.Blackhole());
        rig.router.route(Prefix.parse("172.17.0.0/16"), new NextHop.Via(1, Address.parse("10.0.1.2")));
        rig.router.route(Prefix.parse("172.18.0.0/16"), NextHop.of(List.of(way(2), way(1))));
        rig.router.route(Prefix.parse("172.19.0.0/16"), NextHop.of(List.of(way(2), way(3))));
        intake(SourceCheck.STRICT);
        assertEquals(BY_2, from4("10.0.1.2"));
        assertEquals(BY_2, from4("172.17.3.4"));
        assertEquals(BY_2, from4("172.18.3.4"), "one of several ways is enough");
        assertEquals(REVERSE_PATH, from4("10.0.3.2"));
        assertEquals(REVERSE_PATH, from4("172.19.3.4"));
        assertEquals(REVERSE_PATH, from4("172.16.3.4"));
        assertEquals(REVERSE_PATH, from4("172.20.3.4"), "no route at all");
        assertEquals(TO_HOST, from4("10.0.1.77"), "nobody knows yet who that is");
        assertEquals("dropped: own address as source", from4("10.0.3.1"), "an address of the router");
        assertEquals(BY_2, from6("2001:db8:5::2"), "version 6 has no such check");
    }

    @Test
    void aLooseCheckLetsInWhatWouldGoBackByAnyPort() {
        rig.router.route(Prefix.parse("172.16.0.0/16"), new NextHop.Unreachable());
        rig.router.route(Prefix.parse("172.19.0.0/16"), NextHop.of(List.of(way(2), way(3))));
        intake(SourceCheck.LOOSE);
        assertEquals(BY_2, from4("10.0.1.2"));
        assertEquals(BY_2, from4("10.0.3.2"));
        assertEquals(BY_2, from4("172.19.3.4"));
        assertEquals(REVERSE_PATH, from4("172.16.3.4"));
        assertEquals(REVERSE_PATH, from4("172.20.3.4"));
    }

    private static NextHop.Way way(int card) {
        return new NextHop.Way(new NextHop.Via(card, Address.parse("10.0." + card + ".2")), 1);
    }

    @Test
    void aCardThatComesBackKnowsItAgain() {
        intake(SourceCheck.STRICT);
        long stops = rig.router.stops(1);
        rig.card(1).runtime.unload(rig.router.instance(1));
        rig.await("the router to be loaded again", () -> rig.router.stops(1) > stops && rig.router.instance(1) != 0);
        rig.acknowledge();
        assertEquals(REVERSE_PATH, from4("10.0.3.2"));
    }

    @Test
    void tooManyFlowsAreAllPackets() {
        List<Flows> many = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            many.add(flows("10." + i + ".0.0/16", "0.0.0.0/0"));
        }
        assertEquals(List.of(Flows.all(4)), IntakeSettings.of(many, SourceCheck.NONE).toHost());
        assertThrows(IllegalArgumentException.class, () -> new IntakeSettings(many, SourceCheck.NONE));
        assertThrows(IllegalArgumentException.class, () -> flows("10.0.0.0/8", "::/0"));
    }
}
