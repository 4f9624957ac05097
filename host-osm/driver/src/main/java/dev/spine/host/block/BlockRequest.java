package dev.spine.host.block;

import dev.spine.host.driver.ReplyHandler;
import dev.spine.host.driver.RequestFailure;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import org.jspecify.annotations.Nullable;

/** One request to a block device, from when it was taken until its completion was called. Made once, used again and again. */
final class BlockRequest implements ReplyHandler {
    /** What becomes of it. */
    enum Stage {
        /** Nobody uses it. */
        FREE,
        /** The device has it. */
        IN_FLIGHT,
        /** It waits to be made again. */
        WAITING,
        /** It took too long, and the device was asked to abort it. */
        ABORTING,
        /** It has ended for its caller, but the device may still carry it out, and use its memory and the list of its memory's runs. */
        HELD,
        /** It has ended, and its completion is called in the next turn. */
        ENDED
    }

    /** What it moves. */
    enum Data {
        /** Nothing: verify and flush. */
        NONE,
        /** Zeros, to the medium. */
        ZEROS,
        /** One run of host memory. */
        ONE_RUN,
        /** Several runs of host memory. */
        RUNS
    }

    /** No completion: what the slots of nobody's requests have. */
    static final BlockCompletion NOBODY = (_, _, _) -> { };

    private static final int INDEX_BITS = 10;

    final BlockOsm osm;
    final int index;
    Stage stage = Stage.FREE;
    int function;
    int control;
    long offset;
    int bytes;
    Data data = Data.NONE;
    /** The buffer, if it has one run. */
    int hostAddress;
    /** The buffer, if it has several runs. */
    @Nullable BlockRuns runs;
    BlockCompletion completion = NOBODY;
    long cookie;
    int attempts;
    long dueNs;
    /** The driver's context while under way. */
    int context;
    /** How it has ended, in stage ENDED. */
    BlockOutcome status = BlockOutcome.SUCCESS;
    private int generation;

    BlockRequest(BlockOsm osm, int index) {
        this.osm = osm;
        this.index = index;
    }

    void begin(int newFunction, int newControl, long newOffset, int newBytes, BlockCompletion newCompletion, long newCookie) {
        function = newFunction;
        control = newControl;
        offset = newOffset;
        bytes = newBytes;
        completion = newCompletion;
        cookie = newCookie;
        attempts = 0;
        data = Data.NONE;
        runs = null;
    }

    /** Begins another attempt, which an abort can tell from the ones before. */
    void nextAttempt() {
        attempts++;
        generation++;
    }

    /** The transaction context of this attempt. */
    int transaction() {
        return generation << INDEX_BITS | index;
    }

    /** Whether the device moves bytes from or to the host for it. */
    boolean hasMemory() {
        return data == Data.ONE_RUN || data == Data.RUNS;
    }

    /** Whether it changes what is on the device. */
    boolean changesMedium() {
        return function == Function.BSA_BLOCK_WRITE;
    }

    /** Whether both are about some byte of the device. */
    boolean overlaps(BlockRequest other) {
        return offset < other.offset + other.bytes && other.offset < offset + bytes;
    }

    @Override
    public boolean outlivesTimeout() {
        return true;
    }

    @Override
    public void onReply(MessageFrame reply) {
        osm.onReply(this, reply);
    }

    @Override
    public void onFailure(RequestFailure why) {
        osm.onFailure(this, why);
    }
}
