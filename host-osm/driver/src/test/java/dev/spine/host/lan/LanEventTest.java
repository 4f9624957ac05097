package dev.spine.host.lan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.device.nic.NicModule;
import dev.spine.device.wire.LinkState;
import dev.spine.host.driver.OutgoingRequest;
import dev.spine.host.lan.LanNode.Kind;
import dev.spine.i2o.Function;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.i2o.param.LanGroups.DeviceState;
import dev.spine.i2o.unit.Delivery;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Events of the LAN port, as a host hears them. */
@Timeout(60)
class LanEventTest {
    private static final int EVENT_MASK_WORD = 4;
    private static final int INDICATOR_WORD = 4;
    private static final int DATA_WORD = 5;

    @Test
    void aHostThatHasRegisteredHearsOfTheLinkAndOfTheState() {
        try (LanNode node = new LanNode(Kind.MODELLED)) {
            List<Integer> events = new ArrayList<>();
            node.tasks.run(() -> {
                int context = node.iop.standingContext(reply -> {
                    events.add(reply.word(INDICATOR_WORD));
                    if (reply.word(INDICATOR_WORD) == EventIndicator.STATE_CHANGE) {
                        events.add(reply.word(DATA_WORD) >>> 16);
                    }
                });
                OutgoingRequest request = node.iop.openStanding(node.tid, Function.UTIL_EVENT_REGISTER, 5, 0, context);
                if (request == null) {
                    throw new AssertionError("a frame was expected");
                }
                request.frame().setWord(EVENT_MASK_WORD, -1);
                request.post();
            });
            LanOsm osm = node.osm(LanSettings.STANDARD, (memory, offset, length, address, bucket) -> { }, SendListener.NONE);
            node.await("the LAN port", osm::open);
            node.tasks.await("the end of the reset", () -> events.size() == 2);
            node.cardTasks.run(() -> node.wire.set(Delivery.DIRECT, LinkState.DOWN));
            // A frame makes the card look at its wire: the test is no agent, nothing wakes the card.
            node.stationTasks.run(() -> node.station.send(1, 60, 1));
            node.await("the card", () -> node.driver.status(node.iop));
            node.tasks.await("the link to be down", () -> events.size() == 3);
            node.cardTasks.run(() -> node.wire.set(Delivery.DIRECT, LinkState.UP));
            node.await("the card", () -> node.driver.status(node.iop));
            node.tasks.await("the link to be up", () -> events.size() == 4);
            node.await("the port to close", osm::close);
            node.tasks.await("the end of the suspension", () -> events.size() == 6);
            assertEquals(List.of(EventIndicator.STATE_CHANGE, DeviceState.OPERATIONAL_NO_RX, NicModule.EVENT_LINK_DOWN,
                NicModule.EVENT_LINK_UP, EventIndicator.STATE_CHANGE, DeviceState.SUSPENDED_NO_RX), events);
        }
    }
}
