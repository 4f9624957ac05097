package dev.spine.iop.executive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.FailureCode;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.ClaimFlags;
import dev.spine.i2o.message.ClaimType;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.ReleaseFlags;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.message.UtilClaim;
import dev.spine.i2o.message.UtilClaimRelease;
import dev.spine.i2o.message.UtilCommand;
import dev.spine.i2o.message.UtilEventRegister;
import dev.spine.i2o.message.UtilParams;
import dev.spine.i2o.message.UtilReplyFaultNotify;
import dev.spine.i2o.message.exec.ExecCommand;
import dev.spine.i2o.table.LogicalConfigurationTable.DeviceFlags;
import dev.spine.iop.kernel.IopCounters.Counter;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Who has a device for himself: reservations, locks, claims with flags. */
class DeviceRightsTest {
    private static final int OTHER = 0xB91;

    private final HostSide host = new HostSide().in(IopState.OPERATIONAL);

    private int ask(int initiator, Request message) {
        return host.askAs(initiator, HostSide.DEVICE_TID, message).word(4);
    }

    private static int refused(int detailedStatus) {
        return RequestStatus.ERROR_NO_DATA_TRANSFER << 24 | detailedStatus;
    }

    /** A function of the device's class, in somebody's name; the device echoes word 4. */
    private MessageFrame use(int initiator) {
        host.postWords(0x0005_0001, TestDevice.ANSWER << 24 | initiator << 12 | HostSide.DEVICE_TID, 1, 2, 3);
        return host.reply();
    }

    @Test
    void aReservationKeepsOthersFromTheFunctionsOfTheClass() {
        assertEquals(0, ask(Tid.HOST, new UtilCommand(UtilCommand.DEVICE_RESERVE)));
        assertEquals(0, ask(Tid.HOST, new UtilCommand(UtilCommand.DEVICE_RESERVE)), "who has it may ask again");
        assertEquals(refused(DetailedStatus.DEVICE_LOCKED), ask(OTHER, new UtilCommand(UtilCommand.DEVICE_RESERVE)));

        assertEquals(0, use(Tid.HOST).requestStatus());
        assertEquals(refused(DetailedStatus.DEVICE_LOCKED), use(OTHER).word(4));
        assertEquals(0, ask(OTHER, new UtilClaim(0, ClaimType.SECONDARY)), "utilities go on");
        assertEquals(1, host.iop.kernel().counters().get(Counter.EXCLUDED_REQUESTS));

        assertEquals(refused(DetailedStatus.INAPPROPRIATE_FUNCTION), ask(OTHER, new UtilCommand(UtilCommand.DEVICE_RELEASE)));
        assertEquals(0, ask(Tid.HOST, new UtilCommand(UtilCommand.DEVICE_RELEASE)));
        assertEquals(0, use(OTHER).requestStatus());
        host.assertAllFramesFree(0);
    }

    @Test
    void aLockKeepsOthersFromWhateverChangesTheDevice() {
        assertEquals(0, ask(Tid.HOST, new UtilCommand(UtilCommand.LOCK)));
        assertEquals(refused(DetailedStatus.DEVICE_LOCKED), ask(OTHER, new UtilCommand(UtilCommand.LOCK)));
        assertEquals(refused(DetailedStatus.DEVICE_LOCKED), ask(OTHER, new UtilClaim(0, ClaimType.PRIMARY)));
        assertEquals(refused(DetailedStatus.DEVICE_LOCKED), ask(OTHER, new UtilCommand(UtilCommand.DEVICE_RESERVE)));
        assertEquals(refused(DetailedStatus.DEVICE_LOCKED), use(OTHER).word(4));
        assertEquals(refused(DetailedStatus.MISSING_PARAMETER), ask(OTHER, new UtilParams(UtilParams.GET, 0, List.of())),
            "reading is not forbidden");
        assertEquals(0, ask(Tid.HOST, new UtilClaim(0, ClaimType.PRIMARY)));
        assertEquals(0, use(Tid.HOST).requestStatus());
    }

    @Test
    void theEndOfALockIsToldToTheOthers() {
        host.post(HostSide.DEVICE_TID, new UtilEventRegister(-1));
        host.post(new Header(HostSide.DEVICE_TID, OTHER, 7, 8), new UtilEventRegister(EventIndicator.LOCK_RELEASE));
        assertEquals(0, ask(Tid.HOST, new UtilCommand(UtilCommand.LOCK)));
        host.post(HostSide.DEVICE_TID, new UtilCommand(UtilCommand.LOCK_RELEASE));

        MessageFrame event = host.reply();
        assertEquals(EventIndicator.LOCK_RELEASE, event.word(4));
        assertEquals(OTHER, event.initiator());
        assertEquals(0, host.reply().requestStatus());
        host.assertNoReply();
        assertEquals(refused(DetailedStatus.INAPPROPRIATE_FUNCTION), ask(Tid.HOST, new UtilCommand(UtilCommand.LOCK_RELEASE)));
    }

    @Test
    void aClearEndsReservationsAndLocks() {
        assertEquals(0, ask(Tid.HOST, new UtilCommand(UtilCommand.LOCK)));
        assertEquals(0, ask(Tid.HOST, new UtilCommand(UtilCommand.DEVICE_RESERVE)));
        assertEquals(0, host.ask(new ExecCommand(ExecCommand.IOP_CLEAR)).requestStatus());
        assertFalse(Objects.requireNonNull(host.iop.kernel().directory().device(HostSide.DEVICE_TID)).isRestricted());
    }

    @Test
    void whoDisablesPeerAndManagementServiceIsSeenInTheTable() {
        assertEquals(0, ask(Tid.HOST,
            new UtilClaim(ClaimFlags.PEER_SERVICE_DISABLED | ClaimFlags.MANAGEMENT_SERVICE_DISABLED, ClaimType.PRIMARY)));
        int flags = host.iop.executive().parts().configuration().table().entries().get(1).deviceFlags();
        assertEquals(DeviceFlags.PEER_SERVICE_DISABLED | DeviceFlags.MANAGEMENT_SERVICE_DISABLED, flags);
        assertEquals(0, use(Tid.HOST).requestStatus(), "the host is no peer");
        assertEquals(refused(DetailedStatus.DEVICE_LOCKED), ask(OTHER, new UtilClaim(0, ClaimType.MANAGEMENT)));
    }

    @Test
    void aConditionalReleaseWaitsForThoseWhoDependOnTheClaim() {
        assertEquals(0, ask(Tid.HOST, new UtilClaim(0, ClaimType.PRIMARY)));
        assertEquals(0, ask(OTHER, new UtilClaim(0, ClaimType.AUTHORIZED)));
        assertEquals(refused(DetailedStatus.DEVICE_BUSY),
            ask(Tid.HOST, new UtilClaimRelease(ReleaseFlags.CONDITIONAL, ClaimType.PRIMARY)));
        assertEquals(0, ask(OTHER, new UtilClaimRelease(0, ClaimType.AUTHORIZED)));
        assertEquals(0, ask(Tid.HOST, new UtilClaimRelease(ReleaseFlags.CONDITIONAL, ClaimType.PRIMARY)));
    }

    @Test
    void whoClaimsWithSensitivityHearsOfItWithoutAskingForTheEvent() {
        EventSource events = Objects.requireNonNull(host.device.context().service(EventSource.class));
        host.post(HostSide.DEVICE_TID, new UtilEventRegister(EventIndicator.LOCK_RELEASE));
        events.report(HostSide.DEVICE_TID, EventIndicator.DEVICE_RESET);
        host.step();
        host.assertNoReply();
        assertEquals(0, ask(Tid.HOST, new UtilClaim(ClaimFlags.RESET_SENSITIVE | ClaimFlags.STATE_SENSITIVE, ClaimType.PRIMARY)));
        events.report(HostSide.DEVICE_TID, EventIndicator.DEVICE_RESET);
        assertEquals(EventIndicator.DEVICE_RESET, host.reply().word(4));
        events.report(HostSide.DEVICE_TID, EventIndicator.STATE_CHANGE, 1);
        assertEquals(EventIndicator.STATE_CHANGE, host.reply().word(4));
    }

    @Test
    void aReportOfAnUndeliverableReplyIsCountedAndNotAnswered() {
        host.post(HostSide.DEVICE_TID, new UtilReplyFaultNotify(1, 1, 8, FailureCode.CONGESTION, 2, 0, 0, 0x1000, 0));
        host.assertNoReply();
        assertEquals(1, host.iop.kernel().counters().get(Counter.REPLY_FAULTS));
        host.assertAllFramesFree(0);
    }
}
