package dev.spine.host.block;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.i2o.message.block.BlockEvent;
import dev.spine.i2o.message.block.BlockTransfer;
import dev.spine.i2o.message.block.StorageStatus;
import dev.spine.i2o.message.block.TransferFlags;
import dev.spine.i2o.param.BlockGroups;
import dev.spine.i2o.param.ParameterSet;
import dev.spine.i2o.param.ScalarValues;
import dev.spine.i2o.sgl.SglEnd;
import dev.spine.i2o.sgl.SglLimits;
import dev.spine.i2o.sgl.SglReader;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.Op;
import dev.spine.iop.executive.EventSource;
import dev.spine.iop.executive.ExecutiveGroups;
import dev.spine.iop.kernel.AbortSelection;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.DeviceDescription;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.KernelRequest;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A disk in memory that is honest, unless a test has told it how to answer the next requests. Its state belongs to the card's agent. */
final class ScriptedDisk implements DeviceModule, ExecutiveGroups {
    static final int BLOCK = 512;

    /** How a request is answered instead of honestly. */
    @FunctionalInterface
    interface Answer {
        void to(KernelRequest request);
    }

    final MemorySegment bytes = MemorySegment.ofArray(new byte[1 << 20]);
    final List<String> heard = new ArrayList<>();
    private final Deque<Answer> answers = new ArrayDeque<>();
    private final Deque<KernelRequest> kept = new ArrayDeque<>();
    private final SglReader sgl = new SglReader(SglLimits.STANDARD, (address, _, into, count) -> {
        MemorySegment fragment = hostMemory(address, count);
        if (fragment != null) {
            MemorySegment.copy(fragment, 0, into, 0, count);
        }
        return fragment != null;
    });
    private @Nullable DeviceContext context;
    private long capacity = bytes.byteSize();
    private int state;
    private int power = 2;
    int runsOfLastTransfer;
    /** Whether it counts what it keeps as aborted, and answers it later all the same. */
    boolean countsAborts;

    /** Answers the next request like this, and the one after it honestly again. */
    ScriptedDisk next(Answer answer) {
        answers.add(answer);
        return this;
    }

    /** Fails the next request with this status. */
    ScriptedDisk nextFails(int requestStatus, int detailedStatus) {
        return next(request -> {
            BlockTransfer.fail(request.frame(), request.openReply(), requestStatus, detailedStatus, 0, 0, 0);
            request.sendReply();
        });
    }

    /** Keeps the next request, until it is let go or aborted by a reset. */
    ScriptedDisk nextIsKept() {
        return next(kept::add);
    }

    void answerKept() {
        for (KernelRequest request = kept.poll(); request != null; request = kept.poll()) {
            serve(request);
        }
    }

    void readOnly() {
        state = BlockGroups.State.READ_ONLY;
    }

    void poweredDown() {
        power = 0x24;
    }

    void resize(long newCapacity) {
        capacity = newCapacity;
        report(BlockEvent.CAPACITY_CHANGE);
    }

    void report(int indicator) {
        DeviceContext place = place();
        Objects.requireNonNull(place.service(EventSource.class)).report(place.tid(), indicator);
    }

    private DeviceContext place() {
        return Objects.requireNonNull(context, "the disk is installed");
    }

    @Override
    public DeviceDescription description() {
        return new DeviceDescription("disk", ClassId.standard(DeviceClass.RANDOM_BLOCK_STORAGE).word(), 0, 0x4D15C, BlockEvent.ALL
            | EventIndicator.DEVICE_RESET | EventIndicator.STATE_CHANGE, "scripted disk");
    }

    @Override
    public void addTo(ParameterSet set) {
        set.add(new ScalarValues(BlockGroups.DEVICE_INFO).number("BlockSize", BLOCK).number("DeviceCapacity", () -> capacity)
            .number("PowerState", () -> power).number("DeviceState", () -> state));
        set.add(new ScalarValues(BlockGroups.MEDIA_INFO).number("Capacity", () -> capacity).number("BlockSize", BLOCK));
    }

    @Override
    public void attach(DeviceContext given) {
        context = given;
        sgl.hostPageBytes(4096);
    }

    @Override
    public void reset() {
        kept.clear();
    }

    @Override
    public int abort(AbortSelection selection) {
        return countsAborts ? (int) kept.stream().filter(selection::selects).count() : 0;
    }

    @Override
    public void onMessage(KernelRequest request) {
        place().agent().charge(Op.BUILD_FRAME);
        heard.add(Function.name(DeviceClass.RANDOM_BLOCK_STORAGE, request.frame().function()));
        Answer answer = answers.poll();
        if (answer != null) {
            answer.to(request);
        } else {
            serve(request);
        }
    }

    private void serve(KernelRequest request) {
        MessageFrame frame = request.frame();
        switch (frame.function()) {
            case Function.BSA_BLOCK_READ, Function.BSA_BLOCK_WRITE -> transfer(request);
            case Function.BSA_MEDIA_VERIFY, Function.BSA_CACHE_FLUSH -> {
                progress(request, 50);
                succeed(request, frame.function() == Function.BSA_MEDIA_VERIFY ? (int) BlockTransfer.byteCount(frame) : 0);
            }
            case Function.BSA_DEVICE_RESET -> {
                for (KernelRequest aborted = kept.poll(); aborted != null; aborted = kept.poll()) {
                    BlockTransfer.fail(aborted.frame(), aborted.openReply(), RequestStatus.ABORT_NO_DATA_TRANSFER,
                        StorageStatus.DEVICE_RESET, 0, 0, 0);
                    aborted.sendReply();
                }
                succeed(request, 0);
            }
            case Function.BSA_POWER_MANAGEMENT -> {
                power = 2;
                succeed(request, 0);
            }
            default -> succeed(request, 0);
        }
    }

    private void progress(KernelRequest request, int percent) {
        if ((request.frame().word(4) & TransferFlags.PROGRESS) != 0) {
            MessageFrame partial = Objects.requireNonNull(request.openPartial(), "the host has given enough reply frames");
            Replies.begin(request.frame(), partial, 6, MessageFlags.REPLY, 0);
            partial.setWord(4, RequestStatus.PROGRESS_REPORT << 24);
            partial.setWord(5, percent);
            request.sendPartial();
        }
    }

    private static void succeed(KernelRequest request, int count) {
        BlockTransfer.succeed(request.frame(), request.openReply(), count);
        request.sendReply();
    }

    private @Nullable MemorySegment hostMemory(long address, int count) {
        Region region = place().bus().find(address, count);
        return region == null ? null : region.memory().asSlice(address - region.base(), count);
    }

    private void transfer(KernelRequest request) {
        MessageFrame frame = request.frame();
        long at = BlockTransfer.byteAddress(frame);
        long count = BlockTransfer.byteCount(frame);
        if (at < 0 || at + count > capacity || (at | count) % BLOCK != 0) {
            BlockTransfer.fail(frame, request.openReply(), RequestStatus.ERROR_NO_DATA_TRANSFER, StorageStatus.ACCESS_ERROR, 0, 0, at);
            request.sendReply();
            return;
        }
        runsOfLastTransfer = 0;
        sgl.begin(frame, BlockTransfer.FIXED_WORDS);
        while (sgl.next()) {
            runsOfLastTransfer++;
            MemorySegment medium = bytes.asSlice(at, sgl.byteCount());
            if (sgl.kind() == SglReader.Kind.BIT_BUCKET) {
                medium.fill((byte) 0);
            } else {
                MemorySegment memory = Objects.requireNonNull(hostMemory(sgl.address(), sgl.byteCount()), "memory of the host");
                boolean reads = frame.function() == Function.BSA_BLOCK_READ;
                (reads ? memory : medium).copyFrom(reads ? medium : memory);
            }
            at += sgl.byteCount();
        }
        succeed(request, sgl.end() == SglEnd.LAST_ELEMENT ? (int) count : 0);
    }
}
