package dev.spine.extension.router.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.router.host.address.Prefix;
import dev.spine.iop.bus.Account;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.packet.wire.Address;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Packets go in at one card and out at another: the host has to do only with those for itself, and with changes of routes. */
@Tag("SO-10")
@Tag("SS-16")
@Tag("SS-46")
@Tag("SS-47")
@Tag("SS-48")
@Tag("SS-57")
class CardToCardTest {
    private static final int PACKETS = 200;

    @ParameterizedTest
    @EnumSource(RouterRig.Kind.class)
    void onlyPacketsForTheRouterAndChangesOfRoutesMoveTheHostsAccounts(RouterRig.Kind kind) {
        try (RouterRig rig = new RouterRig(kind, 1, 2)) {
            rig.card(1).inject(TestPacket.udp4(1, "10.0.2.2", 0, 18));
            rig.card(2).inject(TestPacket.udp4(2, "10.0.1.2", 0, 18));
            rig.await("the way between the cards", () -> {
                rig.card(1).inject(TestPacket.udp4(1, "10.0.2.2", 0, 18));
                return rig.card(2).received() > 0;
            });
            rig.pass(5_000_000);
            rig.card(2).takeReceived();
            Account.Snapshot before = rig.tasks.call(() -> rig.bus.account(BusAgent.host()).snapshot());
            long bytes = hostMemoryBytes(rig);
            long messages = rig.tasks.call(() -> rig.host.counters().messages());

            byte[][] sent = new byte[PACKETS][];
            for (int i = 0; i < PACKETS; i++) {
                sent[i] = i % 3 == 0 ? TestPacket.udp6(1, "2001:db8:2::2", i, 30) : TestPacket.udp4(1, "10.0.2.2", i, 18 + i);
            }
            rig.card(1).inject(sent);
            rig.await("all packets", () -> rig.card(2).received() >= PACKETS);

            List<byte[]> received = rig.card(2).takeReceived();
            assertEquals(PACKETS, received.size());
            for (int i = 0; i < PACKETS; i++) {
                assertArrayEquals(TestPacket.forwarded(sent[i], 2), received.get(i), "packet " + i);
            }
            assertEquals(before, rig.tasks.call(() -> rig.bus.account(BusAgent.host()).snapshot()));
            assertEquals(messages, rig.tasks.call(() -> rig.host.counters().messages()));
            assertEquals(bytes, hostMemoryBytes(rig), "bytes in the host's memory");
            rig.card(1).inject(TestPacket.udp4(1, "10.0.1.1", 0, 18), TestPacket.udp4(1, "10.0.2.1", 1, 18));
            rig.await("packets for the router itself", () -> rig.tasks.call(() -> rig.card(1).toHost.size()) >= 2);
            long localMessages = rig.tasks.call(() -> rig.host.counters().messages());
            assertTrue(hostMemoryBytes(rig) > bytes, "packets for the router itself go into the host's memory");
            assertTrue(localMessages > messages, "and are told to it by messages");

            rig.router.route(Prefix.parse("10.7.0.0/16"), new NextHop.Via(2, Address.parse("10.0.2.2")));
            rig.acknowledge();
            assertTrue(rig.tasks.call(() -> rig.host.counters().messages()) > localMessages, "a change of a route is told by messages");
            assertEquals(0, rig.router.counters(1).dropped() - rig.router.counters(1).drops().getOrDefault("no egress card", 0L));
        }
    }

    /** What went into or out of the host's memory, whoever moved it: a card's transfers are in the card's account. */
    private static long hostMemoryBytes(RouterRig rig) {
        return rig.tasks.call(() -> {
            long bytes = rig.bus.account(BusAgent.host()).snapshot().hostMemoryBytes();
            for (RouterRig.Card card : rig.cards) {
                bytes += rig.bus.account(card.iop.dma().busAgent()).snapshot().hostMemoryBytes();
            }
            return bytes;
        });
    }
}
