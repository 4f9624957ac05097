package dev.spine.extension.ardma.host.arf;

import dev.spine.extension.ardma.host.StreamReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Calls of one client: it brings text and data where the routine finds them, tries again what another client was in the way of, and takes
 * the lock from one that has died. One thread at a time.
 */
final class ArfCalls implements AutoCloseable {
    private static final int WORDS = 8;
    private static final int MAX_PIECE = 1 << 16;
    /** So often a read that was disturbed is tried without the lock. */
    private static final int MAX_DISTURBED = 8;
    /** So often an operation takes a place, or the lock from another client. */
    private static final int MAX_LOST = 100;
    private static final long MIN_WAIT_NANOS = 20_000;
    private static final long MAX_WAIT_NANOS = 5_000_000;
    private static final long IDLE_NANOS = 600_000_000_000L;

    private final ArfPlacement placement;
    private final InstantSource clock;
    private final long leaseNanos;
    private final LongConsumer pause;
    private final ByteArrayOutputStream emitted = new ByteArrayOutputStream();
    private long staging;
    /** Calls that may have changed something. */
    private long changes;
    /** Whether this client has changed what was not durable when the call returned. */
    private boolean isUnsafe;
    private boolean isBroken;
    private final int stagingBytes;
    private long token;
    private long place;

    /**
     * Calls of a client that has a place from now on.
     *
     * @param placement where the routine runs
     * @param clock for times of files
     * @param leaseNanos after so long without a change, who owns the lock is taken for dead
     * @param pause waits some ns for another client
     * @param isAlone whether there is no other client: the file system is recovered then
     */
    ArfCalls(ArfPlacement placement, InstantSource clock, long leaseNanos, LongConsumer pause, boolean isAlone) throws IOException {
        this.placement = placement;
        this.clock = clock;
        this.pause = pause;
        this.leaseNanos = leaseNanos;
        ByteBuffer superblock = ByteBuffer.wrap(placement.read(0, Superblock.SIZES_BYTES));
        if (superblock.getLong(0) != ArfLayout.MAGIC) {
            throw new IOException("there is no ARF file system: make one with mkfs");
        }
        if (!Superblock.isWell(superblock, Long.MAX_VALUE)) {
            throw new ArfFaultException("the file system's superblock is damaged: run spine arf fsck");
        }
        stagingBytes = (int) Math.min(superblock.getLong((int) ArfLayout.STAGING_BYTES), Integer.MAX_VALUE / 2);
        if (isAlone) {
            long status = call(ArfOp.RECOVER, 1, 0, call(ArfOp.PEEK, 1, 0, 0, 0, 0), 1, 0);
            if (status < 0) {
                throw new IOException("it cannot be recovered, as another client uses it: status " + status);
            }
        }
        attach();
        staging = superblock.getLong((int) ArfLayout.STAGING) + (place - 1) * stagingBytes;
    }

    private void attach() throws IOException {
        token = placement.token();
        place = call(ArfOp.ATTACH, 1, 0, IDLE_NANOS, 0, 0);
        for (int tries = 0; place < 1 && emitted.size() > 0 && tries < MAX_LOST; tries++) {
            long idle = emitted().getLong();
            placement.fence(idle);
            place = call(ArfOp.ATTACH, 1, 0, IDLE_NANOS, idle, 0);
        }
        if (place < 1) {
            throw new IOException("the file system has as many clients as it has places: close one, or make it with more");
        }
    }

    /** Ends what is under way of the owner of the lock, unless that was this client: {@return its token, 0 when nobody has ended} */
    private long fence(long word) throws IOException {
        long owner = word & 0xFF;
        if (owner != place && owner <= ArfLayout.MAX_CLIENTS) {
            long other = ByteBuffer.wrap(placement.read(ArfLayout.PLACES + owner * 16 - 16, Long.BYTES)).getLong();
            if (other != 0 && other != token) {
                placement.fence(other);
                return other;
            }
        }
        return 0;
    }

    ArfPlacement placement() {
        return placement;
    }

    /** {@return another number whenever this client may have changed something} */
    long changes() {
        return changes;
    }

    int stagingBytes() {
        return stagingBytes;
    }

    /** {@return the current time, in ns since 1970} */
    long now() {
        Instant now = clock.instant();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }

    /** Makes durable what this client has changed; what it has only made, renamed or removed is so already. */
    void sync() throws IOException {
        if (isUnsafe) {
            call(ArfOp.SYNC, place, 0, 0, 0, 0);
            isUnsafe = false;
        }
    }

    /** What the last call has emitted. */
    ByteBuffer emitted() {
        return ByteBuffer.wrap(emitted.toByteArray());
    }

    private long call(int op, long client, long inode, long a, long b, long text, long... words) throws IOException {
        return callAs(token, op, client, inode, a, b, text, words);
    }

    private long callAs(long owner, int op, long client, long inode, long a, long b, long text, long... words) throws IOException {
        if (isBroken) {
            throw new IOException("a write had no answer, and may be done or not: open the file system again on a new connection");
        }
        long[] arguments = new long[2 * WORDS];
        arguments[0] = op;
        arguments[1] = client;
        arguments[2] = now();
        arguments[3] = inode;
        arguments[4] = a;
        arguments[5] = b;
        arguments[6] = text;
        arguments[7] = owner;
        System.arraycopy(words, 0, arguments, WORDS, words.length);
        emitted.reset();
        return placement.call((StreamReader) emitted::writeBytes, arguments);
    }

    /** {@return the result of an operation on a path or two, or with data} */
    long ask(int op, long inode, long a, long b, byte[] text, long textWord) throws IOException {
        long[] words = new long[WORDS];
        if (text.length <= Program.INLINE_BYTES) {
            ByteBuffer.wrap(Arrays.copyOf(text, (int) Program.INLINE_BYTES)).asLongBuffer().get(words);
        }
        boolean isRead = op <= ArfOp.LAST_READING;
        changes += isRead || op == ArfOp.SYNC ? 0 : 1;
        isUnsafe |= ArfOp.mayBeUnsafe(op);
        long held = 0;
        long heldSince = 0;
        long seen = -1;
        int lost = 0;
        for (int tries = 0;; tries++) {
            stage(text);
            long result;
            try {
                result = call(isRead && tries > MAX_DISTURBED ? op | ArfOp.LOCKED : op, place, inode, a, b, textWord, words);
            } catch (ArfFaultException e) {
                long word = call(ArfOp.PEEK, place, 0, 0, 0, 0);
                if (!isRead || tries > MAX_DISTURBED || word == seen && !Lock.isHeld(word)) {
                    // Nobody has changed anything meanwhile.
                    takeFrom(word, true);
                    throw e;
                }
                seen = word;
                result = ArfStatus.BUSY;
            }
            if (result == ArfStatus.NO_PLACE) {
                lost = countLoss(lost);
                staging -= (place - 1) * stagingBytes;
                attach();
                staging += (place - 1) * stagingBytes;
            } else if (result != ArfStatus.BUSY) {
                return result;
            } else {
                pause.accept(Math.min(MAX_WAIT_NANOS, MIN_WAIT_NANOS << Math.min(tries, 10)));
                long word = call(ArfOp.PEEK, place, 0, 0, 0, 0);
                long time = System.nanoTime();
                if (word != held || !Lock.isHeld(word)) {
                    held = word;
                    heldSince = time;
                } else if (time - heldSince > leaseNanos) {
                    lost = countLoss(lost);
                    long ended = fence(word);
                    takeFrom(word, false);
                    if (ended != 0) {
                        // It cannot give its place back itself.
                        callAs(ended, ArfOp.DETACH, word & 0xFF, 0, 0, 0, 0);
                    }
                }
            }
        }
    }

    /** One operation loses place and lock to others that often when the file system is damaged, so that its own writes are over them. */
    private static int countLoss(int before) throws IOException {
        if (before == MAX_LOST) {
            throw new IOException("the place of this client, or the lock, was lost " + before + " times: run spine arf fsck");
        }
        return before + 1;
    }

    /** {@return where the bytes of a file are, at a time at which nobody changed the file system} */
    List<ArfExtent> extents(ArfNode file) throws IOException {
        FileExtents extents = new FileExtents(placement);
        for (int tries = 0; tries < MAX_LOST; tries++) {
            long word = extents.lock();
            if (!Lock.isHeld(word)) {
                List<ArfExtent> found = extents.of(file);
                if (extents.lock() == word) {
                    return found;
                }
            }
            pause.accept(Math.min(MAX_WAIT_NANOS, MIN_WAIT_NANOS << Math.min(tries, 10)));
        }
        throw new IOException("other clients change the file system all the time: try again");
    }

    /** Takes the lock from its owner, brings what was committed to its end, and releases the lock. */
    private void takeFrom(long word, boolean ifOwn) throws IOException {
        if (!ifOwn || (word & 0xFF) == place) {
            call(ArfOp.RECOVER, place, 0, word, 0, 0);
        }
    }

    /** Calls nothing any more: of what was asked for something may still be done. */
    void breakOff() {
        isBroken = true;
    }

    /** Gives the lock back whose word is the one that HOLD has emitted, without any change: whoever has it now keeps it. */
    void giveUp(long word) throws IOException {
        call(ArfOp.GIVE_UP, place, 0, word, 0, 0);
    }

    private void stage(byte[] text) throws IOException {
        if (text.length <= Program.INLINE_BYTES) {
            return;
        }
        for (int at = 0; at < text.length; at += MAX_PIECE) {
            placement.write(staging + at, Arrays.copyOfRange(text, at, Math.min(text.length, at + MAX_PIECE)));
        }
    }

    @Override
    public void close() throws IOException {
        try (placement) {
            call(ArfOp.DETACH, place, 0, 0, 0, 0);
        }
    }
}
