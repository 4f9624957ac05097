package dev.spine.iop.executive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.FailureCode;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.ClaimType;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.message.UtilClaim;
import dev.spine.i2o.message.UtilEventRegister;
import dev.spine.i2o.message.UtilNop;
import dev.spine.i2o.message.exec.ExecCommand;
import dev.spine.i2o.message.exec.ExecHrtGet;
import dev.spine.i2o.message.exec.ExecIopReset;
import dev.spine.i2o.message.exec.ExecLctNotify;
import dev.spine.i2o.message.exec.ExecOutboundInit;
import dev.spine.i2o.message.exec.ExecStatusGet;
import dev.spine.i2o.message.exec.ExecSysTabSet;
import dev.spine.i2o.sgl.SglElement.Simple;
import dev.spine.i2o.table.StatusBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each state of the IOP against each function of the executive (I2O 1.5, IOP states). */
@Tag("SN-13")
class ExecutiveStateTest {
    private static final int STATUS_AT = 0x1000;
    private static final int TABLE_AT = 0x2000;

    /** What happens to a message. */
    enum Outcome {
        /** Success, by a reply frame. */
        REPLY,
        /** Done, and no reply frame, as the function has none. */
        SILENT,
        /** A transport failure: the state forbids it. */
        STATE_ERROR,
        /** Nothing at all: the state forbids it and there is no outbound queue. */
        DROPPED
    }

    /** A message to TID 0 or a device. */
    enum Stimulus {
        STATUS_GET, IOP_RESET, NOP, OUTBOUND_INIT, HRT_GET, SYS_TAB_SET, IOP_CLEAR, SYS_ENABLE, SYS_QUIESCE, LCT_NOTIFY, EVENT_REGISTER,
        DEVICE_UTILITY, DEVICE_FUNCTION
    }

    private static Arguments row(IopState state, Stimulus stimulus, Outcome outcome, IopState after) {
        return Arguments.of(state, stimulus, outcome, after);
    }

    static Stream<Arguments> table() {
        List<Arguments> rows = new ArrayList<>();
        for (IopState state : List.of(IopState.RESET, IopState.HOLD, IopState.READY, IopState.OPERATIONAL, IopState.FAILED)) {
            boolean initialised = state == IopState.HOLD || state == IopState.READY || state == IopState.OPERATIONAL;
            boolean configured = state == IopState.READY || state == IopState.OPERATIONAL;
            Outcome refused = state == IopState.RESET ? Outcome.DROPPED : Outcome.STATE_ERROR;
            rows.add(row(state, Stimulus.STATUS_GET, Outcome.SILENT, state));
            rows.add(row(state, Stimulus.IOP_RESET, Outcome.SILENT, IopState.INITIALIZING));
            rows.add(row(state, Stimulus.NOP, Outcome.SILENT, state));
            rows.add(row(state, Stimulus.OUTBOUND_INIT, state == IopState.FAILED ? refused : Outcome.SILENT,
                state == IopState.RESET ? IopState.HOLD : state));
            rows.add(row(state, Stimulus.HRT_GET, initialised ? Outcome.REPLY : refused, state));
            rows.add(row(state, Stimulus.SYS_TAB_SET, initialised ? Outcome.REPLY : refused,
                state == IopState.HOLD ? IopState.READY : state));
            rows.add(row(state, Stimulus.IOP_CLEAR, initialised ? Outcome.REPLY : refused, initialised ? IopState.HOLD : state));
            rows.add(row(state, Stimulus.SYS_ENABLE, configured ? Outcome.REPLY : refused, configured ? IopState.OPERATIONAL : state));
            rows.add(row(state, Stimulus.SYS_QUIESCE, configured ? Outcome.REPLY : refused, configured ? IopState.READY : state));
            rows.add(row(state, Stimulus.LCT_NOTIFY, initialised ? Outcome.REPLY : refused, state));
            rows.add(row(state, Stimulus.EVENT_REGISTER, initialised ? Outcome.SILENT : refused, state));
            rows.add(row(state, Stimulus.DEVICE_UTILITY, configured ? Outcome.REPLY : refused, state));
            rows.add(row(state, Stimulus.DEVICE_FUNCTION, state == IopState.OPERATIONAL ? Outcome.REPLY : refused, state));
        }
        return rows.stream();
    }

    @ParameterizedTest(name = "{0} x {1}: {2}, then {3}")
    @MethodSource("table")
    void answersEachFunctionAsTheStateSays(IopState state, Stimulus stimulus, Outcome outcome, IopState after) {
        HostSide host = new HostSide().in(state);

        send(host, stimulus);

        assertEquals(after, host.state());
        if (outcome == Outcome.STATE_ERROR) {
            MessageFrame failure = host.reply();
            assertEquals(FailureCode.STATE_ERROR, failure.requestStatus());
            assertTrue(failure.isFail());
            host.returnPreserved(failure);
        } else if (outcome == Outcome.REPLY) {
            MessageFrame reply = host.reply();
            assertEquals(0, reply.requestStatus());
            assertFalse(reply.isFail());
        }
        host.assertNoReply();
        if (after != IopState.INITIALIZING) {
            host.assertAllFramesFree(0);
        }
    }

    private static void send(HostSide host, Stimulus stimulus) {
        if (stimulus == Stimulus.DEVICE_FUNCTION) {
            host.postWords(0x0005_0001, TestDevice.ANSWER << 24 | 0x1008, 1, 2, 3);
            return;
        }
        Request message = switch (stimulus) {
            case STATUS_GET -> new ExecStatusGet(host.address(STATUS_AT), 0, StatusBlock.BYTES);
            case IOP_RESET -> new ExecIopReset(host.address(STATUS_AT), 0);
            case NOP -> new UtilNop();
            case OUTBOUND_INIT -> new ExecOutboundInit(4096, 0x80, 128, List.of(Simple.into(host.address(STATUS_AT), 4)));
            case HRT_GET -> new ExecHrtGet(List.of(Simple.into(host.address(TABLE_AT), 24)));
            case SYS_TAB_SET -> ExecSysTabSet.withoutPrivateSpace(2, 0, host.address(0x400), 16);
            case IOP_CLEAR -> new ExecCommand(ExecCommand.IOP_CLEAR);
            case SYS_ENABLE -> new ExecCommand(ExecCommand.SYS_ENABLE);
            case SYS_QUIESCE -> new ExecCommand(ExecCommand.SYS_QUIESCE);
            case LCT_NOTIFY -> new ExecLctNotify(-1, 0, List.of(Simple.into(host.address(TABLE_AT), 0x2000)));
            case EVENT_REGISTER -> new UtilEventRegister(-1);
            case DEVICE_UTILITY, DEVICE_FUNCTION -> new UtilClaim(0, ClaimType.PRIMARY);
        };
        host.post(stimulus == Stimulus.DEVICE_UTILITY ? HostSide.DEVICE_TID : Tid.EXECUTIVE, message);
        if (stimulus == Stimulus.OUTBOUND_INIT && host.state() != IopState.FAILED) {
            assertEquals(4, host.word(STATUS_AT));
            host.giveReplyFrames();
        }
        if (stimulus == Stimulus.STATUS_GET) {
            StatusBlock block = StatusBlock.parse(host.memory.memory(), STATUS_AT);
            assertEquals(host.state().code(), block.iopState());
            assertEquals(0xFF, host.word(STATUS_AT + 84) >>> 24);
        }
        if (stimulus == Stimulus.IOP_RESET) {
            assertEquals(1, host.word(STATUS_AT));
        }
    }
}
