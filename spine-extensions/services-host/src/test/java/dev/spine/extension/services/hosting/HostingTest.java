package dev.spine.extension.services.hosting;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.host.ExtensionRefusedException;
import dev.spine.extension.services.connection.TcpTrack;
import dev.spine.extension.services.hosting.HostingBed.Place;
import dev.spine.extension.services.nat.Ip;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** One address for several servers: by port, and by the host that a request names; on the card and on the host. */
@Tag("SS-52")
class HostingTest {
    private static final long SEED = Long.getLong("spine.seed", 1);
    private static final int FULL = Boolean.getBoolean("spine.full") ? 10 : 1;
    private static final String REQUEST = "GET / HTTP/1.1\r\nUser-Agent: x\r\nHost: shop.example.org\r\n\r\n";
    private static final int PORT = 40_000;

    @ParameterizedTest
    @EnumSource
    void datagramsGoToTheServerAndItsAnswersSeemToComeFromTheAddress(Place place) {
        try (HostingBed bed = HostingBed.web(place)) {
            byte[] data = {1, 2, 3};
            byte[] in = bed.one(Ip.udp(HostingBed.CLIENT, PORT, HostingBed.ADDRESS, 53, data));
            assertEquals(HostingBed.SHOP, Ip.destination(in));
            assertEquals(HostingBed.CLIENT, Ip.source(in));
            byte[] out = bed.one(Ip.udp(HostingBed.SHOP, 53, HostingBed.CLIENT, PORT, data));
            assertEquals(HostingBed.ADDRESS, Ip.source(out));
            // Nobody asked: what the server sends of its own accord is its own.
            assertEquals(HostingBed.SHOP, Ip.source(bed.one(Ip.udp(HostingBed.SHOP, 53, HostingBed.CLIENT, PORT + 1, data))));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aConnectionGoesToTheServerOfTheHostThatItsFirstRequestNames(Place place) {
        try (HostingBed bed = HostingBed.web(place)) {
            int cardFirst = bed.agree(PORT);
            // The name comes in pieces, and one of them twice.
            String first = REQUEST.substring(0, 35);
            for (int i = 0; i < 2; i++) {
                byte[] notified = bed.one(bed.fromClient(PORT, TcpTrack.ACK, HostingBed.FIRST + 1, cardFirst + 1, first));
                assertEquals(HostingBed.CLIENT, Ip.destination(notified));
                assertEquals(HostingBed.FIRST + 36, Ip.acknowledged(notified));
            }
            bed.nothing(bed.fromClient(PORT, TcpTrack.ACK, HostingBed.FIRST + 46, cardFirst + 1, "not in order"));
            byte[] asked = bed.one(bed.fromClient(PORT, TcpTrack.ACK, HostingBed.FIRST + 31, cardFirst + 1, REQUEST.substring(30)));
            assertEquals(HostingBed.SHOP, Ip.destination(asked));
            assertEquals(8080, Ip.port(asked));
            assertEquals(TcpTrack.SYN, Ip.flags(asked));
            assertEquals(HostingBed.FIRST, Ip.sequence(asked));

            byte[] request = bed.serverAgrees(HostingBed.SHOP, 8080, PORT);
            assertEquals(REQUEST, new String(Ip.data(request), StandardCharsets.US_ASCII));
            assertEquals(HostingBed.FIRST + 1, Ip.sequence(request));
            assertEquals(HostingBed.SERVER_FIRST + 1, Ip.acknowledged(request));

            byte[] answer = bed.one(bed.fromServer(HostingBed.SHOP, 8080, PORT, TcpTrack.ACK, HostingBed.SERVER_FIRST + 1,
                HostingBed.FIRST + 1 + REQUEST.length(), "hello"));
            assertEquals(HostingBed.ADDRESS, Ip.source(answer));
            assertEquals(80, Ip.sourcePort(answer));
            assertEquals(cardFirst + 1, Ip.sequence(answer));
            byte[] acknowledged = bed.one(bed.fromClient(PORT, TcpTrack.ACK, HostingBed.FIRST + 1 + REQUEST.length(), cardFirst + 6, ""));
            assertEquals(HostingBed.SERVER_FIRST + 6, Ip.acknowledged(acknowledged));

            // An error from outside about the answer reaches the server as one about its own segment.
            byte[] error = bed.one(Ip.error(0x0808_0808, HostingBed.ADDRESS, 3, answer, 28));
            assertEquals(HostingBed.SHOP, Ip.destination(error));
            byte[] about = new byte[28];
            System.arraycopy(error, 28, about, 0, 28);
            assertEquals(HostingBed.SHOP, Ip.source(about));
            assertEquals(8080, Ip.sourcePort(about));
            assertEquals(HostingBed.SERVER_FIRST + 1, Ip.sequence(about));
            // One from inside about the client's segment reaches the client as one about its own.
            byte[] inner = bed.one(Ip.error(HostingBed.SHOP, HostingBed.CLIENT, 3, acknowledged, 40));
            assertEquals(HostingBed.ADDRESS, Ip.source(inner));
            System.arraycopy(inner, 28, about, 0, 28);
            assertEquals(HostingBed.ADDRESS, Ip.destination(about));
            assertEquals(80, Ip.port(about));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        GET / HTTP/1.1~Host: shop.example.org~~                 | 10.0.0.5
        GET / HTTP/1.1~hOST:~Host: shop.example.org~~           |
        GET / HTTP/1.0~HOST:\tSHOP.example.ORG.:8080 ~~         | 10.0.0.5
        POST /a HTTP/1.1~X-Host: blog.example.org~Host:a.b.shop.example.org~~ | 10.0.0.5
        GET http://shop.example.org/x HTTP/1.1~Host: blog.example.org~~ | 10.0.0.5
        GET / HTTP/1.1~Host: notshop.example.org~~              |
        GET / HTTP/1.1~Host: .shop.example.org~~                |
        GET / HTTP/1.1~Host : shop.example.org~~                |
        GET / HTTP/1.1~A: 1~~Host: shop.example.org~~           |
        GET /~~                                                 |
        PRI * HTTP/2.0~~                                        |
        ~GET / HTTP/1.1~Host: shop.example.org~~                |
        """)
    void theNameIsReadAsTheStandardsSayAndWhoNamesNobodyIsRefused(String request, String server) {
        for (String end : List.of("\r\n", "\n")) {
            try (HostingBed bed = HostingBed.web(Place.CARD)) {
                int cardFirst = bed.agree(PORT);
                byte[] done = bed.one(bed.fromClient(PORT, TcpTrack.ACK, HostingBed.FIRST + 1, cardFirst + 1, request.strip()
                    .replace("~", end).replace("\\t", "\t")));
                if (server != null) {
                    assertEquals(TcpTrack.SYN, Ip.flags(done));
                    assertEquals(HostingBed.SHOP, Ip.destination(done));
                } else {
                    assertEquals(TcpTrack.RST | TcpTrack.ACK, Ip.flags(done));
                    assertEquals(cardFirst + 1, Ip.sequence(done), "or the client would not believe it");
                    assertEquals(1, bed.counter(HostingEvent.UNKNOWN_HOST) + bed.counter(HostingEvent.NO_HOST));
                }
            }
        }
    }

    @Test
    void whatNamesNoHostGoesToTheServiceWithoutHostsIfThereIsOne() {
        try (HostingBed bed = HostingBed.web(Place.CARD, "services", "shop,blog,rest", "rest.at", "tcp:192.0.2.1:80", "rest.servers",
            "10.0.0.7:80")) {
            int port = PORT;
            for (String request : List.of("GET / HTTP/1.1\r\nHost: else.example.org\r\n\r\n", "HELO you\r\n")) {
                int cardFirst = bed.agree(++port);
                byte[] asked = bed.one(bed.fromClient(port, TcpTrack.ACK, HostingBed.FIRST + 1, cardFirst + 1, request));
                assertEquals(HostingBed.SPARE, Ip.destination(asked));
            }
            assertEquals(2, bed.counter(HostingEvent.DEFAULTED));
        }
    }

    @Test
    void aHeadWithoutEndIsRefusedWhenItsPlaceIsFull() {
        try (HostingBed bed = HostingBed.web(Place.CARD, "head-bytes", "1024")) {
            int cardFirst = bed.agree(PORT);
            String line = "GET / HTTP/1.1\r\n" + "X: ".repeat(164);
            bed.one(bed.fromClient(PORT, TcpTrack.ACK, HostingBed.FIRST + 1, cardFirst + 1, line));
            byte[] refused = bed.one(bed.fromClient(PORT, TcpTrack.ACK, HostingBed.FIRST + 1 + line.length(), cardFirst + 1,
                "Y".repeat(1024)));
            assertEquals(TcpTrack.RST | TcpTrack.ACK, Ip.flags(refused));
            assertEquals(1, bed.counter(HostingEvent.LONG_HEAD));
        }
    }

    @Test
    void whenAServerRefusesOrIsSilentTheNextOneIsAskedAndAtTheEndTheClientIsTold() {
        try (HostingBed bed = HostingBed.web(Place.CARD)) {
            int cardFirst = bed.agree(PORT);
            String request = REQUEST.replace("shop", "blog");
            byte[] asked = bed.one(bed.fromClient(PORT, TcpTrack.ACK, HostingBed.FIRST + 1, cardFirst + 1, request));
            int first = Ip.destination(asked);
            assertTrue(first == HostingBed.BLOG || first == HostingBed.SPARE);
            byte[] other = bed.one(bed.fromServer(first, 8081, PORT, TcpTrack.RST | TcpTrack.ACK, 0, HostingBed.FIRST + 1, ""));
            assertEquals(TcpTrack.SYN, Ip.flags(other));
            assertNotEquals(first, Ip.destination(other));
            // The other one says nothing, and the client repeats its request: the card asks again, and then gives up.
            for (int i = 0; i < 2; i++) {
                assertEquals(TcpTrack.SYN, Ip.flags(bed.one(bed.fromClient(PORT, TcpTrack.ACK, HostingBed.FIRST + 1, cardFirst + 1,
                    request))));
            }
            byte[] refused = bed.one(bed.fromClient(PORT, TcpTrack.ACK, HostingBed.FIRST + 1, cardFirst + 1, request));
            assertEquals(TcpTrack.RST | TcpTrack.ACK, Ip.flags(refused));
            assertEquals(HostingBed.CLIENT, Ip.destination(refused));
            assertEquals(1, bed.counter(HostingEvent.NO_SERVER));
            assertEquals(1, bed.counter(HostingEvent.NEXT_SERVER));
        }
    }

    @Test
    void whatTheCardHasAcknowledgedItRepeatsUntilTheServerHasIt() {
        try (HostingBed bed = HostingBed.web(Place.CARD)) {
            int cardFirst = bed.agree(PORT);
            bed.one(bed.fromClient(PORT, TcpTrack.ACK, HostingBed.FIRST + 1, cardFirst + 1, REQUEST.substring(0, 20)));
            bed.one(bed.fromClient(PORT, TcpTrack.ACK, HostingBed.FIRST + 21, cardFirst + 1, REQUEST.substring(20)));
            // The question to the server is lost: the client does not know of it.
            assertEquals(TcpTrack.SYN, Ip.flags(bed.said(2)));
            assertEquals(REQUEST, new String(Ip.data(bed.serverAgrees(HostingBed.SHOP, 8080, PORT)), StandardCharsets.US_ASCII));
            // So is what it had acknowledged.
            assertEquals(REQUEST, new String(Ip.data(bed.said(2)), StandardCharsets.US_ASCII));
            bed.one(bed.fromServer(HostingBed.SHOP, 8080, PORT, TcpTrack.ACK, HostingBed.SERVER_FIRST + 1, HostingBed.FIRST + 21, ""));
            bed.pass(1);
            assertEquals(0, bed.card.sentFrames().size());
        }
    }

    @Test
    void halfOpenConnectionsTakeNoMemoryAndForgedOnesNoServer() {
        try (HostingBed bed = HostingBed.web(Place.CARD)) {
            Random random = new Random(SEED);
            for (int i = 0; i < 2_000; i++) {
                bed.card.receive(Ip.frame(Ip.segment(random.nextInt(0x0100_0000, 0x7E00_0000), random.nextInt(1, 65_536),
                    HostingBed.ADDRESS, 80, TcpTrack.SYN, random.nextInt(), 0, HostingBed.NOTHING)));
                if (i % 50 == 49) {
                    bed.card.settle();
                }
            }
            bed.card.settle();
            bed.card.sentFrames();
            assertEquals(0, bed.counter(HostingEvent.OPENED));
            assertTrue(bed.counter(HostingEvent.AGREED) >= 1_900, () -> bed.counters().toString());
            // Who has not seen the card's number cannot go on, whatever he guesses.
            for (int i = 0; i < 300; i++) {
                byte[] refused = bed.one(bed.fromClient(PORT + i, TcpTrack.ACK, random.nextInt(), random.nextInt(), REQUEST));
                assertEquals(TcpTrack.RST, Ip.flags(refused));
            }
            assertEquals(0, bed.counter(HostingEvent.OPENED));
            // And a number is not good forever.
            int cardFirst = bed.agree(PORT);
            bed.pass(300);
            assertEquals(TcpTrack.RST, Ip.flags(bed.one(bed.fromClient(PORT, TcpTrack.ACK, HostingBed.FIRST + 1, cardFirst + 1, REQUEST))));
        }
    }

    @Test
    void whoSendsSlowlyHasAPlaceForATimeAndNotAllOfThem() {
        try (HostingBed bed = HostingBed.web(Place.CARD, "requests", "4")) {
            for (int i = 0; i < 4; i++) {
                int cardFirst = bed.agree(PORT + i);
                byte[] slow = bed.fromClient(PORT + i, TcpTrack.ACK, HostingBed.FIRST + 1, cardFirst + 1, "G");
                assertEquals(i < 2 ? 1 : 0, bed.give(slow).size());
            }
            assertEquals(2, bed.counter(HostingEvent.NO_PLACE));
            // Another client finds a place.
            byte[] agreed = bed.one(Ip.segment(1 << 24, 9, HostingBed.ADDRESS, 80, TcpTrack.SYN, 5, 0, HostingBed.NOTHING));
            byte[] asked = bed.one(Ip.segment(1 << 24, 9, HostingBed.ADDRESS, 80, TcpTrack.ACK, 6, Ip.sequence(agreed) + 1,
                REQUEST.getBytes(StandardCharsets.US_ASCII)));
            assertEquals(HostingBed.SHOP, Ip.destination(asked));
            bed.pass(12);
            assertTrue(bed.counter(HostingEvent.SLOW_REQUEST) >= 2);
            int cardFirst = bed.agree(PORT);
            assertEquals(HostingBed.SHOP, Ip.destination(bed.one(bed.fromClient(PORT, TcpTrack.ACK, HostingBed.FIRST + 1, cardFirst + 1,
                REQUEST))));
        }
    }

    @Test
    void portsAreUsedAgainAsSoonAsTheirConnectionIsOver() {
        try (HostingBed bed = HostingBed.web(Place.CARD)) {
            for (int round = 0; round < 3; round++) {
                int cardFirst = bed.agree(PORT);
                bed.one(bed.fromClient(PORT, TcpTrack.ACK, HostingBed.FIRST + 1, cardFirst + 1, REQUEST));
                bed.serverAgrees(HostingBed.SHOP, 8080, PORT);
                bed.one(bed.fromServer(HostingBed.SHOP, 8080, PORT, TcpTrack.FIN | TcpTrack.ACK, HostingBed.SERVER_FIRST + 1, 1, ""));
                bed.one(bed.fromClient(PORT, round == 1 ? TcpTrack.RST : TcpTrack.FIN | TcpTrack.ACK, HostingBed.FIRST + 60, cardFirst + 2,
                    ""));
            }
            // A connection that waits for a server is given up when its client begins again, and the server is told.
            int cardFirst = bed.agree(PORT);
            bed.one(bed.fromClient(PORT, TcpTrack.ACK, HostingBed.FIRST + 1, cardFirst + 1, REQUEST));
            List<byte[]> both = bed.give(Ip.segment(HostingBed.CLIENT, PORT, HostingBed.ADDRESS, 80, TcpTrack.SYN, 555, 0,
                HostingBed.NOTHING));
            assertEquals(2, both.size());
            assertTrue(both.stream().anyMatch(packet -> Ip.flags(packet) == TcpTrack.RST && Ip.destination(packet) == HostingBed.SHOP));
        }
    }

    @Test
    void twoServicesDoNotMixConnectionsOfOneClientAtOneServer() {
        try (HostingBed bed = new HostingBed(Place.CARD, "services", "a,b", "a.at", "tcp:192.0.2.1:81", "a.servers", "10.0.0.5:80", "b.at",
            "tcp:192.0.2.1:82", "b.servers", "10.0.0.5:80")) {
            byte[] first = bed.one(Ip.tcp(HostingBed.CLIENT, PORT, HostingBed.ADDRESS, 81, TcpTrack.SYN, HostingBed.NOTHING));
            assertEquals(HostingBed.SHOP, Ip.destination(first));
            bed.nothing(Ip.tcp(HostingBed.CLIENT, PORT, HostingBed.ADDRESS, 82, TcpTrack.SYN, HostingBed.NOTHING));
            assertEquals(1, bed.counter(HostingEvent.SAME_PORTS));
            byte[] answer = bed.one(Ip.tcp(HostingBed.SHOP, 80, HostingBed.CLIENT, PORT, TcpTrack.SYN | TcpTrack.ACK, HostingBed.NOTHING));
            assertEquals(81, Ip.sourcePort(answer));
        }
    }

    @Test
    void aClientKeepsItsServerAndClientsAreSpread() {
        try (HostingBed bed = new HostingBed(Place.CARD, "services", "a", "a.at", "tcp:192.0.2.1:81", "a.servers",
            "10.0.0.5:80,10.0.0.6:80,10.0.0.7:80")) {
            Set<Integer> servers = new HashSet<>();
            for (int client = 0; client < 40; client++) {
                Set<Integer> ofOne = new HashSet<>();
                for (int port = 1; port < 6; port++) {
                    ofOne.add(Ip.destination(bed.one(Ip.tcp(HostingBed.CLIENT + client, port, HostingBed.ADDRESS, 81, TcpTrack.SYN,
                        HostingBed.NOTHING))));
                }
                assertEquals(1, ofOne.size());
                servers.addAll(ofOne);
            }
            assertEquals(3, servers.size());
        }
    }

    @Test
    void aFullTableEndsWhatIsNotEstablishedAndNeverWhatIs() {
        try (HostingBed bed = new HostingBed(Place.CARD, "services", "a", "a.at", "tcp:192.0.2.1:81", "a.servers", "10.0.0.5:80",
            "connections", "16")) {
            bed.one(Ip.tcp(HostingBed.CLIENT, 1, HostingBed.ADDRESS, 81, TcpTrack.SYN, HostingBed.NOTHING));
            bed.one(Ip.tcp(HostingBed.SHOP, 80, HostingBed.CLIENT, 1, TcpTrack.SYN | TcpTrack.ACK, HostingBed.NOTHING));
            bed.one(Ip.tcp(HostingBed.CLIENT, 1, HostingBed.ADDRESS, 81, TcpTrack.ACK, HostingBed.NOTHING));
            for (int port = 2; port < 100; port++) {
                bed.one(Ip.tcp(HostingBed.CLIENT, port, HostingBed.ADDRESS, 81, TcpTrack.SYN, HostingBed.NOTHING));
            }
            assertEquals(99 - 16, bed.counter(HostingEvent.EVICTED));
            byte[] kept = bed.one(Ip.tcp(HostingBed.SHOP, 80, HostingBed.CLIENT, 1, TcpTrack.ACK, new byte[] {1}));
            assertEquals(HostingBed.ADDRESS, Ip.source(kept));
            bed.pass(250);
            assertTrue(bed.counter(HostingEvent.EXPIRED) >= 15);
        }
    }

    @Test
    void hostileSegmentsAreTheSameToBothPlacesAndStopNeither() {
        for (long seed = SEED; seed < SEED + FULL; seed++) {
            List<byte[]> packets = hostile(seed, 1_500);
            List<List<byte[]>> results = new ArrayList<>();
            List<Object> counters = new ArrayList<>();
            for (Place place : Place.values()) {
                try (HostingBed bed = HostingBed.web(place, "requests", "3", "connections", "32")) {
                    List<byte[]> out = new ArrayList<>();
                    for (byte[] packet : packets) {
                        out.addAll(bed.give(packet));
                    }
                    results.add(out);
                    counters.add(bed.counters());
                }
            }
            String what = "spine.seed=" + seed;
            assertEquals(counters.get(0), counters.get(1), what);
            assertEquals(results.get(0).size(), results.get(1).size(), what);
            for (int i = 0; i < results.get(0).size(); i++) {
                byte[] one = results.get(0).get(i);
                byte[] other = results.get(1).get(i);
                // The first number of the card depends on its clock; all else is equal.
                assertArrayEquals(withoutNumbers(one), withoutNumbers(other), what);
            }
        }
    }

    private static byte[] withoutNumbers(byte[] ip) {
        byte[] copy = ip.clone();
        if (copy[9] == Ip.TCP) {
            for (int at = 24; at < 32; at++) {
                copy[at] = 0;
            }
            copy[36] = 0;
            copy[37] = 0;
        }
        return copy;
    }

    private static List<byte[]> hostile(long seed, int count) {
        Random random = new Random(seed);
        List<byte[]> packets = new ArrayList<>();
        while (packets.size() < count) {
            int port = random.nextInt(1, 5);
            byte[] data = REQUEST.substring(0, random.nextInt(REQUEST.length())).getBytes(StandardCharsets.US_ASCII);
            int number = random.nextInt(4) == 0 ? random.nextInt() : HostingBed.FIRST + random.nextInt(3);
            byte[] packet = switch (random.nextInt(4)) {
                case 0 -> Ip.segment(HostingBed.SHOP, 8080, HostingBed.CLIENT, port, random.nextInt(64), number, HostingBed.FIRST + 1,
                    data);
                case 1 -> Ip.udp(HostingBed.CLIENT, port, HostingBed.ADDRESS, 53, data);
                case 2 -> Ip.error(HostingBed.CLIENT, HostingBed.ADDRESS, 3, packets.isEmpty() ? data
                    : packets.get(random.nextInt(packets.size())), random.nextInt(60));
                default -> Ip.segment(HostingBed.CLIENT, port, HostingBed.ADDRESS, 80, random.nextInt(64), number, random.nextInt(), data);
            };
            if (random.nextInt(4) == 0) {
                packet[random.nextInt(packet.length)] ^= (byte) (1 << random.nextInt(8));
            }
            int total = (packet[2] & 0xFF) * 256 + (packet[3] & 0xFF);
            // What comes out as it came in is not ours to be right.
            if (Ip.isSoundAtAll(packet, total)) {
                packets.add(packet);
            }
        }
        return packets;
    }

    @Test
    void whatCannotBeIsRefusedWithAWordForPeople() {
        assertRefused("services=shop,blog");
        assertRefused("shop.at=tcp:192.0.2.1:80", "services", "shop");
        assertRefused("no endpoint", "services", "a", "a.at", "sctp:192.0.2.1:80");
        assertRefused("10.0.0.5:8080", "services", "a", "a.at", "tcp:192.0.2.1:0");
        assertRefused("a.servers", "services", "a", "a.at", "tcp:192.0.2.1:80");
        assertRefused("no hosts", "services", "a,b", "a.at", "tcp:192.0.2.1:80", "a.servers", "10.0.0.5:80", "b.at", "tcp:192.0.2.1:80",
            "b.servers", "10.0.0.5:80");
        assertRefused("no name of a host", "services", "a", "a.at", "tcp:192.0.2.1:80", "a.servers", "10.0.0.5:80", "a.hosts", "a b");
        assertRefused("both the host", "services", "a,b", "a.at", "tcp:192.0.2.1:80", "a.servers", "10.0.0.5:80", "a.hosts", "x.org",
            "b.at", "tcp:192.0.2.1:80", "b.servers", "10.0.0.5:80", "b.hosts", "X.org");
    }

    private static void assertRefused(String text, String... parameters) {
        ExtensionRefusedException e = assertThrows(ExtensionRefusedException.class, () -> new HostingBed(Place.CARD, parameters));
        assertTrue(e.getMessage().contains(text), e.getMessage());
    }
}
