package dev.spine.extension.services.nat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.harness.HostMessage;
import dev.spine.extension.harness.SimulatedCard;
import dev.spine.extension.host.ExtensionRefusedException;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.services.connection.Stage;
import dev.spine.extension.services.connection.TcpTrack;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sample.standin.StandInRouter;

/** Masquerading as an extension on a card: verified, metered, between a router and the wire. */
class NatExtensionTest {
    private static final int HOST = 0x0A00_0005;
    private static final int SERVER = 0xC633_6407;
    private static final byte[] DATA = {1, 2, 3};
    private static final byte[] IMAGE = PackagedExtension.image("nat", NatExtension.class);

    private static int load(SimulatedCard card, String... parameters) {
        LoadOptions options = LoadOptions.OF_NODE.with("outside", "192.0.2.1");
        for (int i = 0; i < parameters.length; i += 2) {
            options = options.with(parameters[i], parameters[i + 1]);
        }
        return card.runtime().load(IMAGE, options);
    }

    /**
     * An extension that has just linked another may have to rest on the live engine, and what comes meanwhile is dropped: it comes again.
     */
    private static byte[] exchange(SimulatedCard card, byte[] ip) {
        List<byte[]> frames = List.of();
        for (int i = 0; i < 500 && frames.isEmpty(); i++) {
            if (i % 20 == 0) {
                card.receive(Ip.frame(ip));
            }
            card.settle();
            frames = card.sentFrames();
        }
        assertFalse(frames.isEmpty(), "no frame comes");
        return Ip.of(frames.getFirst());
    }

    private static long counter(SimulatedCard card, int instance, NatEvent event) {
        return card.runtime().inspect(instance, 0).counters().get(event.text());
    }

    @ParameterizedTest
    @EnumSource
    void aHostBehindTheCardTalksToAServerInFrontOfIt(HarnessEngine engine) {
        try (SimulatedCard card = SimulatedCard.with(StandInRouter.class).on(engine).withoutTrace().start()) {
            int nat = load(card);
            card.extension().acceptHoldings();
            byte[] out = exchange(card, Ip.tcp(HOST, 61_010, SERVER, 80, TcpTrack.SYN, DATA));
            assertTrue(Ip.isSound(out));
            assertEquals(NatBed.OUTSIDE, Ip.source(out));
            assertEquals(61_010, Ip.sourcePort(out));
            byte[] in = exchange(card, Ip.tcp(SERVER, 80, NatBed.OUTSIDE, 61_010, TcpTrack.SYN | TcpTrack.ACK, DATA));
            assertTrue(Ip.isSound(in));
            assertEquals(HOST, Ip.destination(in));
            exchange(card, Ip.tcp(HOST, 61_010, SERVER, 80, TcpTrack.ACK, DATA));
            byte[] ping = exchange(card, Ip.icmp(HOST, SERVER, 8, 0, 0x0007_0001, DATA));
            byte[] pong = exchange(card, Ip.icmp(SERVER, NatBed.OUTSIDE, 0, 0, Ip.identifier(ping) << 16 | 1, DATA));
            assertEquals(7, Ip.identifier(pong));

            card.runtime().send(nat, NatExtension.ASK);
            HostMessage full = card.awaitHostMessage(NatExtension.ASK);
            assertEquals(2, full.word(0));
            assertEquals(1, full.word(2 + Stage.ESTABLISHED.ordinal()));
            assertEquals(1, full.word(2 + Stage.QUERY.ordinal()));
            card.runtime().unload(nat, 0);
        }
    }

    @Test
    void connectionsEndByThemselvesWhenTheirTimeIsOver() {
        try (SimulatedCard card = SimulatedCard.with(StandInRouter.class).withoutTrace().start()) {
            int nat = load(card, "icmp-timeout", "60");
            card.extension().acceptHoldings();
            for (int i = 0; i < 600; i++) {
                card.receive(Ip.frame(Ip.icmp(HOST, SERVER, 8, 0, i << 16, DATA)));
                if (i % 50 == 49) {
                    card.settle();
                }
            }
            assertEquals(600, counter(card, nat, NatEvent.OPENED));
            card.pass(Duration.ofSeconds(65));
            assertEquals(600, counter(card, nat, NatEvent.EXPIRED));
            card.runtime().unload(nat, 0);
        }
    }

    @Test
    void whoFindsNoRoomIsToldByTheRouter() {
        try (SimulatedCard card = SimulatedCard.with(StandInRouter.class).withoutTrace().start()) {
            int nat = load(card, "ports", "61001");
            card.extension().acceptHoldings();
            exchange(card, Ip.tcp(HOST, 5000, SERVER, 80, TcpTrack.SYN, DATA));
            exchange(card, Ip.tcp(SERVER, 80, NatBed.OUTSIDE, 61_001, TcpTrack.SYN | TcpTrack.ACK, DATA));
            exchange(card, Ip.tcp(HOST, 5000, SERVER, 80, TcpTrack.ACK, DATA));
            byte[] answer = exchange(card, Ip.tcp(HOST, 5001, SERVER, 80, TcpTrack.SYN, DATA));
            assertEquals(HOST, Ip.destination(answer));
            assertEquals(3, answer[20]);
            assertEquals(13, answer[21]);
            assertEquals(1, counter(card, nat, NatEvent.NO_PORT));
            card.runtime().unload(nat, 0);
        }
    }

    @Test
    void withoutARouterWhatComesIsDroppedAndCountedAndALaterRouterIsFound() {
        try (SimulatedCard card = SimulatedCard.with(StandInRouter.class).withoutTrace().start()) {
            int nat = load(card, "forward", "udp:53>10.0.0.5:53");
            card.extension().unload();
            card.receive(Ip.frame(Ip.udp(SERVER, 9, NatBed.OUTSIDE, 53, DATA)));
            card.receive(Ip.frame(Ip.udp(SERVER, 9, NatBed.OUTSIDE, 53, DATA)));
            card.settle();
            assertEquals(2, counter(card, nat, NatEvent.NO_ROUTER));
            card.load(StandInRouter.class).acceptHoldings();
            card.pass(Duration.ofMillis(20));
            assertEquals(HOST, Ip.destination(exchange(card, Ip.udp(SERVER, 9, NatBed.OUTSIDE, 53, DATA))));
            card.runtime().unload(nat, 0);
        }
    }

    @Test
    void theWorstPacketLeavesFuelEnough() {
        try (SimulatedCard card = SimulatedCard.with(StandInRouter.class).withoutTrace().start()) {
            int nat = load(card, "ports", "1024-65535", "connections", "64");
            card.extension().acceptHoldings();
            for (int i = 0; i < 100; i++) {
                byte[] whole = Ip.udp(HOST, i, SERVER + i, 53, new byte[900]);
                card.receive(Ip.frame(Ip.fragment(whole, 0, 400, i)));
                card.receive(Ip.frame(Ip.fragment(Ip.udp(SERVER, 53, NatBed.OUTSIDE, 1024 + i, new byte[1_400]), 800, 1_400, i)));
                byte[] about = Ip.udp(NatBed.OUTSIDE, 1024 + i, SERVER, 53, new byte[1_300]);
                card.receive(Ip.frame(Ip.error(SERVER, NatBed.OUTSIDE, 3, about, 1_300)));
                card.settle();
            }
            assertEquals("", card.runtime().inspect(nat, 0).failure());
            long last = card.runtime().inspect(nat, 0).number("fuel");
            byte[] whole = Ip.error(SERVER, NatBed.OUTSIDE, 3, Ip.udp(NatBed.OUTSIDE, 1024, SERVER, 53, new byte[1_300]), 1_300);
            card.receive(Ip.frame(whole));
            card.settle();
            long fuel = card.runtime().inspect(nat, 0).number("fuel") - last;
            assertTrue(fuel > 0 && fuel < 20_000, "units of fuel of an error with a long packet in it: " + fuel);
            card.runtime().unload(nat, 0);
        }
    }

    @Test
    void aParameterThatIsWrongIsSaidWhenItIsLoaded() {
        try (SimulatedCard card = SimulatedCard.empty().start()) {
            ExtensionRefusedException e = assertThrows(ExtensionRefusedException.class,
                () -> card.runtime().load(IMAGE, LoadOptions.OF_NODE));
            assertTrue(e.getMessage().contains("outside=192.0.2.1"), e.getMessage());
        }
    }
}
