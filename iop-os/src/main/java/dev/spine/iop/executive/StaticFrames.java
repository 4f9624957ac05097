package dev.spine.iop.executive;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.message.exec.ExecStaticMfCreate;
import dev.spine.i2o.message.exec.ExecStaticMfRelease;
import dev.spine.i2o.message.exec.StaticMfCreateReply;
import dev.spine.iop.kernel.IopKernel;
import dev.spine.iop.kernel.KernelRequest;

/**
 * StaticMfCreate and StaticMfRelease: frames that are written once and posted many times.
 *
 * <p>The frame of the request becomes the static frame: it takes the message that came with it, and its MFA is the answer. At most a
 * quarter of the host's frames become static, so that enough remain.
 */
final class StaticFrames {
    /** The most postings of one static frame that can be unanswered. */
    static final int MAX_INSTANCES = 16;

    private final IopKernel kernel;

    StaticFrames(ExecutiveParts parts) {
        this.kernel = parts.kernel();
        parts.handlers().register(new ExecutiveFunction(ExecStaticMfCreate.KIND, ExecutiveHandler.INITIALISED, this::create));
        parts.handlers().register(new ExecutiveFunction(ExecStaticMfRelease.KIND, ExecutiveHandler.INITIALISED, this::release));
    }

    /** How many frames may be static at a time. */
    static int limit(IopKernel kernel) {
        return Math.max(1, kernel.directory().unit().hostLink().inbound().frameCount() / 4);
    }

    private void create(KernelRequest request) {
        ExecStaticMfCreate asked = ExecStaticMfCreate.KIND.parse(request.frame());
        if (!request.sender().isHost()) {
            ExecutiveAnswers.refuse(request, DetailedStatus.INVALID_INITIATOR_ADDRESS, Integer.BYTES);
        } else if (asked.maxOutstanding() > MAX_INSTANCES) {
            ExecutiveAnswers.refuse(request, DetailedStatus.INVALID_PARAMETER, ExecStaticMfCreate.MAX_OUTSTANDING.byteOffset());
        } else if (kernel.hostPort().staticFrames() >= limit(kernel)) {
            ExecutiveAnswers.of(request, DetailedStatus.INSUFFICIENT_RESOURCE_SOFT);
        } else {
            int address = request.becomesStatic(ExecStaticMfCreate.FRAME_WORD, Math.max(1, asked.maxOutstanding()));
            new StaticMfCreateReply(0, DetailedStatus.SUCCESS, address).emit(request.frame(), request.openReply());
            request.sendReply();
        }
    }

    private void release(KernelRequest request) {
        int address = ExecStaticMfRelease.KIND.parse(request.frame()).staticMfa();
        switch (kernel.hostPort().releaseStatic(address)) {
            case RELEASED -> ExecutiveAnswers.done(request);
            case IN_USE -> ExecutiveAnswers.of(request, DetailedStatus.DEVICE_BUSY);
            case UNKNOWN -> ExecutiveAnswers.refuse(request, DetailedStatus.INVALID_PARAMETER, ExecStaticMfRelease.STATIC_MFA.byteOffset());
        }
    }
}
