package dev.spine.extension.services.hosting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.SimulatedCard;
import dev.spine.extension.host.ExtensionClient;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.services.connection.TcpTrack;
import dev.spine.extension.services.nat.Ip;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import sample.standin.StandInRouter;

/** Virtual hosting between a stand-in for the router and a wire, at a place of choice; client and servers are the test. */
final class HostingBed implements AutoCloseable {
    /** Where the extension runs. */
    enum Place { CARD, HOST }

    static final int ADDRESS = 0xC000_0201;
    static final int CLIENT = 0xC633_6407;
    static final int SHOP = 0x0A00_0005;
    static final int BLOG = 0x0A00_0006;
    static final int SPARE = 0x0A00_0007;
    static final int FIRST = 1_000;
    static final int SERVER_FIRST = 77_000_000;
    static final byte[] NOTHING = {};
    private static final byte[] IMAGE = PackagedExtension.image("hosting", HostingExtension.class);
    private static final byte[] ROUTER = PackagedExtension.image("router", StandInRouter.class);

    final SimulatedCard card;
    private final ExtensionClient client;
    private final int router;
    private final int hosting;

    HostingBed(Place place, String... parameters) {
        card = SimulatedCard.empty().withoutTrace().start();
        client = place == Place.HOST ? card.kernel() : card.runtime();
        router = client.load(ROUTER, LoadOptions.OF_NODE.with("stage", "hosting"));
        LoadOptions options = LoadOptions.OF_NODE;
        for (int i = 0; i < parameters.length; i += 2) {
            options = options.with(parameters[i], parameters[i + 1]);
        }
        hosting = client.load(IMAGE, options);
    }

    /** Two services at port 80 by their hosts, one for all others, and one of names by UDP. */
    static HostingBed web(Place place, String... more) {
        List<String> parameters = new ArrayList<>(List.of("services", "shop,blog,dns", "shop.at", "tcp:192.0.2.1:80", "shop.hosts",
            "shop.example.org,*.shop.example.org", "shop.servers", "10.0.0.5:8080", "blog.at", "tcp:192.0.2.1:80", "blog.hosts",
            "blog.example.org", "blog.servers", "10.0.0.6:8081,10.0.0.7:8081", "dns.at", "udp:192.0.2.1:53", "dns.servers",
            "10.0.0.5:53"));
        parameters.addAll(List.of(more));
        return new HostingBed(place, parameters.toArray(String[]::new));
    }

    /** What comes out when a packet comes in. */
    List<byte[]> give(byte[] ip) {
        card.receive(Ip.frame(ip));
        card.settle();
        List<byte[]> packets = new ArrayList<>();
        for (byte[] frame : card.sentFrames()) {
            byte[] packet = Ip.of(frame);
            assertTrue(Ip.isSound(packet), "checksums");
            packets.add(packet);
        }
        return packets;
    }

    byte[] one(byte[] ip) {
        List<byte[]> packets = give(ip);
        assertEquals(1, packets.size(), () -> "packets; " + counters());
        return packets.getFirst();
    }

    void nothing(byte[] ip) {
        assertEquals(0, give(ip).size(), () -> "packets; " + counters());
    }

    byte[] fromClient(int port, int flags, int sequence, int acknowledged, String text) {
        return Ip.segment(CLIENT, port, ADDRESS, 80, flags, sequence, acknowledged, text.getBytes(StandardCharsets.US_ASCII));
    }

    byte[] fromServer(int server, int serverPort, int port, int flags, int sequence, int acknowledged, String text) {
        return Ip.segment(server, serverPort, CLIENT, port, flags, sequence, acknowledged, text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Has the card agree to a connection; returns its first number. */
    int agree(int port) {
        byte[] agreed = one(fromClient(port, TcpTrack.SYN, FIRST, 0, ""));
        assertEquals(ADDRESS, Ip.source(agreed));
        assertEquals(TcpTrack.SYN | TcpTrack.ACK, Ip.flags(agreed));
        assertEquals(FIRST + 1, Ip.acknowledged(agreed));
        nothing(fromClient(port, TcpTrack.ACK, FIRST + 1, Ip.sequence(agreed) + 1, ""));
        return Ip.sequence(agreed);
    }

    /** Has the server agree that was asked for a connection; returns the data that it gets. */
    byte[] serverAgrees(int server, int serverPort, int port) {
        return one(fromServer(server, serverPort, port, TcpTrack.SYN | TcpTrack.ACK, SERVER_FIRST, FIRST + 1, ""));
    }

    long counter(HostingEvent event) {
        return counters().get(event.text());
    }

    Map<String, Long> counters() {
        return client.inspect(hosting, 0).counters();
    }

    long number(String name) {
        return client.inspect(hosting, 0).number(name);
    }

    /** The first packet that comes out by itself in a time. */
    byte[] said(int seconds) {
        card.pass(Duration.ofSeconds(seconds));
        return Ip.of(card.sentFrames().getFirst());
    }

    void pass(int seconds) {
        card.pass(Duration.ofSeconds(seconds));
        card.sentFrames();
    }

    @Override
    public void close() {
        assertEquals("", client.inspect(hosting, 0).failure());
        client.unload(hosting, 0);
        client.unload(router, 0);
        card.close();
    }
}
