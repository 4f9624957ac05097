package dev.spine.iop.executive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.AbortReply;
import dev.spine.i2o.message.AbortType;
import dev.spine.i2o.message.UtilAbort;
import dev.spine.i2o.message.exec.ExecLctNotify;
import dev.spine.i2o.sgl.SglElement.Simple;
import dev.spine.iop.kernel.IopCounters.Counter;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** UtilAbort: all types, at a device, in its event queue and at the executive. */
class AbortTest {
    private static final int OTHER = 0xB91;
    private static final int BEGUN = 1;

    private final HostSide host = new HostSide().in(IopState.OPERATIONAL);

    /** Keeps four requests in the device: two contexts, one of them begun, and one of another initiator. */
    @BeforeEach
    void keepRequests() {
        keep(Tid.HOST, 0x10, 0);
        keep(Tid.HOST, 0x20, 0);
        keep(Tid.HOST, 0x20, BEGUN);
        keep(OTHER, 0x10, 0);
    }

    private void keep(int initiator, int context, int begun) {
        host.postWords(0x0005_0001, TestDevice.KEEP << 24 | initiator << 12 | HostSide.DEVICE_TID, 7, context, begun);
    }

    @ParameterizedTest(name = "type {0}, function {1}, context {2}: {3}")
    @CsvSource({
        "0, 0x91, 0x10, 1", "0, 0x91, 0x20, 2", "0, 0x91, 0x30, 0", "0, 0x90, 0x10, 0",
        "1, 0x91, 0, 3", "1, 0x90, 0, 0", "2, 0, 0x20, 2", "2, 0, 0x40, 0", "3, 0, 0, 3",
        "4, 0x91, 0x20, 1", "5, 0x91, 0, 2", "6, 0, 0x20, 1", "7, 0, 0, 2"})
    void eachTypeAbortsWhatItSays(String type, String function, String context, int expected) {
        host.post(HostSide.DEVICE_TID, new UtilAbort(Integer.decode(type), Integer.decode(function), Integer.decode(context)));
        for (int i = 0; i < expected; i++) {
            MessageFrame aborted = host.reply();
            assertEquals(TestDevice.KEEP, aborted.function());
            assertEquals(Tid.HOST, aborted.initiator());
            int status = aborted.requestStatus();
            assertTrue(status == RequestStatus.ABORT_PARTIAL_TRANSFER || status == RequestStatus.ABORT_NO_DATA_TRANSFER);
        }
        MessageFrame reply = host.reply();
        assertEquals(Function.UTIL_ABORT, reply.function());
        assertEquals(expected, AbortReply.KIND.parse(reply).count());
        assertEquals(0, reply.requestStatus(), "a small count reads as success");
        assertEquals(HostSide.TRANSACTION_CONTEXT, reply.transactionContext());
        assertEquals(expected, host.iop.kernel().counters().get(Counter.ABORTED_REQUESTS));
        host.assertNoReply();
        host.assertAllFramesFreeButKept();
    }

    @Test
    void requestsThatTheDeviceHasNotSeenYetAreAborted() {
        host.device.context().hold();
        keep(Tid.HOST, 0x50, 0);
        host.post(HostSide.DEVICE_TID, new UtilAbort(AbortType.CLEAN_EXACT, TestDevice.KEEP, 0x50));
        MessageFrame aborted = host.reply();
        assertEquals(RequestStatus.ABORT_NO_DATA_TRANSFER, aborted.requestStatus());
        assertEquals(0x50, aborted.transactionContext());
        assertEquals(1, AbortReply.KIND.parse(host.reply()).count(), "an abort does not queue behind what it aborts");
        host.device.context().resume();
        host.assertAllFramesFreeButKept();
    }

    @Test
    void aNotificationThatWaitsForAChangeIsAborted() {
        host.post(new ExecLctNotify(-1, 1000, List.of(Simple.into(host.address(0x3000), 0x1000))));
        assertEquals(1, host.iop.executive().waitingNotifications());
        host.post(new UtilAbort(AbortType.FUNCTION, Function.EXEC_LCT_NOTIFY, 0));
        MessageFrame aborted = host.reply();
        assertEquals(RequestStatus.ABORT_NO_DATA_TRANSFER, aborted.requestStatus());
        assertEquals(Function.EXEC_LCT_NOTIFY, aborted.function());
        assertEquals(1, AbortReply.KIND.parse(host.reply()).count());
        assertEquals(0, host.iop.executive().waitingNotifications());
        host.assertAllFramesFreeButKept();
    }

    @Test
    void aTypeThatThereIsNotIsRefused() {
        MessageFrame reply = host.ask(HostSide.DEVICE_TID, new UtilAbort(8, 0, 0));
        assertEquals(RequestStatus.TRANSACTION_ERROR, reply.requestStatus());
        assertEquals(DetailedStatus.INVALID_PARAMETER, reply.detailedStatus());
        assertEquals(18, reply.word(5), "byte offset of the type");
        host.assertAllFramesFreeButKept();
    }
}
