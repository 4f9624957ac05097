package dev.spine.extension.router.host;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.router.host.address.Prefix;
import dev.spine.iop.packet.wire.Address;
import dev.spine.measure.ThreadAllocation;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The way of a packet from card to card allocates nothing for it. */
@Tag("allocation")
class RouterAllocationTest {
    private static final int WARM_UP = 60_000;
    private static final int PACKETS = 40_000;
    /** What a round takes beside the packets: the test's own calls on the thread that it watches. A batch has 32 packets. */
    private static final int BYTES_OF_A_ROUND = 400;

    private long forwarded;

    @ParameterizedTest
    @ValueSource(strings = {"10.0.2.2", "2001:db8:2::2", "10.9.0.1", "2001:db8:9::1"})
    void nothingIsAllocatedForAPacket(String destination) throws InterruptedException {
        byte[] frame = destination.contains(".") ? TestPacket.udp4(1, destination, 1, 18) : TestPacket.udp6(1, destination, 1, 18);
        try (RouterRig rig = new RouterRig(RouterRig.Kind.LIVE, 1, 2)) {
            NextHop two = new NextHop.Spread(List.of(new NextHop.Way(new NextHop.Via(2, Address.parse("10.0.2.2")), 1),
                new NextHop.Way(new NextHop.Via(2, Address.parse("2001:db8:2::2")), 1)));
            rig.router.route(Prefix.parse("10.9.0.0/16"), two);
            rig.router.route(Prefix.parse("2001:db8:9::/48"), two);
            rig.acknowledge();
            rig.card(2).stationTasks.run(rig.card(2).station::count);
            forward(rig, frame, WARM_UP);
            long thread = rig.card(1).stationTasks.call(() -> Thread.currentThread().threadId());
            long least = ThreadAllocation.least(thread, BYTES_OF_A_ROUND, () -> forwarded += forward(rig, frame, PACKETS));
            assertTrue(forwarded > PACKETS / 2, "forwarded " + forwarded);
            assertTrue(least < BYTES_OF_A_ROUND, "allocated " + least + " bytes for " + PACKETS + " packets, where an object for each"
                + " batch would be " + PACKETS / 2);
        }
    }

    /** {@return how many have arrived} */
    private static long forward(RouterRig rig, byte[] frame, int count) {
        RouterRig.Card from = rig.card(1);
        RouterRig.Card to = rig.card(2);
        long before = to.stationTasks.call(to.station::counted);
        from.stationTasks.run(() -> from.station.repeat(frame, count));
        from.stationTasks.await("all frames to be sent", from.station::hasSentAll);
        return to.stationTasks.call(to.station::counted) - before;
    }
}
