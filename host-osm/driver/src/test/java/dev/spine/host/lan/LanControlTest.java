package dev.spine.host.lan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.host.driver.HostException;
import dev.spine.host.lan.LanNode.Kind;
import dev.spine.i2o.message.ClaimType;
import dev.spine.i2o.param.LanGroups.DeviceState;
import dev.spine.i2o.param.LanGroups.FilterMask;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LanControlTest {
    private static final long GROUP = 0x0100_5E00_0001L;

    /** Takes nothing and gives every bucket back. */
    private static final class Sink implements PacketListener {
        final Supplier<LanOsm> osm;

        Sink(Supplier<LanOsm> osm) {
            this.osm = osm;
        }

        @Override
        public void onPacket(MemorySegment memory, long offset, int length, int address, int bucket) {
            osm.get().release(bucket);
        }
    }

    private static LanOsm open(LanNode node) {
        LanOsm[] holder = new LanOsm[1];
        LanOsm osm = node.osm(LanSettings.STANDARD.withBuckets(8, 2048), new Sink(() -> holder[0]), (_, _, _) -> { });
        holder[0] = osm;
        node.await("the port", osm::open);
        return osm;
    }

    @ParameterizedTest
    @EnumSource
    void setsFiltersAndMulticastAddressesAndReadsWhatThePortIs(Kind kind) {
        try (LanNode node = new LanNode(kind)) {
            open(node);
            LanControl control = new LanControl(node.driver, node.iop, node.tid);

            assertTrue(node.await("the filter", () -> control.filter(FilterMask.PROMISCUOUS_MULTICAST)));
            assertTrue(node.await("a group", () -> control.joinMulticast(GROUP)));
            assertTrue(node.await("a group less", () -> control.leaveMulticast(GROUP)));
            assertThrows(HostException.class, () -> node.await("the same again", () -> control.leaveMulticast(GROUP)));
            assertTrue(node.await("all groups", control::leaveAllMulticast));
            assertEquals(LanLink.State.UP, node.await("the link", control::link).state());
            assertEquals(1514, node.await("the size", control::maxPacketBytes));
            assertEquals(1, node.await("the statistics", control::statistics).resets());
            assertThrows(IllegalArgumentException.class, () -> control.joinMulticast(1L << 48));
        }
    }

    @ParameterizedTest
    @EnumSource
    void hearsOfAPortThatIsSuspendedAndResetWhileItsBucketsStayOurs(Kind kind) {
        try (LanNode node = new LanNode(kind)) {
            LanOsm osm = open(node);
            LanControl control = new LanControl(node.driver, node.iop, node.tid);
            List<Integer> states = new ArrayList<>();
            LanPortListener listener = new LanPortListener() {
                @Override
                public void onState(int state) {
                    states.add(state);
                }
            };
            node.await("events", () -> control.listen(listener));

            node.await("suspension", control::suspend);
            node.await("a reset", control::reset);

            node.tasks.await("two changes of state", () -> states.size() == 2);
            assertEquals(DeviceState.SUSPENDED, states.getFirst());
            node.tasks.await("the buckets to be posted again", () -> osm.postedBuckets() == 8);
            node.await("no events", () -> control.ignore(listener));
            assertEquals(2, node.await("the statistics", control::statistics).resets());
        }
    }

    @ParameterizedTest
    @EnumSource
    void lookAtAPortAsManagementUserWhileSomebodyElseUsesIt(Kind kind) {
        try (LanNode node = new LanNode(kind)) {
            open(node);
            node.await("the claim", () -> node.driver.claim(node.iop, node.tid, ClaimType.MANAGEMENT, 0));
            LanControl control = new LanControl(node.driver, node.iop, node.tid);
            assertEquals(0, node.await("the statistics", control::statistics).packetsReceived());
            node.await("the release", () -> node.driver.release(node.iop, node.tid, ClaimType.MANAGEMENT));
        }
    }

    @ParameterizedTest
    @EnumSource
    void opensAPortAgainAfterARestartAndClosesItBeforeAShutdown(Kind kind) {
        try (LanNode node = new LanNode(kind)) {
            LanOsm osm = open(node);
            LanRecovery recovery = node.tasks.call(() -> new LanRecovery(node.driver, node.iop, osm));

            node.await("the restart", () -> node.driver.restart(node.iop));
            node.tasks.await("the port", () -> recovery.reopened() == 1);
            assertTrue(node.tasks.call(osm::isOpen));
            node.tasks.await("all buckets", () -> osm.postedBuckets() == 8);

            node.await("the shutdown", node.driver::shutdown);
            assertFalse(node.tasks.call(osm::isOpen));
            assertEquals(8, node.tasks.call(osm::freeBuckets));
        }
    }
}
