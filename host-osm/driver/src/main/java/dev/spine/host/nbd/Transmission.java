package dev.spine.host.nbd;

import dev.spine.host.block.BlockCompletion;
import dev.spine.host.block.BlockDevice;
import dev.spine.host.block.BlockDeviceInfo;
import dev.spine.host.block.BlockOutcome;
import dev.spine.host.block.WriteMode;
import dev.spine.host.nbd.NbdCounters.Counter;
import dev.spine.host.nbd.RequestSlot.Step;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one client, from the first one to its disconnect: parses them, makes them requests to the device, answers them. Knows no
 * sockets. Allocates nothing. Host agent's thread only.
 *
 * <p>A request that is larger than the device or a chunk of memory takes is done piece by piece. What cannot be done now waits in
 * {@link #waiting}, in order; three things go before it, because what waits may wait for them: the rest of a simple reply that has begun,
 * replies that waited for that, and the writing back of a block that was changed in part.
 */
final class Transmission implements BlockCompletion {
    /** What the parser needs to go on. */
    enum Need {
        /** More bytes from the client. */
        BYTES,
        /** A request must end, or replies must be sent. */
        ROOM,
        /** Nothing: the client has said good-bye. */
        NOTHING,
        /** Nothing: the client speaks something else. */
        CLOSE
    }

    /** What a request that changes something is to the device. */
    private enum Change {
        /** A write of what the client sends. */
        DATA,
        /** Zeros, for which the device needs no data and keeps no blocks. */
        ZEROS,
        /** A write of zeros, because the client wants blocks that a later write cannot lack. */
        ALLOCATED_ZEROS;

        static Change of(RequestSlot slot) {
            if (slot.command == NbdProtocol.CMD_WRITE) {
                return DATA;
            }
            return (slot.flags & NbdProtocol.CMD_FLAG_NO_HOLE) != 0 ? ALLOCATED_ZEROS : ZEROS;
        }
    }

    /** The largest piece of one request. */
    static final int PIECE_BYTES = 256 * 1024;
    /** The rest of a reply that has begun may use every chunk: all others wait for it, also those that hold chunks. */
    private static final int OWNER_RESERVE = 0;

    private final BlockDevice device;
    private final WriteGate gate;
    private final NbdCounters counters;
    private final ConnectionMemory memory;
    private final ByteBuffer bytes;
    private final InputBuffer in;
    private final OutputQueue out;
    private final ReplyArea area;
    private final boolean structured;
    /** Where holes are, for a client that has asked for it; otherwise null. */
    private final @Nullable BlockMap map;
    private final RequestCheck check;
    private final ReplyWriter replies;
    private final int headerBytes;
    private final int block;
    private final int piece;
    private final RequestSlot[] slots;
    private final RequestSlot[] free;
    private final SlotQueue waiting;
    /** Replies that wait until another one is complete. They hold memory, so nothing that waits for memory goes before them. */
    private final SlotQueue delayed;
    private int freeCount;
    private int inFlight;
    /** Requests that have ended while the device may still use their memory. */
    private int held;
    /** The request whose payload is being received. */
    private @Nullable RequestSlot receiving;
    /** Bytes of payload that nobody wants. */
    private long unwanted;
    /** Messages that have come in whole. */
    private long messages;
    /** Whose simple reply has begun and is not complete: no other reply may come in between. */
    private @Nullable RequestSlot owner;
    private boolean ownerWaits;
    /** Whose block was changed in part and waits to be written back. */
    private @Nullable RequestSlot merged;
    private boolean ended;
    private boolean broken;
    private boolean abandoned;

    Transmission(Agreement agreement, WriteGate gate, NbdCounters counters, ConnectionMemory memory, InputBuffer in, OutputQueue out,
        ReplyArea area, int requests) {
        this.device = agreement.export().device();
        this.gate = gate;
        this.structured = agreement.structured();
        this.map = agreement.map();
        this.counters = counters;
        this.memory = memory;
        this.bytes = memory.bytes();
        this.in = in;
        this.out = out;
        this.area = area;
        this.headerBytes = structured ? NbdProtocol.STRUCTURED_REPLY_BYTES + NbdProtocol.OFFSET_BYTES : NbdProtocol.SIMPLE_REPLY_BYTES;
        BlockDeviceInfo info = device.info();
        this.block = info.blockBytes();
        int most = Math.min(PIECE_BYTES, info.maxTransferBytes());
        this.piece = most - most % block;
        this.check = new RequestCheck(agreement.export(), structured, piece);
        this.replies = new ReplyWriter(memory, out);
        this.slots = new RequestSlot[requests];
        this.free = new RequestSlot[requests];
        for (int i = 0; i < requests; i++) {
            slots[i] = new RequestSlot(i);
            free[requests - 1 - i] = slots[i];
        }
        this.freeCount = requests;
        this.waiting = new SlotQueue(slots);
        this.delayed = new SlotQueue(slots);
    }

    // --- parsing

    /** {@return how many bytes must come before the parser can go on} */
    int missing() {
        RequestSlot slot = receiving;
        if (unwanted > 0) {
            return 1;
        }
        int wanted = slot == null ? NbdProtocol.REQUEST_BYTES : nextPayload(slot);
        return wanted - in.available();
    }

    /** {@return whether the client is in the middle of a message} */
    boolean isInMessage() {
        return in.available() > 0 || receiving != null || unwanted > 0;
    }

    /** {@return how many messages have come in whole; a write that is refused without its payload is none} */
    long messages() {
        return messages;
    }

    /** Parses what has come. */
    Need parse() {
        while (true) {
            if (ended) {
                return Need.NOTHING;
            }
            if (unwanted > 0) {
                if (in.available() == 0) {
                    // The chunk may be full, and held by a payload that is being written.
                    return in.makeRoom(1) ? Need.BYTES : Need.ROOM;
                }
                passOver();
            } else if (receiving != null) {
                Need need = receive(receiving);
                if (need != null) {
                    return need;
                }
            } else {
                Need need = request();
                if (need != null) {
                    return need;
                }
            }
        }
    }

    private void passOver() {
        int passed = (int) Math.min(unwanted, in.available());
        in.skip(passed);
        unwanted -= passed;
        RequestSlot slot = receiving;
        if (unwanted == 0 && slot != null) {
            receiving = null;
            messages++;
            finish(slot);
        }
    }

    /** Bytes of payload that must lie in one piece before they can be written; the pieces after the first begin on a whole block. */
    private int nextPayload(RequestSlot slot) {
        return (int) Math.min(slot.left, piece - slot.offset % block);
    }

    private @Nullable Need receive(RequestSlot slot) {
        if (slot.step != Step.RECEIVE) {
            return Need.ROOM;
        }
        int wanted = nextPayload(slot);
        if (!in.makeRoom(wanted)) {
            return Need.ROOM;
        }
        if (in.available() < wanted) {
            return Need.BYTES;
        }
        slot.position = in.position();
        slot.held = slot.position;
        slot.ready = wanted;
        memory.hold(slot.held);
        in.skip(wanted);
        counters.add(Counter.BYTES_WRITTEN, wanted);
        if (slot.left == wanted) {
            receiving = null;
            messages++;
        }
        slot.step = Step.CHANGE;
        begin(slot);
        return null;
    }

    private @Nullable Need request() {
        if (freeCount == 0 || !out.hasRoom(slots.length - freeCount + 1) || !in.makeRoom(NbdProtocol.REQUEST_BYTES)) {
            return Need.ROOM;
        }
        if (in.available() < NbdProtocol.REQUEST_BYTES) {
            return Need.BYTES;
        }
        int at = in.position();
        if (bytes.getInt(at) != NbdProtocol.REQUEST_MAGIC) {
            counters.increment(Counter.BAD_REQUESTS);
            ended = true;
            return Need.CLOSE;
        }
        int command = bytes.getShort(at + 6) & 0xffff;
        RequestSlot slot = free[--freeCount];
        slot.begin(command, bytes.getShort(at + 4) & 0xffff, bytes.getLong(at + 8), bytes.getLong(at + 16),
            Integer.toUnsignedLong(bytes.getInt(at + 24)));
        in.skip(NbdProtocol.REQUEST_BYTES);
        messages += command == NbdProtocol.CMD_WRITE ? 0 : 1;
        switch (command) {
            case NbdProtocol.CMD_READ -> accept(slot, Counter.READS, check.read(slot), Step.READ);
            case NbdProtocol.CMD_WRITE -> write(slot);
            case NbdProtocol.CMD_DISC -> {
                put(slot);
                ended = true;
            }
            case NbdProtocol.CMD_FLUSH -> accept(slot, Counter.FLUSHES, check.flush(slot), Step.FLUSH);
            case NbdProtocol.CMD_TRIM -> accept(slot, Counter.TRIMS, check.trim(slot), Step.CHANGE);
            case NbdProtocol.CMD_WRITE_ZEROES -> accept(slot, Counter.ZEROES, check.writeZeroes(slot), Step.CHANGE);
            case NbdProtocol.CMD_BLOCK_STATUS -> blockStatus(slot);
            case NbdProtocol.CMD_CACHE -> {
                // A hint, and there is no cache that it could concern.
                counters.increment(Counter.CACHES);
                refuse(slot, check.cache(slot));
            }
            default -> refuse(slot, NbdError.EINVAL);
        }
        return null;
    }

    /** Answers at once, and one extent only: a client that wants to know more asks on from its end. */
    private void blockStatus(RequestSlot slot) {
        counters.increment(Counter.STATUS_REQUESTS);
        BlockMap known = map;
        NbdError wrong = known == null ? NbdError.EINVAL : check.blockStatus(slot);
        if (known == null || wrong != NbdError.NONE) {
            refuse(slot, wrong);
            return;
        }
        long extent = known.extentAt(slot.offset);
        replies.extent(slot.cookie, (int) Math.min(slot.left, Math.abs(extent)),
            extent < 0 ? NbdProtocol.STATE_HOLE | NbdProtocol.STATE_ZERO : 0);
        put(slot);
    }

    private void accept(RequestSlot slot, Counter counter, NbdError wrong, Step step) {
        counters.increment(counter);
        if (wrong != NbdError.NONE) {
            refuse(slot, wrong);
            return;
        }
        slot.step = step;
        begin(slot);
    }

    private void write(RequestSlot slot) {
        counters.increment(Counter.WRITES);
        NbdError wrong = check.write(slot);
        if (wrong == NbdError.NONE) {
            slot.step = Step.RECEIVE;
            receiving = slot;
        } else if (slot.left == 0) {
            refuse(slot, wrong);
        } else {
            slot.error = wrong;
            receiving = slot;
            unwanted = slot.left;
        }
    }

    // --- carrying out

    /** Starts a request's next step, or lets it wait. */
    private void begin(RequestSlot slot) {
        if (!waiting.isEmpty() || !start(slot)) {
            counters.increment(Counter.WAITS);
            waiting.add(slot);
        }
    }

    /** {@return whether a request waits for something that may come about at any time} */
    boolean isWaiting() {
        return broken || merged != null || ownerWaits || !waiting.isEmpty() || !delayed.isEmpty();
    }

    /** {@return how many requests the device has} */
    int inFlight() {
        return inFlight;
    }

    /** {@return whether the device may use the connection's memory, now or later} */
    boolean isMemoryInUse() {
        return inFlight > 0 || held > 0;
    }

    /** {@return whether nothing is left to be done for the client} */
    boolean isIdle() {
        return freeCount == slots.length;
    }

    /** {@return whether a reply was begun that cannot be completed} */
    boolean isBroken() {
        return broken;
    }

    /** From now on requests are refused; those that are in flight are carried out. */
    void shutDown() {
        check.shutDown();
    }

    /**
     * The client is gone: what waits is forgotten, and what the device has ends unanswered. The connection's memory is in use until
     * {@link #isMemoryInUse} is false.
     */
    void abandon() {
        abandoned = true;
        ended = true;
        RequestSlot block = merged;
        if (block != null) {
            leaveGate(block);
            merged = null;
        }
        while (!waiting.isEmpty()) {
            unwant(waiting.first());
            waiting.removeFirst();
        }
        while (!delayed.isEmpty()) {
            delayed.removeFirst();
        }
        ownerWaits = false;
    }

    /** Tries again what waits; returns how much of it goes on. */
    int retry() {
        int started = 0;
        RequestSlot block = merged;
        if (block != null && writeBack(block)) {
            merged = null;
            started++;
        }
        RequestSlot begun = owner;
        if (ownerWaits && begun != null && startRead(begun, OWNER_RESERVE)) {
            ownerWaits = false;
            started++;
        }
        while (!delayed.isEmpty() && owner == null) {
            RequestSlot next = delayed.first();
            delayed.removeFirst();
            deliver(next);
            started++;
        }
        while (!waiting.isEmpty() && start(waiting.first())) {
            waiting.removeFirst();
            started++;
        }
        return started;
    }

    private boolean start(RequestSlot slot) {
        return switch (slot.step) {
            case READ -> mayRead() && startRead(slot, InputBuffer.RESERVE);
            case CHANGE -> startChange(slot);
            case FLUSH -> startFlush(slot);
            case FREE, READING, DELIVER, RECEIVE, CHANGING, MERGING, MERGED, MERGE_WRITING, FLUSHING ->
                throw new IllegalStateException("a request in step " + slot.step + " does not wait");
        };
    }

    /**
     * Replies that wait for another one hold chunks which its rest may need. So while a simple reply is incomplete no further read begins,
     * and one that begins leaves a chunk for the rest, or has one for itself.
     */
    private boolean mayRead() {
        return structured || owner == null && delayed.isEmpty() && (memory.freeChunks() > 0 || area.isUnused());
    }

    private boolean startFlush(RequestSlot slot) {
        if (!device.flush(this, slot.index)) {
            return false;
        }
        slot.step = Step.FLUSHING;
        inFlight++;
        return true;
    }

    private boolean startRead(RequestSlot slot, int reserve) {
        int lead = (int) (slot.offset % block);
        int wanted = (int) Math.min(slot.left, piece - lead);
        int whole = lead + wanted + block - 1;
        whole -= whole % block;
        int position = area.take(headerBytes + whole, reserve);
        if (position == ConnectionMemory.NONE) {
            return false;
        }
        if (!device.read(slot.offset - lead, whole, memory.busAddress(position + headerBytes), this, slot.index)) {
            area.putBack(position);
            return false;
        }
        slot.position = position;
        slot.lead = lead;
        slot.bytes = wanted;
        slot.step = Step.READING;
        inFlight++;
        return true;
    }

    private boolean startChange(RequestSlot slot) {
        Change change = Change.of(slot);
        int lead = (int) (slot.offset % block);
        int available = switch (change) {
            case DATA -> slot.ready;
            case ZEROS -> (int) Math.min(slot.left, piece);
            case ALLOCATED_ZEROS -> (int) Math.min(slot.left, Math.min(piece, ConnectionMemory.ZEROS));
        };
        if (lead != 0 || available < block) {
            return startMerge(slot, lead, Math.min(available, block - lead));
        }
        if (!gate.enter()) {
            return false;
        }
        int whole = available - available % block;
        boolean taken = switch (change) {
            case DATA -> device.write(slot.offset, whole, memory.busAddress(slot.position), mode(slot), this, slot.index);
            case ZEROS -> device.zero(slot.offset, whole, mode(slot), this, slot.index);
            case ALLOCATED_ZEROS ->
                device.write(slot.offset, whole, memory.busAddress(ConnectionMemory.zeros()), mode(slot), this, slot.index);
        };
        if (!taken) {
            gate.leave();
            return false;
        }
        slot.bytes = whole;
        slot.step = Step.CHANGING;
        inFlight++;
        return true;
    }

    /** Zeros that are written have small pieces: they are forced once, at the end, by a flush. */
    private static WriteMode mode(RequestSlot slot) {
        return isThrough(slot) && Change.of(slot) != Change.ALLOCATED_ZEROS ? WriteMode.THROUGH : WriteMode.BACK;
    }

    private static boolean isThrough(RequestSlot slot) {
        return (slot.flags & NbdProtocol.CMD_FLAG_FUA) != 0;
    }

    private boolean startMerge(RequestSlot slot, int lead, int count) {
        if (!gate.enterAlone()) {
            if (!slot.wants) {
                slot.wants = true;
                gate.want();
            }
            return false;
        }
        if (!device.read(slot.offset - lead, block, memory.busAddress(ConnectionMemory.scratch()), this, slot.index)) {
            gate.leaveAlone();
            return false;
        }
        unwant(slot);
        counters.increment(Counter.PARTIAL_BLOCKS);
        slot.lead = lead;
        slot.bytes = count;
        slot.step = Step.MERGING;
        inFlight++;
        return true;
    }

    private void unwant(RequestSlot slot) {
        if (slot.wants) {
            slot.wants = false;
            gate.unwant();
        }
    }

    private boolean writeBack(RequestSlot slot) {
        if (!device.write(slot.offset - slot.lead, block, memory.busAddress(ConnectionMemory.scratch()), mode(slot), this, slot.index)) {
            return false;
        }
        slot.step = Step.MERGE_WRITING;
        inFlight++;
        return true;
    }

    // --- what the device answers

    @Override
    public void onBlock(long cookie, BlockOutcome status, int done) {
        RequestSlot slot = slots[(int) cookie];
        inFlight--;
        if (status.holdsMemory()) {
            // Nobody knows when the device lets go of it. The client has to come again; then it gets other memory.
            held++;
            broken = true;
            leaveGate(slot);
            abandon();
            return;
        }
        if (abandoned) {
            leaveGate(slot);
            return;
        }
        NbdError error = NbdError.of(status);
        switch (slot.step) {
            case READING -> onRead(slot, error);
            case CHANGING -> {
                gate.leave();
                onChanged(slot, error);
            }
            case MERGING -> onBlockRead(slot, error);
            case MERGE_WRITING -> {
                gate.leaveAlone();
                onChanged(slot, error);
            }
            case FLUSHING -> {
                slot.error = error;
                finish(slot);
            }
            case FREE, READ, DELIVER, RECEIVE, CHANGE, MERGED, FLUSH ->
                throw new IllegalStateException("a request in step " + slot.step + " is not under way");
        }
    }

    @Override
    public void onMemoryReleased(long cookie) {
        held--;
    }

    private void leaveGate(RequestSlot slot) {
        if (slot.step == Step.CHANGING) {
            gate.leave();
        } else if (slot.step == Step.MERGING || slot.step == Step.MERGED || slot.step == Step.MERGE_WRITING) {
            gate.leaveAlone();
        }
    }

    private void onRead(RequestSlot slot, NbdError error) {
        if (error != NbdError.NONE || broken) {
            memory.release(slot.position);
            if (slot.headed) {
                // The client takes what follows for data: there is no way to tell it.
                broken = true;
                owner = null;
                put(slot);
            } else {
                refuse(slot, error);
            }
        } else if (!structured && owner != null && owner != slot) {
            slot.step = Step.DELIVER;
            delayed.add(slot);
        } else {
            deliver(slot);
        }
    }

    /** Queues a piece that was read, or an answer that waited. */
    private void deliver(RequestSlot slot) {
        if (slot.command != NbdProtocol.CMD_READ || slot.error != NbdError.NONE) {
            answer(slot);
            return;
        }
        counters.add(Counter.BYTES_READ, slot.bytes);
        if (structured) {
            deliverChunk(slot);
        } else {
            deliverSimple(slot);
        }
    }

    private void deliverSimple(RequestSlot slot) {
        int data = slot.position + headerBytes + slot.lead;
        if (slot.headed) {
            replies.simpleMore(data, slot.bytes);
        } else {
            replies.simpleBegin(slot.cookie, data, slot.bytes);
            slot.headed = true;
        }
        slot.advance();
        if (slot.left == 0) {
            owner = null;
            put(slot);
        } else {
            owner = slot;
            slot.step = Step.READ;
            ownerWaits = !startRead(slot, OWNER_RESERVE);
        }
    }

    private void deliverChunk(RequestSlot slot) {
        int data = slot.position + headerBytes + slot.lead;
        int flags = slot.left == slot.bytes ? NbdProtocol.REPLY_FLAG_DONE : 0;
        if (slot.bytes >= block && hasRoomForHole() && replies.isZero(data, slot.bytes)) {
            memory.release(slot.position);
            replies.hole(slot.cookie, flags, slot.offset, slot.bytes);
        } else {
            replies.data(slot.cookie, flags, slot.offset, data, slot.bytes);
        }
        slot.advance();
        if (slot.left == 0) {
            put(slot);
        } else {
            slot.step = Step.READ;
            begin(slot);
        }
    }

    /**
     * One request may become many holes, and each takes a header: never those that the replies to other requests need. Data brings room
     * for its header along.
     */
    private boolean hasRoomForHole() {
        return out.hasRoom(slots.length - freeCount + 1);
    }

    private void onBlockRead(RequestSlot slot, NbdError error) {
        if (error != NbdError.NONE) {
            gate.leaveAlone();
            onChanged(slot, error);
            return;
        }
        int at = ConnectionMemory.scratch() + slot.lead;
        if (slot.command == NbdProtocol.CMD_WRITE) {
            memory.copy(slot.position, at, slot.bytes);
        } else {
            memory.fill(at, slot.bytes);
        }
        slot.step = Step.MERGED;
        if (!writeBack(slot)) {
            merged = slot;
        }
    }

    private void onChanged(RequestSlot slot, NbdError error) {
        slot.advance();
        if (error != NbdError.NONE) {
            slot.error = error;
        }
        if (slot.command == NbdProtocol.CMD_WRITE) {
            onWritten(slot);
        } else if (slot.left > 0 && slot.error == NbdError.NONE) {
            slot.step = Step.CHANGE;
            begin(slot);
        } else if (slot.error == NbdError.NONE && isThrough(slot) && Change.of(slot) == Change.ALLOCATED_ZEROS) {
            slot.step = Step.FLUSH;
            begin(slot);
        } else {
            finish(slot);
        }
    }

    private void onWritten(RequestSlot slot) {
        slot.position += slot.bytes;
        slot.ready -= slot.bytes;
        boolean failed = slot.error != NbdError.NONE;
        if (slot.ready > 0 && !failed) {
            slot.step = Step.CHANGE;
            begin(slot);
            return;
        }
        memory.release(slot.held);
        long toCome = slot.left - slot.ready;
        if (toCome == 0) {
            finish(slot);
        } else if (failed) {
            // The rest of the payload still comes.
            unwanted = toCome;
        } else {
            slot.step = Step.RECEIVE;
        }
    }

    // --- answering

    private void put(RequestSlot slot) {
        slot.step = Step.FREE;
        free[freeCount++] = slot;
    }

    private void refuse(RequestSlot slot, NbdError error) {
        slot.error = error;
        finish(slot);
    }

    /** Answers a request whose reply has no data. */
    private void finish(RequestSlot slot) {
        if (slot.error != NbdError.NONE) {
            counters.increment(Counter.ERRORS);
        }
        if (!structured && owner != null) {
            // It must not come into the middle of another reply.
            slot.step = Step.DELIVER;
            delayed.add(slot);
        } else {
            answer(slot);
        }
    }

    private void answer(RequestSlot slot) {
        if (structured && (slot.command == NbdProtocol.CMD_READ || slot.command == NbdProtocol.CMD_BLOCK_STATUS && map != null)) {
            replies.error(slot.cookie, slot.error);
        } else {
            replies.simple(slot.cookie, slot.error);
        }
        put(slot);
    }
}
