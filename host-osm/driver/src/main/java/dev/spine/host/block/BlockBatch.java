package dev.spine.host.block;

import static com.google.common.base.Preconditions.checkState;

import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostWork;

/**
 * Several requests that are made together and end together. Filled, submitted, and after its end cleared and filled again; nothing is
 * allocated after it was made.
 *
 * <p>All requests that the device can take leave in one go; the rest leave as others end. The requests of a batch are carried out in any
 * order. A caller outside submits a whole batch by one call to the host's agent, and so wakes it once.
 *
 * <p>Host agent's thread.
 *
 * <pre>{@code
 * batch.clear();
 * batch.read(0, 4096, address);
 * batch.read(65536, 4096, address + 4096);
 * batch.submit(done -> ... done.status(0), done.bytes(0) ...);
 * }</pre>
 */
public final class BlockBatch implements BlockCompletion, HostWork {
    /** Is notified of the end of a batch. Called on the host agent's thread. */
    @FunctionalInterface
    public interface Listener {
        /**
         * All requests of a batch have ended.
         *
         * @param batch the batch, which may be cleared and used again
         */
        void onBatch(BlockBatch batch);
    }

    private enum Kind {
        READ,
        WRITE,
        ZERO,
        VERIFY
    }

    private static final Listener NOBODY = _ -> { };

    private final BlockDevice device;
    private final Kind[] kinds;
    private final WriteMode[] modes;
    private final long[] offsets;
    private final int[] lengths;
    private final int[] addresses;
    private final BlockOutcome[] statuses;
    private final int[] done;
    private int count;
    private int submitted;
    private int ended;
    private int failures;
    private boolean inFlight;
    private int memoryHeld;
    private Listener listener = NOBODY;

    /**
     * An empty batch. Batches live as long as the agent: make one per purpose, not one per use.
     *
     * @param host gives requests that the device could not take their turn
     * @param capacity the most requests, at least 1
     */
    public BlockBatch(HostAgent host, BlockDevice device, int capacity) {
        this.device = device;
        this.kinds = new Kind[capacity];
        this.modes = new WriteMode[capacity];
        this.offsets = new long[capacity];
        this.lengths = new int[capacity];
        this.addresses = new int[capacity];
        this.statuses = new BlockOutcome[capacity];
        this.done = new int[capacity];
        host.register(this);
    }

    /** Takes all requests out. */
    public void clear() {
        checkIdle();
        count = 0;
    }

    private void checkIdle() {
        checkState(!inFlight, "this batch is under way: wait for its end");
    }

    private int add(Kind kind, long offset, int length, int address, WriteMode mode) {
        checkIdle();
        checkState(count != kinds.length, "this batch is full with %s requests: submit it", count);
        kinds[count] = kind;
        offsets[count] = offset;
        lengths[count] = length;
        addresses[count] = address;
        modes[count] = mode;
        return count++;
    }

    /**
     * Adds a read.
     *
     * @param offset first byte of the range on the medium
     * @param bytes its length, 1 to {@link BlockDeviceInfo#maxTransferBytes}
     * @param hostAddress bus address in host memory where the bytes go
     * @return its number in the batch
     */
    public int read(long offset, int bytes, int hostAddress) {
        return add(Kind.READ, offset, bytes, hostAddress, WriteMode.BACK);
    }

    /**
     * Adds a write.
     *
     * @param offset first byte of the range on the medium
     * @param bytes its length, 1 to {@link BlockDeviceInfo#maxTransferBytes}
     * @param hostAddress bus address in host memory of the bytes
     * @param mode how durable the bytes are at the end
     * @return its number in the batch
     */
    public int write(long offset, int bytes, int hostAddress, WriteMode mode) {
        return add(Kind.WRITE, offset, bytes, hostAddress, mode);
    }

    /**
     * Adds zeros to write.
     *
     * @param offset first byte of the range on the medium
     * @param bytes its length, 1 to {@link BlockDeviceInfo#maxTransferBytes}
     * @param mode how durable the zeros are at the end
     * @return its number in the batch
     */
    public int zero(long offset, int bytes, WriteMode mode) {
        return add(Kind.ZERO, offset, bytes, 0, mode);
    }

    /**
     * Adds a range to verify.
     *
     * @param offset first byte of the range on the medium
     * @param bytes its length, at least 1
     * @return its number in the batch
     */
    public int verify(long offset, int bytes) {
        return add(Kind.VERIFY, offset, bytes, 0, WriteMode.BACK);
    }

    /**
     * Makes the requests.
     *
     * @param whenDone is notified when all have ended; never from within this call
     * @throws IllegalStateException the batch is empty or under way
     */
    public void submit(Listener whenDone) {
        checkIdle();
        checkState(count != 0, "an empty batch has no end: add a request");
        inFlight = true;
        submitted = 0;
        ended = 0;
        failures = 0;
        listener = whenDone;
        send(count);
    }

    private int send(int limit) {
        int sent = 0;
        while (submitted < count && sent < limit && make(submitted)) {
            submitted++;
            sent++;
        }
        return sent;
    }

    private boolean make(int at) {
        return switch (kinds[at]) {
            case READ -> device.read(offsets[at], lengths[at], addresses[at], this, at);
            case WRITE -> device.write(offsets[at], lengths[at], addresses[at], modes[at], this, at);
            case ZERO -> device.zero(offsets[at], lengths[at], modes[at], this, at);
            case VERIFY -> device.verify(offsets[at], lengths[at], this, at);
        };
    }

    /** Makes requests that could not be taken before. Called by the host's agent. */
    @Override
    public int doWork(int limit) {
        return inFlight ? send(limit) : 0;
    }

    /** A request has ended. Called by the device. */
    @Override
    public void onBlock(long cookie, BlockOutcome status, int bytes) {
        int at = (int) cookie;
        statuses[at] = status;
        memoryHeld += status.holdsMemory() ? 1 : 0;
        done[at] = bytes;
        failures += status.isSuccess() ? 0 : 1;
        if (++ended == count) {
            inFlight = false;
            Listener hears = listener;
            listener = NOBODY;
            hears.onBatch(this);
        }
    }

    /** The memory of a request is its owner's again. Called by the device. */
    @Override
    public void onMemoryReleased(long cookie) {
        memoryHeld--;
    }

    /**
     * {@return how many requests of this batch, also of earlier uses, have ended while the device may still use their memory:
     * {@link BlockOutcome#holdsMemory}}
     */
    public int memoryHeld() {
        return memoryHeld;
    }

    /** {@return how many of them have ended otherwise than well} */
    public int failures() {
        return failures;
    }

    private int ended(int request) {
        checkState(request >= 0 && request < count && !inFlight, "request %s of %s has not ended: wait for the end of the batch", request,
            count);
        return request;
    }

    /**
     * {@return how a request ended}
     *
     * @param request its number in the batch
     */
    public BlockOutcome status(int request) {
        return statuses[ended(request)];
    }

    /**
     * {@return how many bytes of a request are known to be done}
     *
     * @param request its number in the batch
     */
    public int bytes(int request) {
        return done[ended(request)];
    }
}
