package dev.spine.extension.router.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.extension.router.host.address.Prefix;
import dev.spine.iop.packet.wire.Address;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Addresses of the router itself, on ports and elsewhere: packets for them are the host's, and none from outside has them as a source. */
class OwnAddressTest {
    private static final int MAC = 14;
    private static final int UDP = 17;
    private static final long TIME_NS = 2_000_000;
    private static final String LOOPBACK = "192.0.2.77";

    private RouterRig rig;

    @BeforeEach
    void boot() {
        rig = new RouterRig(RouterRig.Kind.MODELLED, 1, 2);
        rig.router.route(Prefix.parse("0.0.0.0/0"), new NextHop.Via(2, Address.parse("10.0.2.2")));
        rig.acknowledge();
        rig.await("the way between the cards", () -> {
            rig.card(1).inject(TestPacket.udp4(1, "10.0.2.2", 0, 18));
            return rig.card(2).received() > 0;
        });
        rig.pass(TIME_NS);
        rig.cards.forEach(RouterRig.Card::takeReceived);
        rig.takeToHost(1);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    /** What becomes of a packet that comes in by card 1: where it goes, or why it is dropped. */
    private String fate(String from, String to) {
        long dropped = rig.router.counters(1).drops().getOrDefault("own address as source", 0L);
        byte[] packet = TestPacket.ip4(Address.parse(from).bits4(), Address.parse(to).bits4(), 64, UDP, 0, new byte[26]);
        rig.card(1).inject(TestPacket.frame(RouterRig.mac(1), RouterRig.stationMac(1), 0x0800, packet));
        rig.pass(TIME_NS);
        int out = rig.card(2).takeReceived().stream().mapToInt(frame -> frame.length - MAC - packet.length == 0 ? 1 : 0).sum();
        long drops = rig.router.counters(1).drops().getOrDefault("own address as source", 0L) - dropped;
        return "forwarded " + out + ", to the host " + rig.takeToHost(1).size() + ", dropped " + drops;
    }

    @Test
    void anAddressOfTheHostIsItsOwnByWhateverCardPacketsCome() {
        assertEquals("forwarded 1, to the host 0, dropped 0", fate("10.0.1.2", LOOPBACK));
        rig.router.hostAddresses(List.of(Address.parse(LOOPBACK), Address.parse("2001:db8:ffff::77")));
        rig.acknowledge();
        assertEquals("forwarded 0, to the host 1, dropped 0", fate("10.0.1.2", LOOPBACK));
        assertEquals("forwarded 0, to the host 0, dropped 1", fate(LOOPBACK, "198.51.100.1"));
        rig.router.hostAddresses(List.of());
        rig.acknowledge();
        assertEquals("forwarded 1, to the host 0, dropped 0", fate("10.0.1.2", LOOPBACK));
        assertEquals("forwarded 1, to the host 0, dropped 0", fate(LOOPBACK, "198.51.100.1"));
    }

    @Test
    void manyAddressesLeaveOthersAlone() {
        rig.router.hostAddresses(IntStream.range(0, 300).mapToObj(i -> Address.v4(0xC6336400 + i)).toList());
        rig.acknowledge();
        for (int i = 0; i < 300; i += 13) {
            assertEquals("forwarded 0, to the host 0, dropped 1", fate(Address.v4(0xC6336400 + i).toString(), "203.0.113.1"));
            assertEquals("forwarded 1, to the host 0, dropped 0", fate(Address.v4(0xC6346400 + i).toString(), "203.0.113.1"));
        }
    }

    @Test
    void aCardThatIsLoadedAgainKnowsThem() {
        rig.router.hostAddresses(List.of(Address.parse(LOOPBACK)));
        rig.acknowledge();
        long stops = rig.router.stops(1);
        rig.card(1).runtime.unload(rig.router.instance(1));
        rig.await("the router to be loaded again", () -> rig.router.stops(1) > stops && rig.router.instance(1) != 0);
        rig.acknowledge();
        assertEquals("forwarded 0, to the host 0, dropped 1", fate(LOOPBACK, "198.51.100.1"));
        assertEquals("forwarded 0, to the host 1, dropped 0", fate("10.0.1.2", LOOPBACK));
    }
}
