package dev.spine.extension.interfaces;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.HostRegion;
import dev.spine.extension.api.TransferRequest;
import org.jspecify.annotations.Nullable;

/**
 * The queues of one endpoint, worked through in rounds: the application's indices are read, then what they announce, then the bytes of
 * messages; messages leave and arrive; and when every byte of a round has landed, the card's indices are written. Each step is a transfer,
 * so endpoints take turns. Nothing that the application writes is believed: places are checked against the segment, indices against the
 * rings.
 */
final class UNetQueues {
    private static final int BATCH = 8;
    private static final int MASK = UNetProtocol.RING - 1;
    private static final long LOOK_NS = 20_000;
    private static final long BLOCKED_NS = 200_000;
    private static final int EMPTY_LOOKS = 8;
    // The endpoint's memory on the card.
    private static final int STATUS_AT = UNetProtocol.HEADER_BYTES;
    private static final int SENDS_AT = 64;
    private static final int FREES_AT = SENDS_AT + BATCH * UNetProtocol.DESCRIPTOR_BYTES;
    private static final int RECEIVES_AT = FREES_AT + BATCH * Integer.BYTES;
    private static final int SLOTS_AT = RECEIVES_AT + BATCH * UNetProtocol.DESCRIPTOR_BYTES;
    private static final int MEMORY_BYTES = SLOTS_AT + UNetProtocol.LONG_WINDOW * UNetProtocol.BUFFER_BYTES;

    private enum Step { REST, INDICES, ENTRIES, BYTES, RECEIVES, STATUS }

    /** Sends messages of endpoints. */
    interface Sender {
        /**
         * {@return whether it was sent}
         *
         * @param binding node and endpoint, as {@link UNetChannels#binding} makes it
         */
        boolean send(UNetQueues from, int binding, int bytes, Buffer memory, int at, int ticket);

        /** Tells a sender's card that its message is held here no more. */
        void answer(UNetQueues by, UNetArrivals.Arrival arrival);

        /** An endpoint has ended. */
        void ended(UNetQueues endpoint, @Nullable HostRegion region);
    }

    private final int number;
    private final ExtensionContext context;
    private final Sender sender;
    private final Counter dropped;
    private final Counter wrong;
    private final UNetArrivals arrivals = new UNetArrivals();
    private final UNetChannels channels = new UNetChannels();
    private final UNetTickets tickets;

    private @Nullable HostRegion region;
    private @Nullable Buffer memory;
    private Step step = Step.REST;
    private int underWay;
    private boolean failed;
    private boolean closing;
    private boolean lookSet;
    private int emptyLooks;
    private boolean idle;
    private boolean statusChanged;
    private boolean saidIdle;
    private boolean worked;
    /** Somebody has asked for a look while a round was under way. */
    private boolean again;
    /** Arrivals that were there when the round began: its indices are not older than they. */
    private int eligible;
    private boolean waitsForSlot;

    private int sendHead;
    private int freeHead;
    private int receiveTail;
    private int receiveHead;
    private int droppedHere;
    private int wrongHere;
    private int cameBack;
    // Descriptors that were read and not sent yet; the slot of each long one, -1 of a short one.
    private int batch;
    private int batchSent;
    private int newSends;
    private final int[] batchSlots = new int[BATCH];
    private int freeCount;
    private int freeUsed;

    UNetQueues(int number, ExtensionContext context, Sender sender, Counter dropped, Counter wrong) {
        this.number = number;
        this.context = context;
        this.tickets = new UNetTickets(context);
        this.sender = sender;
        this.dropped = dropped;
        this.wrong = wrong;
    }

    int number() {
        return number;
    }

    boolean isOpen() {
        return region != null;
    }

    /** {@return a status} */
    int open(HostRegion segment) {
        if (!segment.isWritable() || segment.length() < UNetProtocol.BUFFERS) {
            return UNetProtocol.NO_SEGMENT;
        }
        Buffer made = context.allocate(MEMORY_BYTES);
        if (made == null) {
            return UNetProtocol.NO_MEMORY;
        }
        memory = made;
        region = segment;
        channels.clear();
        tickets.clear();
        step = Step.REST;
        failed = false;
        closing = false;
        idle = false;
        saidIdle = false;
        sendHead = 0;
        freeHead = 0;
        receiveTail = 0;
        receiveHead = 0;
        droppedHere = 0;
        wrongHere = 0;
        cameBack = 0;
        batch = 0;
        batchSent = 0;
        emptyLooks = 0;
        statusChanged = true;
        look();
        return UNetProtocol.DONE;
    }

    UNetChannels channels() {
        return channels;
    }

    UNetArrivals arrivals() {
        return arrivals;
    }

    void countDropped() {
        droppedHere++;
        statusChanged = true;
        dropped.increment();
    }

    private void countWrong() {
        wrongHere++;
        statusChanged = true;
        wrong.increment();
    }

    void close() {
        closing = true;
        if (underWay == 0) {
            end();
        }
    }

    private void end() {
        HostRegion was = region;
        Buffer held = memory;
        region = null;
        memory = null;
        step = Step.REST;
        while (!arrivals.isEmpty()) {
            sender.answer(this, arrivals.first());
            arrivals.removeFirst();
        }
        if (held != null) {
            held.release();
        }
        sender.ended(this, was);
    }

    // --- long messages that are under way

    /** A long message was answered, or has come back. */
    void answered(int node, int endpoint, int ticket) {
        if (region != null && tickets.answered(ticket, UNetChannels.binding(node, endpoint))) {
            look();
        }
    }

    /** A message has come back from the network. */
    void returned(int endpoint, int ticket) {
        tickets.returned(ticket, endpoint);
        cameBack++;
        statusChanged = true;
        look();
    }

    // --- rounds

    /** Begins a round if none is under way. */
    void look() {
        emptyLooks = 0;
        again = true;
        if (region != null && step == Step.REST) {
            begin();
        }
    }

    void onTimer() {
        lookSet = false;
        if (region != null && step == Step.REST) {
            begin();
        }
    }

    private void begin() {
        worked = false;
        again = false;
        waitsForSlot = false;
        eligible = arrivals.count();
        if (closing || failed) {
            end();
            return;
        }
        HostRegion from = region;
        Buffer to = memory;
        TransferRequest transfer = from == null || to == null || !from.isValid() ? null : context.transfer(from, to);
        if (transfer == null) {
            later(from != null && !from.isValid());
            return;
        }
        transfer.copy(0, 0, UNetProtocol.HEADER_BYTES);
        submit(transfer, Step.INDICES);
    }

    /** All transfers are in use, or the segment was taken back. */
    private void later(boolean gone) {
        step = Step.REST;
        failed |= gone;
        if (underWay > 0) {
            return;
        }
        if (failed || closing) {
            end();
        } else {
            setLook(LOOK_NS);
        }
    }

    private void setLook(long delayNs) {
        if (!lookSet) {
            lookSet = context.timer(delayNs, UNetProtocol.LOOK, number);
        }
    }

    private void submit(TransferRequest transfer, Step next) {
        step = next;
        underWay++;
        transfer.submit(UNetProtocol.TRANSFERRED, number);
    }

    void onTransferred(boolean landed) {
        underWay--;
        failed |= !landed;
        if (underWay > 0) {
            return;
        }
        Buffer held = memory;
        HostRegion segment = region;
        if (failed || closing || held == null || segment == null || !segment.isValid()) {
            end();
            return;
        }
        switch (step) {
            case INDICES -> onIndices(segment, held);
            case ENTRIES -> onEntries(segment, held);
            case BYTES -> exchange(segment, held);
            case RECEIVES -> finish(segment, held);
            case STATUS -> onStatus();
            case REST -> { }
        }
    }

    /** {@return how many entries an index of the application's announces; none, and counted, when it cannot be} */
    private int announced(int tail, int head) {
        int entries = tail - head;
        if (entries < 0 || entries > UNetProtocol.RING) {
            countWrong();
            return 0;
        }
        return entries;
    }

    private void onIndices(HostRegion segment, Buffer held) {
        receiveHead = held.i32(UNetProtocol.RECEIVE_HEAD);
        freeUsed = 0;
        freeCount = arrivals.hasLong() ? Math.min(BATCH, announced(held.i32(UNetProtocol.FREE_TAIL), freeHead)) : 0;
        boolean reads = batchSent == batch;
        int sends = reads ? Math.min(BATCH, announced(held.i32(UNetProtocol.SEND_TAIL), sendHead)) : 0;
        if (reads) {
            batch = sends;
            batchSent = 0;
        }
        if (sends + freeCount == 0) {
            exchange(segment, held);
            return;
        }
        TransferRequest transfer = context.transfer(segment, held);
        if (transfer == null) {
            batch = reads ? 0 : batch;
            freeCount = 0;
            later(false);
            return;
        }
        addRing(transfer, UNetProtocol.SEND_RING, UNetProtocol.DESCRIPTOR_BYTES, sendHead, sends, SENDS_AT);
        addRing(transfer, UNetProtocol.FREE_RING, Integer.BYTES, freeHead, freeCount, FREES_AT);
        newSends = sends;
        submit(transfer, Step.ENTRIES);
    }

    /** Entries of a ring may go on at its beginning. */
    private static void addRing(TransferRequest transfer, int ring, int entryBytes, int head, int count, int at) {
        int place = head & MASK;
        int first = Math.min(count, UNetProtocol.RING - place);
        if (first > 0) {
            transfer.copy(ring + place * entryBytes, at, first * entryBytes);
        }
        if (count > first) {
            transfer.copy(ring, at + first * entryBytes, (count - first) * entryBytes);
        }
    }

    private void onEntries(HostRegion segment, Buffer held) {
        TransferRequest transfer = null;
        for (int i = 0; i < newSends; i++) {
            int at = SENDS_AT + i * UNetProtocol.DESCRIPTOR_BYTES;
            int bytes = held.i32(at + 4);
            int offset = held.i32(at + 8);
            batchSlots[i] = -1;
            if (!isSound(held.i32(at), bytes, offset, segment.length())) {
                countWrong();
                held.put32(at, -1);
            } else if (bytes > UNetProtocol.INLINE_BYTES) {
                int slot = tickets.freeSlot();
                if (transfer == null && slot >= 0) {
                    transfer = context.transfer(segment, held);
                }
                if (slot < 0 || transfer == null) {
                    // Every place is in use: this one and those behind it are read again when there is one.
                    batch = i;
                    waitsForSlot = true;
                    break;
                }
                tickets.take(slot, channels.bindingOf(held.i32(at)));
                batchSlots[i] = slot;
                transfer.copy(offset, SLOTS_AT + slot * UNetProtocol.BUFFER_BYTES, bytes);
            }
        }
        if (transfer != null) {
            submit(transfer, Step.BYTES);
        } else {
            exchange(segment, held);
        }
    }

    private boolean isSound(int channel, int bytes, int offset, int length) {
        return channels.isBound(channel) && bytes >= 0 && bytes <= UNetProtocol.BUFFER_BYTES
            && (bytes <= UNetProtocol.INLINE_BYTES || offset >= UNetProtocol.BUFFERS && offset <= length - bytes);
    }

    private void exchange(HostRegion segment, Buffer held) {
        while (batchSent < batch && leaves(held, batchSent)) {
            batchSent++;
            sendHead++;
            worked = true;
            statusChanged = true;
        }
        if (!deliver(segment, held)) {
            finish(segment, held);
        }
    }

    private boolean leaves(Buffer held, int index) {
        int at = SENDS_AT + index * UNetProtocol.DESCRIPTOR_BYTES;
        int channel = held.i32(at);
        if (channel < 0) {
            return true;
        }
        int slot = batchSlots[index];
        int bytes = held.i32(at + 4);
        int binding = channels.bindingOf(channel);
        return slot < 0 ? sender.send(this, binding, bytes, held, at + UNetProtocol.INLINE_OFFSET, 0)
            : sender.send(this, binding, bytes, held, SLOTS_AT + slot * UNetProtocol.BUFFER_BYTES, tickets.ticket(slot));
    }

    /** Puts arrivals into the receive queue: {@return whether transfers are under way} */
    private boolean deliver(HostRegion segment, Buffer held) {
        int filled = receiveTail - receiveHead;
        if (filled < 0 || filled > UNetProtocol.RING) {
            if (!arrivals.isEmpty()) {
                countWrong();
            }
            filled = UNetProtocol.RING;
        }
        int done = 0;
        for (int i = 0; i < BATCH && i < eligible; i++) {
            UNetArrivals.Arrival arrival = arrivals.first();
            Buffer data = arrival.data;
            boolean room = filled + done < UNetProtocol.RING;
            if (data != null && room && freeUsed == freeCount && freeCount == BATCH) {
                // More buffers may be free than were read.
                break;
            }
            int offset = data == null || !room ? 0 : nextFree(segment, held);
            worked = true;
            if (!room || offset < 0) {
                countDropped();
            } else if (data == null || moves(segment, data, offset, arrival.bytes)) {
                describe(held, arrival, offset, done++);
            } else {
                countDropped();
            }
            sender.answer(this, arrival);
            arrivals.removeFirst();
        }
        TransferRequest descriptors = done == 0 ? null : context.transfer(held, segment);
        if (descriptors == null) {
            for (int i = 0; i < done; i++) {
                countDropped();
            }
            return underWay > 0;
        }
        int place = receiveTail & MASK;
        int first = Math.min(done, UNetProtocol.RING - place);
        descriptors.copy(RECEIVES_AT, UNetProtocol.RECEIVE_RING + place * UNetProtocol.DESCRIPTOR_BYTES,
            first * UNetProtocol.DESCRIPTOR_BYTES);
        if (done > first) {
            descriptors.copy(RECEIVES_AT + first * UNetProtocol.DESCRIPTOR_BYTES, UNetProtocol.RECEIVE_RING,
                (done - first) * UNetProtocol.DESCRIPTOR_BYTES);
        }
        receiveTail += done;
        statusChanged = true;
        submit(descriptors, Step.RECEIVES);
        return true;
    }

    /** {@return where the next free buffer begins, or -1; those that leave the segment are counted and skipped} */
    private int nextFree(HostRegion segment, Buffer held) {
        while (freeUsed < freeCount) {
            int offset = held.i32(FREES_AT + freeUsed++ * Integer.BYTES);
            freeHead++;
            statusChanged = true;
            if (offset >= UNetProtocol.BUFFERS && offset <= segment.length() - UNetProtocol.BUFFER_BYTES) {
                return offset;
            }
            countWrong();
        }
        return -1;
    }

    private boolean moves(HostRegion segment, Buffer data, int offset, int bytes) {
        TransferRequest transfer = context.transfer(data, segment);
        if (transfer == null) {
            return false;
        }
        transfer.copy(0, offset, bytes);
        submit(transfer, Step.RECEIVES);
        return true;
    }

    private static void describe(Buffer held, UNetArrivals.Arrival arrival, int offset, int index) {
        int at = RECEIVES_AT + index * UNetProtocol.DESCRIPTOR_BYTES;
        held.put32(at, arrival.channel);
        held.put32(at + 4, arrival.bytes);
        held.put32(at + 8, offset);
        for (int i = 0; i < UNetArrivals.WORDS; i++) {
            held.put32(at + UNetProtocol.INLINE_OFFSET + i * Integer.BYTES, arrival.data == null ? arrival.words[i] : 0);
        }
    }

    /** Every byte has landed: now the application may know. */
    private void finish(HostRegion segment, Buffer held) {
        if (worked && idle) {
            idle = false;
            statusChanged = true;
        }
        if (!worked && !idle && emptyLooks >= EMPTY_LOOKS && batchSent == batch && !waitsForSlot) {
            idle = true;
            statusChanged = true;
        }
        if (!statusChanged) {
            onStatus();
            return;
        }
        TransferRequest transfer = context.transfer(held, segment);
        if (transfer == null) {
            later(false);
            return;
        }
        int at = STATUS_AT;
        held.put32(at, sendHead);
        held.put32(at + 4, freeHead);
        held.put32(at + 8, receiveTail);
        held.put32(at + 12, idle ? 1 : 0);
        held.put32(at + 16, droppedHere);
        held.put32(at + 20, wrongHere);
        held.put32(at + 24, cameBack);
        transfer.copy(STATUS_AT, UNetProtocol.STATUS, UNetProtocol.STATUS_BYTES);
        statusChanged = false;
        saidIdle = idle;
        submit(transfer, Step.STATUS);
    }

    private void onStatus() {
        step = Step.REST;
        if (worked || again || !arrivals.isEmpty()) {
            emptyLooks = 0;
            begin();
        } else if (!idle || saidIdle) {
            // Having said that it sleeps, the card looks once more: what was posted meanwhile came without a doorbell.
            saidIdle = false;
            emptyLooks++;
            setLook(waitsForSlot || batchSent < batch ? BLOCKED_NS : LOOK_NS);
        }
    }
}
