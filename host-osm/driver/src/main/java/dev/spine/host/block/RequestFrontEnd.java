package dev.spine.host.block;

import dev.spine.host.block.BlockRequest.Data;
import dev.spine.i2o.Function;
import dev.spine.i2o.message.block.TransferFlags;
import org.jspecify.annotations.Nullable;

/** Makes requests of what the methods of a block device are called with; how they are carried out is the subclass's. */
abstract class RequestFrontEnd implements ScatteredBlockDevice {
    private static final int TIME_MULTIPLIER = 1 << 16;

    private final String name;
    private final int maxTransferBytes;

    RequestFrontEnd(String name, int maxTransferBytes) {
        this.name = name;
        this.maxTransferBytes = maxTransferBytes;
    }

    /** Prepares a request, whose slot is not taken yet; null when all are in use. */
    abstract @Nullable BlockRequest begin(int function, int control, long offset, int bytes, BlockCompletion completion, long cookie);

    /** Sends a request that {@link #begin} prepared; its slot is taken only if that works. */
    abstract boolean start(BlockRequest request);

    /** Whether somebody wants reports of progress. */
    abstract boolean wantsProgress();

    @Override
    public boolean read(long offset, int bytes, int hostAddress, BlockCompletion completion, long cookie) {
        return start(begin(Function.BSA_BLOCK_READ, TIME_MULTIPLIER, offset, checked(bytes), completion, cookie), hostAddress);
    }

    @Override
    public boolean write(long offset, int bytes, int hostAddress, WriteMode mode, BlockCompletion completion, long cookie) {
        return start(begin(Function.BSA_BLOCK_WRITE, control(mode), offset, checked(bytes), completion, cookie), hostAddress);
    }

    private boolean start(@Nullable BlockRequest request, int hostAddress) {
        if (request == null) {
            return false;
        }
        request.data = Data.ONE_RUN;
        request.hostAddress = hostAddress;
        return start(request);
    }

    @Override
    public boolean read(long offset, BlockRuns into, BlockCompletion completion, long cookie) {
        return start(begin(Function.BSA_BLOCK_READ, TIME_MULTIPLIER, offset, checked(into), completion, cookie), into);
    }

    @Override
    public boolean write(long offset, BlockRuns from, WriteMode mode, BlockCompletion completion, long cookie) {
        return start(begin(Function.BSA_BLOCK_WRITE, control(mode), offset, checked(from), completion, cookie), from);
    }

    private boolean start(@Nullable BlockRequest request, BlockRuns runs) {
        if (request == null) {
            return false;
        }
        request.data = Data.RUNS;
        request.runs = runs;
        return start(request);
    }

    @Override
    public boolean zero(long offset, int bytes, WriteMode mode, BlockCompletion completion, long cookie) {
        BlockRequest request = begin(Function.BSA_BLOCK_WRITE, control(mode), offset, checked(bytes), completion, cookie);
        if (request == null) {
            return false;
        }
        request.data = Data.ZEROS;
        return start(request);
    }

    @Override
    public boolean verify(long offset, int bytes, BlockCompletion completion, long cookie) {
        if (bytes < 1) {
            throw new IllegalArgumentException("a range has at least 1 byte, not " + bytes);
        }
        BlockRequest request = begin(Function.BSA_MEDIA_VERIFY, TIME_MULTIPLIER | progressFlag(), offset, bytes, completion, cookie);
        return request != null && start(request);
    }

    @Override
    public boolean flush(BlockCompletion completion, long cookie) {
        BlockRequest request = begin(Function.BSA_CACHE_FLUSH, TIME_MULTIPLIER | progressFlag(), 0, 0, completion, cookie);
        return request != null && start(request);
    }

    private static int control(WriteMode mode) {
        return TIME_MULTIPLIER | (mode == WriteMode.THROUGH ? TransferFlags.WRITE_THROUGH : TransferFlags.WRITE_BACK);
    }

    private int progressFlag() {
        return wantsProgress() ? TransferFlags.PROGRESS : 0;
    }

    private int checked(int bytes) {
        if (bytes < 1 || bytes > maxTransferBytes) {
            throw new IllegalArgumentException("a request to " + name + " moves 1 to " + maxTransferBytes + " bytes, not "
                + bytes + "; split it");
        }
        return bytes;
    }

    private int checked(BlockRuns runs) {
        if (runs.count() < 1 || runs.count() > BlockDeviceInfo.MAX_RUNS) {
            throw new IllegalArgumentException("a buffer has 1 to " + BlockDeviceInfo.MAX_RUNS + " runs, not " + runs.count()
                + "; split the request");
        }
        return checked((int) Math.min(runs.bytes(), Integer.MAX_VALUE));
    }
}
