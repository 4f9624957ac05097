package dev.spine.iop.executive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.ClaimType;
import dev.spine.i2o.message.UtilClaim;
import dev.spine.i2o.message.UtilClaimRelease;
import dev.spine.i2o.message.exec.ExecCommand;
import dev.spine.i2o.message.exec.ExecLctNotify;
import dev.spine.i2o.sgl.SglElement.Simple;
import dev.spine.i2o.table.LogicalConfigurationTable;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The logical configuration table: at once, cut, by class, and when it changes. */
class LctNotificationTest {
    private static final int TABLE_AT = 0x3000;
    private static final int ALL = -1;

    private final HostSide host = new HostSide().in(IopState.OPERATIONAL);

    private static ExecLctNotify notify(HostSide on, int classId, int indicator, int bytes) {
        return new ExecLctNotify(classId, indicator, List.of(Simple.into(on.address(TABLE_AT), bytes)));
    }

    private static LogicalConfigurationTable table(HostSide on, int bytes) {
        return LogicalConfigurationTable.parse(on.memory.memory(), TABLE_AT, bytes);
    }

    private static void claim(HostSide on) {
        assertEquals(0, on.ask(HostSide.DEVICE_TID, new UtilClaim(0, ClaimType.PRIMARY)).requestStatus());
    }

    @Test
    void smallBufferGetsWhatFitsAndTheTrueSize() {
        assertEquals(0, host.ask(notify(host, ALL, 0, 60)).requestStatus());
        LogicalConfigurationTable cut = table(host, 60);
        assertEquals(1, cut.entries().size());
        assertEquals(84, cut.neededBytes());
        assertEquals(0, host.word(TABLE_AT + 60), "nothing is written behind the buffer");
    }

    @Test
    void classChoosesEntries() {
        int displays = new ClassId(DeviceClass.DISPLAY, 0xF, OrganizationId.ANY).word();
        assertEquals(0, host.ask(notify(host, displays, 0, 0x1000)).requestStatus());
        LogicalConfigurationTable some = table(host, 0x1000);
        assertEquals(1, some.entries().size());
        assertEquals(HostSide.DEVICE_TID, some.entries().getFirst().localTid());
        assertEquals(12 + 36, some.neededBytes());
    }

    @Test
    void requestWithAnIndicatorWaitsForTheChange() {
        int seen = host.iop.kernel().directory().changeIndicator();
        host.post(notify(host, ALL, seen + 1, 0x1000));
        host.assertNoReply();
        assertEquals(1, host.iop.executive().waitingNotifications());

        host.post(HostSide.DEVICE_TID, new UtilClaim(0, ClaimType.PRIMARY));
        assertEquals(0x09, host.reply().function());
        assertEquals(0xA2, host.reply().function());
        assertEquals(seen + 1, table(host, 0x1000).changeIndicator());
        assertEquals(1, table(host, 0x1000).entries().get(1).userTid());
        host.assertAllFramesFree(0);
    }

    @Test
    void strictHostsWaitForOneChangeMore() {
        HostSide strict = new HostSide(ExecutiveSettings.STANDARD.withTolerances(Set.of(Tolerance.STRICT_CHANGE_INDICATOR)))
            .in(IopState.OPERATIONAL);
        strict.post(notify(strict, ALL, strict.iop.kernel().directory().changeIndicator(), 0x1000));
        strict.assertNoReply();
        claim(strict);
        assertEquals(0xA2, strict.reply().function());
    }

    @Test
    void repliesToRequestsThatAreDueAtOnceArePaced() {
        host.post(notify(host, ALL, 1, 0x1000));
        assertEquals(0xA2, host.reply().function());
        host.post(notify(host, ALL, 1, 0x1000));
        host.assertNoReply();
        assertEquals(LctNotification.PACE_NS, host.context.wakeNs() - host.context.nowNs());
        host.context.advance(LctNotification.PACE_NS - 1);
        host.step();
        host.assertNoReply();
        host.context.advance(1);
        host.step();
        assertEquals(0xA2, host.reply().function());
        host.assertAllFramesFree(0);
    }

    @Test
    void secondRequestOfTheSameContextTakesThePlaceOfTheFirst() {
        int next = host.iop.kernel().directory().changeIndicator() + 1;
        host.post(notify(host, ALL, next, 0x1000));
        host.post(notify(host, ALL, next, 0x1000));
        MessageFrame first = host.reply();
        assertEquals(RequestStatus.ABORT_NO_DATA_TRANSFER, first.requestStatus());
        assertEquals(1, host.iop.executive().waitingNotifications());
        claim(host);
        assertEquals(0, host.reply().requestStatus());
        host.assertAllFramesFree(0);
    }

    @Test
    void waitingRequestsAreBounded() {
        HostSide big = new HostSide().in(IopState.OPERATIONAL);
        int next = big.iop.kernel().directory().changeIndicator() + 1;
        int held = 0;
        for (int i = 0; i < HostSide.HOST_FRAMES - 1; i++) {
            big.postWords(0x0008_0061, 0xA200_1000, i, 0, ALL, next, 0xD000_1000, big.address(TABLE_AT));
            held++;
            assertEquals(held, big.iop.executive().waitingNotifications());
        }
        claim(big);
        for (int i = 0; i < held; i++) {
            assertEquals(0, big.reply().requestStatus());
        }
        big.assertAllFramesFree(0);
    }

    @Test
    void clearForgetsWhatWaits() {
        host.post(notify(host, ALL, host.iop.kernel().directory().changeIndicator() + 1, 0x1000));
        assertEquals(0, host.ask(new ExecCommand(ExecCommand.IOP_CLEAR)).requestStatus());
        assertEquals(0, host.iop.executive().waitingNotifications());
        assertEquals(IopState.HOLD, host.state());
        host.assertAllFramesFree(0);
    }

    @Test
    void claimAndReleaseRaiseTheIndicatorOfTableAndEntry() {
        claim(host);
        assertEquals(0, host.ask(HostSide.DEVICE_TID, new UtilClaimRelease(0, ClaimType.PRIMARY)).requestStatus());
        assertEquals(0, host.ask(notify(host, ALL, 0, 0x1000)).requestStatus());
        LogicalConfigurationTable now = table(host, 0x1000);
        assertEquals(now.changeIndicator(), now.entries().get(1).changeIndicator());
        assertEquals(DetailedStatus.SUCCESS, 0);
    }
}
