package dev.spine.iop.executive;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.iop.kernel.KernelRequest;

/** Ends control requests with the common replies. */
final class ExecutiveAnswers {
    private ExecutiveAnswers() {
    }

    /** Success without payload. */
    static void done(KernelRequest request) {
        status(request, RequestStatus.SUCCESS, DetailedStatus.SUCCESS);
    }

    /** A reply without payload. */
    static void status(KernelRequest request, int requestStatus, int detailedStatus) {
        Replies.single(request.frame(), request.openReply(), requestStatus, detailedStatus);
        request.sendReply();
    }

    /** An error before anything was done, or success. */
    static void of(KernelRequest request, int detailedStatus) {
        status(request, detailedStatus == DetailedStatus.SUCCESS ? RequestStatus.SUCCESS : RequestStatus.ERROR_NO_DATA_TRANSFER,
            detailedStatus);
    }

    /** The target refuses the transaction as a whole. */
    static void refuse(KernelRequest request, int detailedStatus, int errorByteOffset) {
        Replies.transactionError(request.frame(), request.openReply(), detailedStatus, errorByteOffset);
        request.sendReply();
    }
}
