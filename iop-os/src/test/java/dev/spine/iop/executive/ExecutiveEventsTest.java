package dev.spine.iop.executive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.EventData;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.i2o.message.UtilEventRegister;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.kernel.AliasEntry;
import org.junit.jupiter.api.Test;

/** Events of the executive that other things of the IOP cause. */
class ExecutiveEventsTest {
    private final HostSide host = new HostSide().in(IopState.OPERATIONAL);

    private void register(int indicator) {
        host.post(new UtilEventRegister(indicator));
    }

    private MessageFrame event(int indicator) {
        MessageFrame event = host.reply();
        assertEquals(indicator, event.word(4));
        return event;
    }

    @Test
    void framesThatRunShortAreReportedOnceUntilThereWerePlenty() {
        register(EventIndicator.EXEC_RESOURCE_LIMIT);
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 15; i++) {
                host.postWords(0x0005_0001, TestDevice.KEEP << 24 | 0x1000 | HostSide.DEVICE_TID, i, i, 0);
            }
            assertEquals(EventData.ResourceLimit.INBOUND_POOL_LOW, event(EventIndicator.EXEC_RESOURCE_LIMIT).word(5));
            host.assertNoReply();
            while (!host.device.kept.isEmpty()) {
                host.device.kept.removeFirst().finish();
            }
            host.step();
        }
        host.assertAllFramesFree(0);
    }

    @Test
    void aHostThatReturnsNoFramesIsToldSoOnceItDoes() {
        register(EventIndicator.EXEC_RESOURCE_LIMIT);
        for (int i = 0; i < HostSide.REPLY_FRAMES + 2; i++) {
            host.postOnly(0x0005_0001, TestDevice.ANSWER << 24 | 0x1000 | HostSide.DEVICE_TID, i, 0, i);
        }
        host.step();
        int events = 0;
        for (int i = 0; i < HostSide.REPLY_FRAMES + 3; i++) {
            MessageFrame reply = host.reply();
            if (reply.word(4) == EventIndicator.EXEC_RESOURCE_LIMIT) {
                assertEquals(EventData.ResourceLimit.OUTBOUND_POOL_LOW, reply.word(5));
                events++;
            }
        }
        assertEquals(1, events);
        host.assertAllFramesFree(0);
    }

    @Test
    void aChangeOfTheExternalConnectionsIsReported() {
        register(EventIndicator.EXEC_XCT_CHANGE);
        int alias = host.iop.kernel().directory().allocateAlias();
        host.iop.kernel().connections().connect(new AliasEntry(alias, 5, 3, 0, new BusAgent(2, "iop2"), 8, 5, null, null, true));
        host.step();
        event(EventIndicator.EXEC_XCT_CHANGE);
        host.assertNoReply();
        host.iop.kernel().connections().disconnect(alias);
        host.step();
        event(EventIndicator.EXEC_XCT_CHANGE);
    }
}
