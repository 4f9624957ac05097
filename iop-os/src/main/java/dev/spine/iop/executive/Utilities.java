package dev.spine.iop.executive;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.FailureCode;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.AbortReply;
import dev.spine.i2o.message.EventAcknowledgeReply;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.i2o.message.UtilAbort;
import dev.spine.i2o.message.UtilClaim;
import dev.spine.i2o.message.UtilClaimRelease;
import dev.spine.i2o.message.UtilEventRegister;
import dev.spine.i2o.param.ParameterAccess;
import dev.spine.i2o.sgl.SglEnd;
import dev.spine.iop.kernel.AbortSelection;
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.IopDirectory;
import dev.spine.iop.kernel.IopKernel;
import dev.spine.iop.kernel.KernelRequest;
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
    private static final int PARAMS_FIXED_WORDS = 5;
    private static final int ACKNOWLEDGE_WORDS = 5;
    private static final int FUNCTION_BYTE = 7;

    /** What there is once an executive exists. */
    private record Parts(IopKernel kernel, RequestBuffers buffers, Claims claims, Exclusions exclusions, EventRegistry events,
        DeviceParameters parameters, ConfigurationDialog dialog) {}

    private final Map<Integer, ParameterAccess> accesses = new HashMap<>();
    private @Nullable Parts parts;
    private @Nullable KernelRequest cause;

    /** Makes the service of one IOP. */
    public Utilities() {
        // The executive binds the rest.
    }

    void bind(IopKernel kernel, RequestBuffers buffers, Claims claims, Exclusions exclusions, EventRegistry events) {
        IopDirectory directory = kernel.directory();
        DeviceParameters parameters = new DeviceParameters(directory, claims, tid -> new ParameterEvents(kernel, events, this, tid));
        parts = new Parts(kernel, buffers, claims, exclusions, events, parameters,
            new ConfigurationDialog(directory, buffers, parameters));
    }

    /** The request whose parameters are being changed, or null. */
    @Nullable KernelRequest cause() {
        return cause;
    }

    /** Forgets what is kept for a device that leaves, so that its TID can be another's. */
    void forget(DeviceSlot slot) {
        accesses.remove(slot.tid());
    }

    @Override
    public boolean admits(DeviceSlot slot, KernelRequest request) {
        return parts().exclusions().admits(slot, request);
    }

    private Parts parts() {
        return Objects.requireNonNull(parts, "utilities answer once an Executive has been made over their kernel");
    }

    @Override
    public void onUtility(DeviceSlot slot, KernelRequest request) {
        Parts all = parts();
        MessageFrame frame = request.frame();
        if (slot.tid() == Tid.EXECUTIVE && !ExecutiveHandler.INITIALISED.contains(all.kernel().directory().state())) {
            all.kernel().counters().increment(Counter.STATE_ERRORS);
            all.kernel().fail(request, FailureCode.STATE_ERROR);
            return;
        }
        if (slot.isRestricted() && !all.exclusions().admitsUtility(slot, request)) {
            all.kernel().counters().increment(Counter.EXCLUDED_REQUESTS);
            ExecutiveAnswers.of(request, DetailedStatus.DEVICE_LOCKED);
            return;
        }
        switch (frame.function()) {
            case Function.UTIL_NOP -> request.finish();
            case Function.UTIL_ABORT -> abort(all, slot, request);
            case Function.UTIL_PARAMS_GET, Function.UTIL_PARAMS_SET -> parameters(all, slot, request);
            case Function.UTIL_CLAIM -> {
                UtilClaim claim = UtilClaim.KIND.parse(frame);
                ExecutiveAnswers.of(request, all.claims().claim(slot, frame.initiator(), claim.claimType(), claim.claimFlags()));
                all.exclusions().settle(slot);
            }
            case Function.UTIL_CLAIM_RELEASE -> {
                UtilClaimRelease release = UtilClaimRelease.KIND.parse(frame);
                ExecutiveAnswers.of(request, all.claims().release(slot, frame.initiator(), release.claimType(), release.releaseFlags()));
                all.exclusions().settle(slot);
            }
            case Function.UTIL_DEVICE_RESERVE -> ExecutiveAnswers.of(request, all.exclusions().reserve(slot, request));
            case Function.UTIL_DEVICE_RELEASE -> ExecutiveAnswers.of(request, all.exclusions().endReservation(slot, request));
            case Function.UTIL_LOCK -> ExecutiveAnswers.of(request, all.exclusions().lock(slot, request));
            case Function.UTIL_LOCK_RELEASE -> lockRelease(all, slot, request);
            case Function.UTIL_CONFIG_DIALOG -> all.dialog().onMessage(slot, request);
            case Function.UTIL_EVENT_REGISTER -> eventRegister(all, slot, request);
            case Function.UTIL_EVENT_ACKNOWLEDGE -> eventAcknowledge(request);
            case Function.UTIL_REPLY_FAULT_NOTIFY -> {
                all.kernel().counters().increment(Counter.REPLY_FAULTS);
                request.finish();
            }
            default -> {
                all.kernel().counters().increment(Counter.UNKNOWN_FUNCTIONS);
                ExecutiveAnswers.refuse(request, DetailedStatus.UNKNOWN_FUNCTION, FUNCTION_BYTE);
            }
        }
    }

    /** What has been aborted is answered before the abort is; the abort's own reply has the count where others have their status. */
    private static void abort(Parts all, DeviceSlot slot, KernelRequest request) {
        AbortSelection selection = AbortSelection.of(request);
        if (selection == null) {
            ExecutiveAnswers.refuse(request, DetailedStatus.INVALID_PARAMETER, UtilAbort.ABORT_TYPE.byteOffset());
            return;
        }
        int count = all.kernel().roster().abortDeferred(slot, selection) + slot.module().abort(selection);
        all.kernel().counters().add(Counter.ABORTED_REQUESTS, count);
        new AbortReply(count).emit(request.frame(), request.openReply());
        request.sendReply();
    }

    private static void lockRelease(Parts all, DeviceSlot slot, KernelRequest request) {
        int outcome = all.exclusions().endLock(slot, request);
        if (outcome == DetailedStatus.SUCCESS) {
            all.events().reportToOthers(slot.tid(), request, EventIndicator.LOCK_RELEASE);
        }
        ExecutiveAnswers.of(request, outcome);
    }

    /** A registration gets no reply of its own, unless it cannot be kept. */
    private static void eventRegister(Parts all, DeviceSlot slot, KernelRequest request) {
        switch (all.events().register(slot, request, UtilEventRegister.KIND.parse(request.frame()).eventMask())) {
            case KEPT -> request.finish();
            case TOO_MANY -> ExecutiveAnswers.of(request, DetailedStatus.INSUFFICIENT_RESOURCE_SOFT);
            case NO_WAY_BACK -> ExecutiveAnswers.of(request, DetailedStatus.INVALID_INITIATOR_ADDRESS);
        }
    }

    /** The answer repeats what was acknowledged, as far as the reply frame has room. */
    private static void eventAcknowledge(KernelRequest request) {
        MessageFrame frame = request.frame();
        MessageFrame reply = request.openReply();
        EventAcknowledgeReply whole = EventAcknowledgeReply.KIND.parse(frame);
        int room = Math.min(whole.data().size(), reply.slotBytes() / Integer.BYTES - ACKNOWLEDGE_WORDS);
        new EventAcknowledgeReply(whole.indicator(), whole.data().subList(0, room)).emit(frame, reply);
        request.sendReply();
    }

    private void parameters(Parts all, DeviceSlot slot, KernelRequest request) {
        RequestBuffers buffers = all.buffers();
        boolean get = request.frame().function() == Function.UTIL_PARAMS_GET;
        SglEnd end = buffers.load(request, PARAMS_FIXED_WORDS);
        if (end.isError()) {
            ExecutiveAnswers.refuse(request, end.detailedStatus(), PARAMS_FIXED_WORDS * Integer.BYTES);
            return;
        }
        // A ParamsSet may come without a result buffer: NetBSD and Linux send it so.
        boolean hasResult = buffers.count() > 1;
        if (buffers.count() == 0 || (get && !hasResult)) {
            ExecutiveAnswers.status(request, RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.MISSING_PARAMETER);
            return;
        }
        if (!buffers.admits(0, BusWindow.Direction.READ) || (hasResult && !buffers.admits(1, BusWindow.Direction.WRITE))) {
            ExecutiveAnswers.status(request, RequestStatus.ERROR_NO_DATA_TRANSFER, DetailedStatus.INVALID_PARAMETER);
            return;
        }
        MemorySegment list = buffers.read(0);
        int room = hasResult ? buffers.bytes(1) : 0;
        MemorySegment result = MemorySegment.ofArray(new byte[room]);
        ParameterAccess access = accesses.computeIfAbsent(slot.tid(), _ -> new ParameterAccess(all.parameters().of(slot)));
        cause = request;
        all.parameters().askedBy(request.frame().initiator());
        ParameterAccess.Outcome outcome = get ? access.get(list, 0, (int) list.byteSize(), result, 0, room)
            : access.set(list, 0, (int) list.byteSize(), result, 0, room);
        cause = null;
        if (hasResult) {
            buffers.write(1, result, outcome.resultBytes());
        }
        ExecutiveAnswers.status(request, outcome.requestStatus(), outcome.detailedStatus());
    }
}
