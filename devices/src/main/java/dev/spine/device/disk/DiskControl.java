package dev.spine.device.disk;

import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.block.TransferFlags;
import dev.spine.i2o.param.BlockGroups;
import dev.spine.i2o.param.ScalarValues;
import dev.spine.iop.engine.AgentContext;
import java.util.function.IntConsumer;

/**
 * What a host may set about how a disk works: timeouts, retries, caching (groups 0x0001 to 0x0003), and the log of what went wrong.
 * Belongs to the IOP's agent.
 *
 * <p>A request's timeout is TimeMultiplier × (base + RWVTimeout) microseconds, where the base is RWVTimeoutBase for what reads, writes or
 * verifies if that is not 0, and TimeoutBase otherwise; RWVTimeout counts for those three only. Timeouts of 0 are none. The public sources
 * name the fields without the rule, so this is the project's own.
 */
final class DiskControl {
    /** Writes are answered as soon as the store has them. */
    static final int WRITE_TO_CACHE = 1;
    /** Writes are answered when they are durable. */
    static final int WRITE_THROUGH = 2;
    private static final long DEFAULT_TIMEOUT_US = 30_000_000;
    private static final int DEFAULT_RETRIES = 3;
    private static final long NS_PER_US = 1000;

    /** So many errors of the medium are a sign that it will fail. */
    static final long SMART_THRESHOLD = 8;

    private final AgentContext agent;
    private final ErrorLog errors = new ErrorLog();
    private int retryAttempts;
    private long expectedTimeout;
    private long rwvTimeout;
    private long rwvTimeoutBase;
    private long timeoutBase;
    private int writePolicy;
    private long onAccess;
    private IntConsumer onError = _ -> { };
    private long mediaErrors;

    DiskControl(AgentContext agent) {
        this.agent = agent;
        reset();
    }

    /** Goes back to what it was when the disk was made; the log stays. */
    void reset() {
        retryAttempts = DEFAULT_RETRIES;
        expectedTimeout = DEFAULT_TIMEOUT_US;
        rwvTimeout = 0;
        rwvTimeoutBase = 0;
        timeoutBase = DEFAULT_TIMEOUT_US;
        writePolicy = WRITE_TO_CACHE;
        onAccess = 0;
        mediaErrors = 0;
    }

    /** Says who is notified of errors: their detailed status. */
    void onError(IntConsumer listener) {
        onError = listener;
    }

    /** Counts an error of the medium; returns how many there were since the last reset. */
    long countMediaError() {
        return ++mediaErrors;
    }

    int retryAttempts() {
        return retryAttempts;
    }

    ErrorLog errors() {
        return errors;
    }

    /** Whether access powers the device up: 1, or loads its medium, too: 2. */
    long onAccess() {
        return onAccess;
    }

    /** Whether a write with these control flags is answered only when it is durable. */
    boolean isDurable(int controlFlags) {
        if ((controlFlags & (TransferFlags.WRITE_THROUGH | TransferFlags.WRITE_NO_CACHE)) != 0) {
            return true;
        }
        return writePolicy == WRITE_THROUGH && (controlFlags & TransferFlags.WRITE_BACK) == 0;
    }

    /** Whether writes that say nothing about it are answered before they are durable. */
    boolean isWriteBack() {
        return writePolicy == WRITE_TO_CACHE;
    }

    /** How long a job may take in nanoseconds, 0 forever. */
    long timeoutNs(BlockJob job) {
        boolean moves = job.action != BlockJob.Action.FLUSH && job.action != BlockJob.Action.CONTROL;
        long base = moves && rwvTimeoutBase != 0 ? rwvTimeoutBase : timeoutBase;
        return NS_PER_US * Math.max(1, job.timeMultiplier) * (base + (moves ? rwvTimeout : 0));
    }

    /** Enters a request that failed in the log. */
    void log(int function, BlockJob job) {
        if (job.requestStatus != RequestStatus.TRANSACTION_ERROR) {
            // With that one, the detailed status is none of the storage class.
            onError.accept(job.detailedStatus);
        }
        errors.add(function, job.retried, job.detailedStatus, agent.nowNs(), (int) (job.failedAt >>> 9));
    }

    ScalarValues operationalControl(int queueDepth, int blockBytes) {
        return new ScalarValues(BlockGroups.OPERATIONAL_CONTROL)
            .setting("RetryAttempts", () -> retryAttempts, value -> {
                retryAttempts = (int) value;
                return true;
            })
            .setting("ExpectedTimeout", () -> expectedTimeout, value -> {
                expectedTimeout = value;
                return true;
            })
            .setting("RWVTimeout", () -> rwvTimeout, value -> {
                rwvTimeout = value;
                return true;
            })
            .setting("RWVTimeoutBase", () -> rwvTimeoutBase, value -> {
                rwvTimeoutBase = value;
                return true;
            })
            .setting("TimeoutBase", () -> timeoutBase, value -> {
                timeoutBase = value;
                return true;
            })
            .number("OrderedRequestDepth", queueDepth)
            .number("AtomicWriteSize", blockBytes);
    }

    ScalarValues powerControl() {
        return new ScalarValues(BlockGroups.POWER_CONTROL)
            .setting("PowerdownTimeout", () -> 0, value -> value == 0)
            .setting("OnAccess", () -> onAccess, value -> {
                boolean known = value <= 2;
                onAccess = known ? value : onAccess;
                return known;
            });
    }

    ScalarValues cacheControl(long cacheBytes) {
        return new ScalarValues(BlockGroups.CACHE_CONTROL)
            .number("TotalCacheSize", Math.min(cacheBytes, 0xFFFF_FFFFL))
            .number("WriteCacheSize", Math.min(cacheBytes, 0xFFFF_FFFFL))
            .setting("WritePolicy", () -> writePolicy, value -> {
                boolean known = value == WRITE_TO_CACHE || value == WRITE_THROUGH;
                writePolicy = known ? (int) value : writePolicy;
                return known;
            })
            .number("ErrorCorrection", 0);
    }
}
