package dev.spine.host.testkit;

import static dev.spine.host.testkit.script.Answers.status;
import static dev.spine.host.testkit.script.Answers.transactionError;
import static dev.spine.host.testkit.script.Answers.transportFailure;
import static dev.spine.host.testkit.script.Requests.privateMessage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.host.driver.RefusedException;
import dev.spine.host.driver.RequestFailedException;
import dev.spine.host.testkit.script.ScriptedIop;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.FailureCode;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.PrivateMessage;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The host's driver and every status that an IOP may answer, those that no simulated IOP answers among them. */
class HostStatusTest {
    static final List<Integer> FAILURES = List.of(FailureCode.SERVICE_SUSPENDED, FailureCode.SERVICE_TERMINATED, FailureCode.CONGESTION,
        FailureCode.FAILURE, FailureCode.STATE_ERROR, FailureCode.TIMEOUT, FailureCode.ROUTING_FAILURE, FailureCode.INVALID_VERSION,
        FailureCode.INVALID_OFFSET, FailureCode.INVALID_MESSAGE_FLAGS, FailureCode.FRAME_TOO_SMALL, FailureCode.FRAME_TOO_LARGE,
        FailureCode.INVALID_TARGET_ID, FailureCode.INVALID_INITIATOR_ID, FailureCode.INVALID_INITIATOR_CONTEXT, FailureCode.UNKNOWN);
    static final List<Integer> REFUSALS = List.of(RequestStatus.ABORT_DIRTY, RequestStatus.ABORT_NO_DATA_TRANSFER,
        RequestStatus.ABORT_PARTIAL_TRANSFER, RequestStatus.ERROR_DIRTY, RequestStatus.ERROR_NO_DATA_TRANSFER,
        RequestStatus.ERROR_PARTIAL_TRANSFER, RequestStatus.PROCESS_ABORT_DIRTY, RequestStatus.PROCESS_ABORT_NO_DATA_TRANSFER,
        RequestStatus.PROCESS_ABORT_PARTIAL_TRANSFER);
    static final List<Integer> DETAILS = List.of(DetailedStatus.BAD_KEY, DetailedStatus.TCL_ERROR, DetailedStatus.REPLY_BUFFER_FULL,
        DetailedStatus.NO_SUCH_PAGE, DetailedStatus.INSUFFICIENT_RESOURCE_SOFT, DetailedStatus.INSUFFICIENT_RESOURCE_HARD,
        DetailedStatus.CHAIN_BUFFER_TOO_LARGE, DetailedStatus.UNSUPPORTED_FUNCTION, DetailedStatus.DEVICE_LOCKED,
        DetailedStatus.DEVICE_RESET, DetailedStatus.INAPPROPRIATE_FUNCTION, DetailedStatus.INVALID_INITIATOR_ADDRESS,
        DetailedStatus.INVALID_MESSAGE_FLAGS, DetailedStatus.INVALID_OFFSET, DetailedStatus.INVALID_PARAMETER,
        DetailedStatus.INVALID_REQUEST, DetailedStatus.INVALID_TARGET_ADDRESS, DetailedStatus.MESSAGE_TOO_LARGE,
        DetailedStatus.MESSAGE_TOO_SMALL, DetailedStatus.MISSING_PARAMETER, DetailedStatus.TIMEOUT, DetailedStatus.UNKNOWN_ERROR,
        DetailedStatus.UNKNOWN_FUNCTION, DetailedStatus.UNSUPPORTED_VERSION, DetailedStatus.DEVICE_BUSY,
        DetailedStatus.DEVICE_NOT_AVAILABLE, DetailedStatus.CRITICAL_DEVICE, DetailedStatus.EVENT_ACKNOWLEDGE_PENDING,
        DetailedStatus.PERMANENT_STORE_ERROR);
    private static final int TID = 0x008;
    private static final int ORGANIZATION = 0x1234;
    private static final int FRAMES = 8;

    private final TestNode node = TestNode.on(EngineKind.MODELLED).scripted("iop1").start();
    private final ScriptedIop iop = node.scripted().device(TID, DeviceClass.DDM);

    @AfterEach
    void close() {
        node.close();
    }

    private MessageFrame ask() {
        return node.await("a reply", () -> node.driver().ask(node.iop(), TID,
            new PrivateMessage(ORGANIZATION, 1, List.of(7), List.of())));
    }

    private void assertAllFramesFree() {
        node.advance(1_000_000);
        assertEquals(FRAMES, iop.function().link().inbound().freeForSender());
    }

    @ParameterizedTest
    @FieldSource("FAILURES")
    void everyTransportFailureReachesTheCallerAndItsFrameComesBack(int code) {
        node.boot();
        iop.expects(privateMessage(ORGANIZATION, 1)).replies(transportFailure(code));
        RequestFailedException failure = assertThrows(RequestFailedException.class, this::ask);
        assertEquals(code, failure.failure().failureCode());
        assertTrue(failure.getMessage().contains(FailureCode.name(code)), failure.getMessage());
        assertAllFramesFree();
    }

    @ParameterizedTest
    @FieldSource("REFUSALS")
    void everyRequestStatusButSuccessIsARefusal(int requestStatus) {
        node.boot();
        iop.expects(privateMessage(ORGANIZATION, 1)).replies(status(requestStatus, DetailedStatus.DEVICE_BUSY));
        RefusedException refused = assertThrows(RefusedException.class, this::ask);
        assertEquals(requestStatus, refused.requestStatus());
        assertTrue(refused.getMessage().contains(RequestStatus.name(requestStatus)), refused.getMessage());
        assertAllFramesFree();
    }

    @ParameterizedTest
    @FieldSource("DETAILS")
    void everyDetailedStatusOfATransactionErrorIsToldByItsName(int detailedStatus) {
        node.boot();
        iop.expects(privateMessage(ORGANIZATION, 1)).replies(transactionError(detailedStatus, 16));
        RefusedException refused = assertThrows(RefusedException.class, this::ask);
        assertEquals(RequestStatus.TRANSACTION_ERROR, refused.requestStatus());
        assertEquals(detailedStatus, refused.detailedStatus());
        assertTrue(refused.getMessage().contains(DetailedStatus.name(detailedStatus)), refused.getMessage());
        assertAllFramesFree();
    }

    @ParameterizedTest
    @ValueSource(ints = {0x07, 0x0C, 0x7F, 0xFF})
    void aStatusThatNobodyHasAssignedIsARefusalToo(int requestStatus) {
        node.boot();
        iop.expects(privateMessage(ORGANIZATION, 1)).replies(status(requestStatus, 0));
        assertEquals(requestStatus, assertThrows(RefusedException.class, this::ask).requestStatus());
        assertAllFramesFree();
    }
}
