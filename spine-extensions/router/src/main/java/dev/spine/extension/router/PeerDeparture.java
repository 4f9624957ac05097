package dev.spine.extension.router;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import org.jspecify.annotations.Nullable;

/**
 * Batches to another card: frames are gathered in a buffer, which goes with one message when it is full or when the burst has ended in
 * which it was begun. While two batches are under way, the next one waits to be half full at least: so batches are the longer the more
 * there is to do. A buffer is used again when the other card has fetched it; when all are on their way, frames are dropped and counted. Of
 * a large frame only a description is in the batch; the frame goes with the same message, from where it came in ({@link WholeFrame}).
 */
final class PeerDeparture extends Departure {
    /** Buffers for batches: as many as messages to one receiver can be unanswered, and one that is being filled. */
    static final int BUFFERS = 9;

    /** The most frames that go with a batch from where they came in: the batch itself is the other piece of the message's data. */
    static final int MAX_WHOLE = OutgoingMessage.MAX_PIECES - 1;

    private static final int ALIGN = 8;
    private static final int ENOUGH_UNDER_WAY = 2;

    private final ExtensionContext context;
    private final RouterKey key;
    private final Tally tally;
    private final int ownPort;
    private final int batchBytes;
    private final int iopId;
    private final int tid;
    private final int instance;
    private final @Nullable Buffer[] buffers = new Buffer[BUFFERS];
    private Buffer open;
    private int current;
    private @Nullable Route batches;
    private @Nullable Route fences;
    /** Bytes and frames of the open batch; bytes beyond what fits when none is open. */
    private int end;
    private int frames;
    /** Packets that go with the open batch from where they came in, and bytes of each and of all. */
    private final @Nullable Buffer[] wholes = new Buffer[MAX_WHOLE];
    private final int[] wholeBytes = new int[MAX_WHOLE];
    private int wholeCount;
    private int allWholeBytes;

    PeerDeparture(ExtensionContext context, RouterKey key, Tally tally, int ownPort, int batchBytes, int port, int iopId, int tid,
        int instance, Buffer none) {
        super(port);
        this.context = context;
        this.key = key;
        this.tally = tally;
        this.ownPort = ownPort;
        this.batchBytes = batchBytes;
        this.iopId = iopId;
        this.tid = tid;
        this.instance = instance;
        this.open = none;
    }

    /** Opens the way: {@return whether it is open}. */
    boolean connect() {
        if (batches == null) {
            batches = context.peer(iopId, tid, instance << Byte.SIZE | RouterProtocol.BATCH, RouterProtocol.BATCH_BACK);
            fences = context.peer(iopId, tid, instance << Byte.SIZE | RouterProtocol.PEER_FENCE, RouterProtocol.FENCE_BACK);
        }
        return batches != null && fences != null;
    }

    /** {@return whether it leads to this runtime and instance} */
    boolean leadsTo(int otherIop, int otherTid, int otherInstance) {
        return iopId == otherIop && tid == otherTid && instance == otherInstance;
    }

    @Override
    Buffer buffer() {
        return open;
    }

    @Override
    int reserve(int bytes) {
        int size = RouterProtocol.FRAME_HEADER + (bytes + ALIGN - 1 & -ALIGN);
        if (frames == 0 || frames == RouterProtocol.MAX_FRAMES || end + allWholeBytes + size > batchBytes) {
            if (!begin(size)) {
                return -1;
            }
        }
        return end + RouterProtocol.FRAME_HEADER;
    }

    /** Begins a batch with room for a frame; otherwise the frame is dropped. */
    private boolean begin(int size) {
        if (size > batchBytes) {
            tally.drop(DropReason.OVERSIZE);
            return false;
        }
        if (frames > 0 && !send()) {
            tally.drop(DropReason.PEER_BUSY);
            return false;
        }
        if (!connect()) {
            tally.drop(DropReason.PEER_ABSENT);
            return false;
        }
        Buffer next = buffers[current];
        if (next == null) {
            next = context.allocate(batchBytes);
            buffers[current] = next;
        }
        if (next == null) {
            tally.drop(DropReason.NO_MEMORY);
            return false;
        }
        if (next.isLent()) {
            tally.drop(DropReason.PEER_BUSY);
            return false;
        }
        open = next;
        context.atBurstEnd(RouterProtocol.BURST_END, 0);
        return true;
    }

    @Override
    void commit(int bytes, int ingressPort, long offload) {
        open.put64(end, (long) bytes << Integer.SIZE | ingressPort);
        open.put64(end + RouterProtocol.FRAME_OFFLOAD, offload);
        end += RouterProtocol.FRAME_HEADER + (bytes + ALIGN - 1 & -ALIGN);
        frames++;
    }

    @Override
    int reserveWhole(Buffer packet, int bytes) {
        int size = WholeFrame.DESCRIPTION_BYTES;
        boolean isFull = frames == RouterProtocol.MAX_FRAMES || wholeCount == MAX_WHOLE
            || end + size + allWholeBytes + bytes > batchBytes;
        if (frames > 0 && isFull && !send()) {
            // The other card takes no message now: as long as there is room for a copy, nothing is lost.
            return TO_COPY;
        }
        // One that is larger than a batch may be alone in one.
        if (frames == 0 && !begin(size)) {
            return -1;
        }
        Buffer kept = packet.keep();
        if (kept == null) {
            return TO_COPY;
        }
        wholes[wholeCount] = kept;
        return end + RouterProtocol.FRAME_HEADER;
    }

    @Override
    void commitWhole(int bytes, int ingressPort, long offload) {
        open.put64(end, (long) bytes << Integer.SIZE | (ingressPort | RouterProtocol.FRAME_BEHIND) & 0xFFFF_FFFFL);
        open.put64(end + RouterProtocol.FRAME_OFFLOAD, offload);
        open.put32(end + RouterProtocol.FRAME_HEADER + RouterProtocol.WHOLE_BEHIND, allWholeBytes);
        end += WholeFrame.DESCRIPTION_BYTES;
        wholeBytes[wholeCount++] = bytes;
        allWholeBytes += bytes;
        frames++;
        tally.whole.increment();
    }

    private @Nullable OutgoingMessage message(@Nullable Route way, int count) {
        OutgoingMessage message = way == null ? null : context.message(way);
        return message == null ? null : message.word(RouterProtocol.BATCH_KEY, key.high()).word(RouterProtocol.BATCH_KEY + 1, key.low())
            .word(RouterProtocol.BATCH_PORT, ownPort).word(RouterProtocol.BATCH_FRAMES, count);
    }

    private boolean send() {
        OutgoingMessage message = message(batches, frames);
        if (message == null) {
            return false;
        }
        message.word(RouterProtocol.BATCH_NEAR, end).data(open, 0, end);
        for (int i = 0; i < wholeCount; i++) {
            Buffer whole = wholes[i];
            if (whole != null) {
                message.data(whole, 0, wholeBytes[i]);
            }
        }
        message.send();
        tally.batches.increment();
        forgetWholes();
        current = current + 1 == BUFFERS ? 0 : current + 1;
        frames = 0;
        end = 0;
        return true;
    }

    /** They are lent until the other card has them, or nobody needs them any more. */
    private void forgetWholes() {
        for (int i = 0; i < wholeCount; i++) {
            Buffer whole = wholes[i];
            wholes[i] = null;
            if (whole != null) {
                whole.release();
            }
        }
        wholeCount = 0;
        allWholeBytes = 0;
    }

    /** {@return whether at least so many of the batches that were sent last are still under way} */
    private boolean areUnderWay(int batchesBefore) {
        int at = current - batchesBefore;
        Buffer earlier = buffers[at < 0 ? at + BUFFERS : at];
        return earlier != null && earlier.isLent();
    }

    /** The burst has ended: sends the batch unless it is better to let it grow. {@return whether nothing is left here} */
    boolean endBurst() {
        boolean isLong = frames >= RouterProtocol.MAX_FRAMES / 2 || wholeCount >= MAX_WHOLE / 2;
        return frames == 0 || (isLong || !areUnderWay(ENOUGH_UNDER_WAY)) && send();
    }

    @Override
    boolean flush() {
        return frames == 0 || send();
    }

    /** Sends a fence behind all batches: {@return whether it left} */
    boolean sendFence(int number) {
        Route way = fences;
        OutgoingMessage message = way == null || frames > 0 ? null : context.message(way);
        if (message == null) {
            return false;
        }
        message.word(RouterProtocol.BATCH_KEY, key.high()).word(RouterProtocol.BATCH_KEY + 1, key.low())
            .word(RouterProtocol.BATCH_PORT, ownPort).word(RouterProtocol.BATCH_FRAMES, number).send();
        return true;
    }

    /** {@return a way for answers to fences of the router there, or null while there is none} */
    @Nullable Route answers() {
        return context.peer(iopId, tid, instance << Byte.SIZE | RouterProtocol.PEER_FENCED, RouterProtocol.ANSWER_BACK);
    }

    @Override
    void close() {
        if (frames > 0) {
            tally.drop(DropReason.PEER_ABSENT, frames);
            frames = 0;
            end = 0;
        }
        forgetWholes();
        for (int i = 0; i < BUFFERS; i++) {
            Buffer buffer = buffers[i];
            buffers[i] = null;
            if (buffer != null) {
                buffer.release();
            }
        }
    }
}
