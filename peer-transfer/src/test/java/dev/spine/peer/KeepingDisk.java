package dev.spine.peer;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.Region;
import dev.spine.iop.kernel.AbortSelection;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.KernelRequest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A disk that says what it is and then keeps all requests, until somebody aborts them. */
final class KeepingDisk implements DeviceModule {
    final List<KernelRequest> kept = new ArrayList<>();
    /** Whether it says what it is. */
    boolean silent;
    private final List<KernelRequest> questions = new ArrayList<>();
    private @Nullable Bus bus;

    @Override
    public DeviceDescription description() {
        return new DeviceDescription("disk", ClassId.standard(DeviceClass.RANDOM_BLOCK_STORAGE).word(), 0, 4, 0, "test");
    }

    @Override
    public void attach(DeviceContext context) {
        bus = context.bus();
    }

    @Override
    public void reset() {
        kept.clear();
        questions.clear();
    }

    @Override
    public void onMessage(KernelRequest request) {
        kept.add(request);
    }

    /** Answers a request that it kept. */
    void done(KernelRequest request) {
        kept.remove(request);
        Replies.single(request.frame(), request.openReply(), RequestStatus.SUCCESS, 0);
        request.sendReply();
    }

    void onUtility(KernelRequest request) {
        if (request.frame().function() != Function.UTIL_PARAMS_GET) {
            request.finish();
        } else if (silent) {
            questions.add(request);
        } else {
            answer(request);
        }
    }

    /** Answers questions that it was silent about; returns how many. */
    int answerLate() {
        int count = questions.size();
        questions.forEach(this::answer);
        questions.clear();
        return count;
    }

    private void answer(KernelRequest request) {
        MessageFrame frame = request.frame();
        long address = Integer.toUnsignedLong(frame.word(10));
        Region region = Objects.requireNonNull(Objects.requireNonNull(bus).find(address, 64), "memory for the answer");
        MemorySegment result = region.memory().asSlice(address - region.base(), 64);
        result.set(ValueLayout.JAVA_INT_UNALIGNED, 0, 1);
        result.set(ValueLayout.JAVA_INT_UNALIGNED, 4, 7);
        result.set(ValueLayout.JAVA_INT_UNALIGNED, 12, 512);
        result.set(ValueLayout.JAVA_LONG_UNALIGNED, 16, 1 << 20);
        Replies.single(frame, request.openReply(), RequestStatus.SUCCESS, 0);
        request.sendReply();
    }

    @Override
    public int abort(AbortSelection selection) {
        List<KernelRequest> aborted = kept.stream().filter(selection::selects).toList();
        kept.removeAll(aborted);
        aborted.forEach(request -> request.abort(RequestStatus.ABORT_NO_DATA_TRANSFER, 0));
        return aborted.size();
    }
}
