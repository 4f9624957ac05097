package dev.spine.extension.runtime;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.block.TransferFlags;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.Region;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.KernelRequest;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A disk of 4 KiB on the card that answers when the test says so. Bytes are moved by the test's own copy. */
final class TestDisk implements DeviceModule {
    static final int BLOCK_BYTES = 512;
    final byte[] bytes = new byte[4096];
    /** Requests that wait for {@link #answer}. */
    final ArrayDeque<KernelRequest> waiting = new ArrayDeque<>();
    /** What group 0x0000 says that a block has. */
    int blockBytes = BLOCK_BYTES;
    /** Whether the question what it is gets an answer. */
    boolean silent;
    boolean immediate = true;
    /** Whether the question what it is is answered when the test says so. */
    boolean late;
    /** How often everything was to be put onto the medium, and blocks that were. */
    int flushes;
    int writesThrough;
    private @Nullable KernelRequest question;
    private long answerAddress;
    private @Nullable Bus bus;

    @Override
    public DeviceDescription description() {
        return new DeviceDescription("disk0", ClassId.standard(DeviceClass.RANDOM_BLOCK_STORAGE).word(), 0, 1, 0, "test disk");
    }

    @Override
    public void attach(DeviceContext context) {
        bus = context.bus();
    }

    @Override
    public void reset() {
        waiting.clear();
    }

    private MemorySegment at(int address, int length) {
        Region region = Objects.requireNonNull(Objects.requireNonNull(bus).find(address & 0xFFFF_FFFFL, length), "no such address");
        return region.memory().asSlice((address & 0xFFFF_FFFFL) - region.base(), length);
    }

    /** UtilParamsGet: writes group 0x0000 where the second buffer is. */
    void onParameters(KernelRequest request) {
        if (silent) {
            request.finish();
            return;
        }
        answerAddress = request.frame().word(10);
        if (late) {
            question = request;
            return;
        }
        answerParameters(request);
    }

    long lateAnswerAddress() {
        return Objects.requireNonNull(question, "nothing was asked").frame().word(10);
    }

    long lastAnswerAddress() {
        return answerAddress;
    }

    /** Answers the question that it kept: as a disk of another size. */
    void answerLate() {
        KernelRequest kept = Objects.requireNonNull(question, "nothing was asked");
        question = null;
        int size = blockBytes;
        blockBytes = 2048;
        answerParameters(kept);
        blockBytes = size;
    }

    private void answerParameters(KernelRequest request) {
        MessageFrame frame = request.frame();
        MemorySegment result = at(frame.word(10), 64);
        result.set(ValueLayout.JAVA_INT_UNALIGNED, 0, 1);
        result.set(ValueLayout.JAVA_INT_UNALIGNED, 4, 7);
        result.set(ValueLayout.JAVA_INT_UNALIGNED, 12, blockBytes);
        result.set(ValueLayout.JAVA_LONG_UNALIGNED, 16, bytes.length);
        Replies.single(frame, request.openReply(), RequestStatus.SUCCESS, 0);
        request.sendReply();
    }

    @Override
    public void onMessage(KernelRequest request) {
        if (immediate) {
            answer(request, RequestStatus.SUCCESS, 0);
        } else {
            waiting.add(request);
        }
    }

    /** Answers the request that waits longest. */
    void answer(int requestStatus, int detailedStatus) {
        answer(waiting.remove(), requestStatus, detailedStatus);
    }

    private void answer(KernelRequest request, int requestStatus, int detailedStatus) {
        MessageFrame frame = request.frame();
        boolean flush = frame.function() == Function.BSA_CACHE_FLUSH;
        int count = flush ? 0 : frame.word(5);
        flushes += flush ? 1 : 0;
        if (requestStatus == RequestStatus.SUCCESS && !flush) {
            int position = frame.word(6);
            writesThrough += (frame.word(4) & TransferFlags.WRITE_THROUGH) == 0 ? 0 : 1;
            MemorySegment there = at(frame.word(9), count);
            MemorySegment here = MemorySegment.ofArray(bytes).asSlice(position, count);
            if (frame.function() == Function.BSA_BLOCK_READ) {
                there.copyFrom(here);
            } else {
                here.copyFrom(there);
            }
        }
        Replies.single(frame, request.openReply(), requestStatus, detailedStatus, requestStatus == RequestStatus.SUCCESS ? count : 0);
        request.sendReply();
    }
}
