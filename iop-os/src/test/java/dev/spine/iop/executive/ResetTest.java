package dev.spine.iop.executive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.ClaimType;
import dev.spine.i2o.message.UtilClaim;
import dev.spine.i2o.message.UtilEventRegister;
import dev.spine.i2o.message.exec.ExecCommand;
import dev.spine.i2o.message.exec.ExecIopReset;
import dev.spine.i2o.table.SystemTable;
import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Reset and clear: everything from outside is forgotten, no frame is lost, and the IOP comes back. */
class ResetTest {
    private static final int STATUS_AT = 0x1000;

    private final HostSide host = new HostSide().in(IopState.OPERATIONAL);

    @Test
    void resetReturnsFramesInWorkPostedAndPreservedAndForgetsClaimsAndRegistrations() {
        assertEquals(0, host.ask(HostSide.DEVICE_TID, new UtilClaim(0, ClaimType.PRIMARY)).requestStatus());
        host.post(HostSide.DEVICE_TID, new UtilEventRegister(-1));
        for (int i = 0; i < 3; i++) {
            host.postWords(0x0005_0001, TestDevice.KEEP << 24 | 0x1008, 0, 0, 0);
        }
        host.postWords(0x0005_0001, TestDevice.ANSWER << 24 | 0x1444, 0, 0, 0);
        host.postOnly(0x0008_0001, 0xBD00_1000, 0, 0, 0, 0, host.address(STATUS_AT), 0);
        host.postOnly(0x0005_0001, TestDevice.ANSWER << 24 | 0x1008, 0, 0, 0);
        host.step();

        assertEquals(1, host.word(STATUS_AT));
        assertEquals(IopState.INITIALIZING, host.state());
        assertEquals(HostSide.HOST_FRAMES, host.inbound.freeForSender());
        assertEquals(0, host.outbound.freeForSender());
        assertEquals(Tid.NONE, host.iop.kernel().directory().devices().get(1).userTid());
        assertEquals(List.of("attach", "enable", "reset"), host.device.life);

        host.postOnly(0x0004_0001, 0xD100_1000, 0, 0);
        host.step();
        assertEquals(HostSide.HOST_FRAMES - 1, host.inbound.freeForSender(), "what is posted while the IOP boots waits");
        host.in(IopState.OPERATIONAL);
        host.assertAllFramesFree(0);
        host.device.context().service(EventSource.class);
        assertEquals(List.of("attach", "enable", "reset", "enable"), host.device.life);
    }

    @Test
    void frameThatTheHostHoldsSurvivesAReset() {
        Frame held = host.take();
        host.post(new ExecIopReset(host.address(STATUS_AT), 0));
        host.in(IopState.OPERATIONAL);
        HostSide.writer(held).header(3, 0, 0, 0, 1, 0);
        host.inbound.post(Delivery.DIRECT, held);
        host.assertAllFramesFree(0);
    }

    @Test
    void clearKeepsTheOutboundQueueAndGoesBackToHold() {
        host.postWords(0x0005_0001, TestDevice.KEEP << 24 | 0x1008, 0, 0, 0);
        MessageFrame reply = host.ask(new ExecCommand(ExecCommand.IOP_CLEAR));
        assertEquals(0, reply.requestStatus());
        assertEquals(IopState.HOLD, host.state());
        assertEquals(List.of("attach", "enable", "quiesce", "reset"), host.device.life);
        assertEquals(0, host.iop.executive().lifeCycle().systemTable().entries().size());
        host.assertAllFramesFree(0);
    }

    @Test
    void listenersHearOfTheTableOfOperationAndOfItsEnd() {
        HostSide other = new HostSide();
        List<String> heard = new ArrayList<>();
        other.iop.executive().lifeCycle().addListener(new SystemTableListener() {
            @Override
            public void onSystemTable(SystemTable table, int ownIopId) {
                heard.add("table for " + ownIopId);
            }

            @Override
            public void onEnabled() {
                heard.add("enabled");
            }

            @Override
            public void onQuiesced() {
                heard.add("quiesced");
            }

            @Override
            public void onCleared() {
                heard.add("cleared");
            }
        });
        other.in(IopState.OPERATIONAL);
        other.post(new ExecCommand(ExecCommand.IOP_CLEAR));
        other.post(new ExecIopReset(other.address(STATUS_AT), 0));
        assertEquals(List.of("table for 2", "enabled", "quiesced", "cleared", "cleared"), heard);
    }

    @Test
    void driverMayEnableWithoutASystemTableWhenTheIopIsToldSo() {
        HostSide lenient = new HostSide(ExecutiveSettings.STANDARD.withTolerances(Set.of(Tolerance.ENABLE_WITHOUT_SYSTEM_TABLE)))
            .in(IopState.HOLD);
        assertEquals(0, lenient.ask(new ExecCommand(ExecCommand.SYS_ENABLE)).requestStatus());
        assertEquals(IopState.OPERATIONAL, lenient.state());
    }

    @Test
    void resetsInTheMiddleOfTrafficLoseNoFrame() {
        long seed = Long.getLong("spine.seed", 20_261_121L);
        System.out.println("spine.seed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 300; round++) {
            int posts = random.nextInt(HostSide.HOST_FRAMES - 1);
            for (int i = 0; i < posts; i++) {
                int function = List.of(TestDevice.ANSWER, TestDevice.KEEP, TestDevice.FINISH, 0x13, 0x09, 0x99).get(random.nextInt(6));
                int tid = random.nextInt(5) == 0 ? 0x123 : HostSide.DEVICE_TID;
                host.postOnly(random.nextInt(8) == 0 ? 0xFFFF_0001 : 0x0005_0001, function << 24 | 0x1000 | tid, i, round, -1);
                host.iop.doWork(random.nextInt(1, 3));
            }
            if (random.nextBoolean()) {
                host.forgetSomeReplies(random);
            }
            host.postOnly(0x0008_0001, 0xBD00_1000, 0, 0, 0, 0, host.address(STATUS_AT), 0);
            host.step();
            assertEquals(IopState.INITIALIZING, host.state());
            assertEquals(HostSide.HOST_FRAMES, host.inbound.freeForSender(), "round " + round);
            host.in(IopState.OPERATIONAL);
        }
        host.assertAllFramesFree(0);
    }
}
