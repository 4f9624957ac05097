package dev.spine.extension.store;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.Store;
import org.jspecify.annotations.Nullable;

/** Disk to network: the disk puts each chunk behind headers that stand in the card's memory, and the frame leaves from there. */
final class BlockSender {
    /** Frames under way, between the question to the disk and the wire. */
    private static final int SLOTS = 64;
    private static final int SLOT_BYTES = 1088;
    private static final long FIRST_RETRY_NS = 5_000;
    private static final long LAST_RETRY_NS = 100_000_000;
    private static final int BEGIN = 0;

    private final ExtensionContext context;
    private final StoreCounters counters;
    private final long[] positions = new long[SLOTS];
    /** Slots whose frame is complete and which the wire did not take yet, in the order of their positions. */
    private final int[] ready = new int[SLOTS];
    private final int[] free = new int[SLOTS];
    private int firstReady;
    private int readyCount;
    private int freeCount;
    private @Nullable Buffer frames;
    private @Nullable Store store;
    private @Nullable Extent extent;
    private boolean timing;
    /** A wire that takes nothing is asked again after a quarter of the time for which it was waited for: a slow one seldom. */
    private long retryNs = FIRST_RETRY_NS;

    BlockSender(ExtensionContext context, StoreCounters counters) {
        this.context = context;
        this.counters = counters;
    }

    /** {@return whether the order begins; one is carried out at a time} */
    boolean send(Store from, Message order) {
        int chunk = order.word(4);
        Extent wanted = chunk <= BlockPacket.MAX_DATA_BYTES && extent == null ? Extent.of(order, StoreProtocol.SEND, from, chunk) : null;
        if (wanted == null) {
            return false;
        }
        Buffer memory = frames == null ? context.allocateForDevices(SLOTS * SLOT_BYTES) : frames;
        if (memory == null) {
            return false;
        }
        frames = memory;
        freeCount = 0;
        for (int slot = SLOTS - 1; slot >= 0; slot--) {
            free[freeCount++] = slot;
            BlockPacket.writeHeaders(memory, slot * SLOT_BYTES, order.word(5) & 0xFFFF_FFFFL | (long) order.word(6) << Integer.SIZE,
                context.hardwareAddress(), order.word(7), order.word(8), order.word(9), chunk);
        }
        store = from;
        extent = wanted;
        long delayUs = order.word(StoreProtocol.DELAY_WORD) & 0xFFFF_FFFFL;
        if (delayUs == 0 || !context.timer(delayUs * 1000, StoreProtocol.SEND_TIMER_HANDLER, BEGIN)) {
            ask();
        }
        return true;
    }

    /** Has the disk fill the slots that are free. */
    private void ask() {
        Extent going = extent;
        Store from = store;
        Buffer memory = frames;
        if (going == null || from == null || memory == null) {
            return;
        }
        for (long position = going.next(); position >= 0 && freeCount > 0; position = going.next()) {
            int slot = free[freeCount - 1];
            if (!context.read(from, position, memory, slot * SLOT_BYTES + BlockPacket.HEADER_BYTES, going.chunkBytes(),
                StoreProtocol.SEND_READ_HANDLER, slot)) {
                if (!from.isValid() && going.abandon()) {
                    end(going);
                } else if (from.isValid() && freeCount == SLOTS && !timing) {
                    // Others have all requests: nothing of ours will end and bring us here again.
                    timing = context.timer(FIRST_RETRY_NS, StoreProtocol.SEND_TIMER_HANDLER, BEGIN);
                }
                return;
            }
            positions[slot] = position;
            freeCount--;
            going.take();
        }
    }

    void onRead(Message message) {
        int slot = message.word(0);
        Extent going = extent;
        if (message.kind() != Message.Kind.BLOCKS || going == null) {
            return;
        }
        if (message.word(1) == 0) {
            ready[(firstReady + readyCount++) % SLOTS] = slot;
            transmit();
        } else {
            finish(going, slot, false);
        }
        ask();
    }

    private void transmit() {
        Buffer memory = frames;
        Extent going = extent;
        while (readyCount > 0 && memory != null && going != null) {
            int slot = ready[firstReady];
            long position = positions[slot];
            BlockPacket.writePosition(memory, slot * SLOT_BYTES, position);
            if (!context.transmit(memory, slot * SLOT_BYTES, BlockPacket.HEADER_BYTES + going.chunkBytes())) {
                if (!timing) {
                    timing = context.timer(retryNs, StoreProtocol.SEND_TIMER_HANDLER, BEGIN);
                    retryNs = Math.min(retryNs + retryNs / 4, LAST_RETRY_NS);
                }
                return;
            }
            retryNs = FIRST_RETRY_NS;
            firstReady = (firstReady + 1) % SLOTS;
            readyCount--;
            finish(going, slot, true);
            going = extent;
        }
    }

    void onTimer(Message message) {
        if (message.kind() == Message.Kind.TIMER) {
            timing = false;
            transmit();
            ask();
        }
    }

    private void finish(Extent going, int slot, boolean well) {
        free[freeCount++] = slot;
        (well ? counters.done : counters.failed).increment();
        if (going.finish(well)) {
            end(going);
        }
    }

    private void end(Extent going) {
        extent = null;
        if (going.isReported()) {
            StoreExtension.notifyHost(context, StoreProtocol.HOST_DONE, going.handler(), going.failed());
        }
    }
}
