package dev.spine.iop.executive;

import dev.spine.i2o.CodeNames;
import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.FailureCode;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.EventAcknowledgeReply;
import dev.spine.i2o.message.UtilClaim;
import dev.spine.i2o.message.UtilClaimRelease;
import dev.spine.i2o.message.UtilEventRegister;
import dev.spine.i2o.param.ParameterAccess;
import dev.spine.i2o.sgl.SglEnd;
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.IopKernel;
import dev.spine.iop.kernel.Request;
import dev.spine.iop.kernel.UtilityService;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The utility messages of all devices of an IOP: parameters, claims, events. Belongs to the IOP's agent.
 *
 * <p>Made before the kernel, which needs it; the {@link Executive} gives it the rest.
 *
 * <p>Source: I2O 1.5 utility messages; SIG utility header.
 */
public final class Utilities implements UtilityService {
    private static final CodeNames KNOWN_FUNCTIONS = CodeNames.of(Function.class, "UTIL_");
    private static final int PARAMS_FIXED_WORDS = 5;
    private static final int ACKNOWLEDGE_WORDS = 5;
    private static final int FUNCTION_BYTE = 7;

    /** What there is once an executive exists. */
    private record Parts(IopKernel kernel, RequestBuffers buffers, Claims claims, EventRegistry events, DeviceParameters parameters) {}

    private final Map<Integer, ParameterAccess> accesses = new HashMap<>();
    private @Nullable Parts parts;

    /** Makes the service of one IOP. */
    public Utilities() {
        // The executive binds the rest.
    }

    void bind(IopKernel kernel, RequestBuffers buffers, Claims claims, EventRegistry events) {
        parts = new Parts(kernel, buffers, claims, events, new DeviceParameters(kernel, claims));
    }

    private Parts parts() {
        return Objects.requireNonNull(parts, "utilities answer once an Executive has been made over their kernel");
    }

    @Override
    public void onUtility(DeviceSlot slot, Request request) {
        Parts all = parts();
        MessageFrame frame = request.frame();
        if (slot.tid() == Tid.EXECUTIVE && !ExecutiveHandler.INITIALISED.contains(all.kernel().state())) {
            all.kernel().counters().increment(Counter.STATE_ERRORS);
            all.kernel().fail(request, FailureCode.STATE_ERROR);
            return;
        }
        switch (frame.function()) {
            case Function.UTIL_NOP -> request.finish();
            case Function.UTIL_PARAMS_GET, Function.UTIL_PARAMS_SET -> parameters(all, slot, request);
            case Function.UTIL_CLAIM -> {
                UtilClaim claim = UtilClaim.parse(frame);
                Answers.of(request, all.claims().claim(slot, frame.initiator(), claim.claimType(), claim.claimFlags()));
            }
            case Function.UTIL_CLAIM_RELEASE -> {
                UtilClaimRelease release = UtilClaimRelease.parse(frame);
                Answers.of(request, all.claims().release(slot, frame.initiator(), release.claimType()));
            }
            case Function.UTIL_EVENT_REGISTER -> eventRegister(all, slot, request);
            case Function.UTIL_EVENT_ACKNOWLEDGE -> eventAcknowledge(request);
            default -> {
                all.kernel().counters().increment(Counter.UNKNOWN_FUNCTIONS);
                Answers.refuse(request, KNOWN_FUNCTIONS.knows(frame.function()) ? DetailedStatus.UNSUPPORTED_FUNCTION
                    : DetailedStatus.UNKNOWN_FUNCTION, FUNCTION_BYTE);
            }
        }
    }

    /** A registration gets no reply of its own, unless it cannot be kept. */
    private static void eventRegister(Parts all, DeviceSlot slot, Request request) {
        switch (all.events().register(slot, request, UtilEventRegister.parse(request.frame()).eventMask())) {
            case KEPT -> request.finish();
            case TOO_MANY -> Answers.of(request, DetailedStatus.INSUFFICIENT_RESOURCE_SOFT);
            case NO_WAY_BACK -> Answers.of(request, DetailedStatus.INVALID_INITIATOR_ADDRESS);
        }
    }

    /** The answer repeats what was acknowledged, as far as the reply frame has room. */
    private static void eventAcknowledge(Request request) {
        MessageFrame frame = request.frame();
        MessageFrame reply = request.openReply();
        EventAcknowledgeReply whole = EventAcknowledgeReply.parse(frame);
        int room = Math.min(whole.data().size(), reply.slotBytes() / Integer.BYTES - ACKNOWLEDGE_WORDS);
        new EventAcknowledgeReply(whole.indicator(), whole.data().subList(0, room)).emit(frame, reply);
        request.sendReply();
    }

    private void parameters(Parts all, DeviceSlot slot, Request request) {
        RequestBuffers buffers = all.buffers();
        boolean get = request.frame().function() == Function.UTIL_PARAMS_GET;
        SglEnd end = buffers.load(request, PARAMS_FIXED_WORDS);
        if (end.isError()) {
            Answers.refuse(request, end.detailedStatus(), PARAMS_FIXED_WORDS * Integer.BYTES);
            return;
        }
        // A ParamsSet may come without a result buffer: NetBSD and Linux send it so.
        boolean hasResult = buffers.count() > 1;
        if (buffers.count() == 0 || (get && !hasResult)) {
            Answers.status(request, RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.MISSING_PARAMETER);
            return;
        }
        if (!buffers.admits(0, BusWindow.Direction.READ) || (hasResult && !buffers.admits(1, BusWindow.Direction.WRITE))) {
            Answers.status(request, RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.INVALID_PARAMETER);
            return;
        }
        MemorySegment list = buffers.read(0);
        int room = hasResult ? buffers.bytes(1) : 0;
        MemorySegment result = MemorySegment.ofArray(new byte[room]);
        ParameterAccess access = accesses.computeIfAbsent(slot.tid(), _ -> new ParameterAccess(all.parameters().of(slot)));
        ParameterAccess.Outcome outcome = get ? access.get(list, 0, (int) list.byteSize(), result, 0, room)
            : access.set(list, 0, (int) list.byteSize(), result, 0, room);
        if (hasResult) {
            buffers.write(1, result, outcome.resultBytes());
        }
        Answers.status(request, outcome.requestStatus(), outcome.detailedStatus());
    }
}
