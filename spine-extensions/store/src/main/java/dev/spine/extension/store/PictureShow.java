package dev.spine.extension.store;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.Store;
import dev.spine.extension.api.Surface;
import dev.spine.extension.api.TransferRequest;
import org.jspecify.annotations.Nullable;

/**
 * Disk to screen: the disk puts some lines into the card's memory, and a transfer takes them to the window.
 *
 * <p>The pictures lie on the disk line by line, as wide as the visible part of the window and in the screen's own format.
 */
final class PictureShow {
    private static final int SLOTS = 8;
    /** Runs of a transfer. */
    private static final int MAX_LINES = 32;
    private static final long RETRY_NS = 5_000;
    private static final int BEGIN = 0;

    private final ExtensionContext context;
    private final StoreCounters counters;
    private final @Nullable Buffer[] lines = new Buffer[SLOTS];
    private final long[] positions = new long[SLOTS];
    private final int[] free = new int[SLOTS];
    /** Slots that hold lines and wait for a transfer. */
    private final int[] ready = new int[SLOTS];
    private int firstReady;
    private int readyCount;
    private int freeCount;
    private @Nullable Surface surface;
    private @Nullable Store store;
    private @Nullable Extent extent;
    private long start;
    private int lineBytes;
    private int chunkLines;
    private boolean timing;

    PictureShow(ExtensionContext context, StoreCounters counters) {
        this.context = context;
        this.counters = counters;
    }

    /** The display has answered. */
    void onSurface(Message message) {
        if (message.kind() == Message.Kind.SURFACE) {
            surface = message.surface();
            StoreExtension.notifyHost(context, StoreProtocol.HOST_READY, StoreProtocol.WINDOW, surface == null ? message.word(0) : 0);
        }
    }

    /** {@return whether the order begins; one is carried out at a time} */
    boolean show(Store from, Message order) {
        Surface into = surface;
        if (into == null || !into.isValid() || extent != null) {
            return false;
        }
        lineBytes = into.lineBytes();
        chunkLines = linesOfAChunk(into, from.blockBytes());
        long picture = (long) lineBytes * into.height();
        Extent wanted = chunkLines == 0 || StoreExtension.longAt(order, 2) % picture != 0 ? null
            : Extent.of(order, StoreProtocol.SHOW, from, chunkLines * lineBytes);
        if (wanted == null || !allocate(chunkLines * lineBytes)) {
            return false;
        }
        start = StoreExtension.longAt(order, 0);
        store = from;
        extent = wanted;
        long delayUs = order.word(StoreProtocol.DELAY_WORD) & 0xFFFF_FFFFL;
        if (delayUs == 0 || !context.timer(delayUs * 1000, StoreProtocol.SHOW_TIMER_HANDLER, BEGIN)) {
            ask();
        }
        return true;
    }

    /** The most lines that a transfer takes, divide the picture evenly, and fill whole blocks; 0 when there is no such number. */
    private static int linesOfAChunk(Surface into, int blockBytes) {
        for (int count = Math.min(MAX_LINES, into.height()); count > 0; count--) {
            if (into.height() % count == 0 && count * into.lineBytes() % blockBytes == 0) {
                return count;
            }
        }
        return 0;
    }

    private boolean allocate(int bytes) {
        freeCount = 0;
        for (int slot = 0; slot < SLOTS; slot++) {
            Buffer buffer = lines[slot];
            if (buffer == null || buffer.length() < bytes) {
                if (buffer != null) {
                    buffer.release();
                }
                buffer = context.allocateForDevices(bytes);
                lines[slot] = buffer;
                if (buffer == null) {
                    return false;
                }
            }
            free[freeCount++] = slot;
        }
        return true;
    }

    private void ask() {
        Extent going = extent;
        Store from = store;
        if (going == null || from == null) {
            return;
        }
        for (long position = going.next(); position >= 0 && freeCount > 0; position = going.next()) {
            int slot = free[freeCount - 1];
            Buffer into = lines[slot];
            if (into == null || !context.read(from, position, into, 0, going.chunkBytes(), StoreProtocol.SHOW_READ_HANDLER, slot)) {
                if (!from.isValid() && going.abandon()) {
                    end(going);
                } else if (from.isValid() && freeCount == SLOTS) {
                    retry();
                }
                return;
            }
            positions[slot] = position;
            freeCount--;
            going.take();
        }
    }

    private void retry() {
        timing = timing || context.timer(RETRY_NS, StoreProtocol.SHOW_TIMER_HANDLER, BEGIN);
    }

    void onRead(Message message) {
        Extent going = extent;
        if (message.kind() != Message.Kind.BLOCKS || going == null) {
            return;
        }
        int slot = message.word(0);
        if (message.word(1) == 0) {
            ready[(firstReady + readyCount++) % SLOTS] = slot;
            draw();
        } else {
            finish(going, slot, false);
            ask();
        }
    }

    /** Transfers lines in the order in which they were read. */
    private void draw() {
        while (readyCount > 0) {
            int slot = ready[firstReady];
            Buffer from = lines[slot];
            Surface into = surface;
            Extent going = extent;
            if (from == null || into == null || going == null) {
                return;
            }
            TransferRequest transfer = context.transfer(from, into);
            if (transfer == null) {
                retry();
                return;
            }
            firstReady = (firstReady + 1) % SLOTS;
            readyCount--;
            int first = (int) ((positions[slot] - start) / lineBytes % into.height());
            int count = going.chunkBytes() / lineBytes;
            for (int line = 0; line < count; line++) {
                transfer.run(line * lineBytes, 0, first + line, lineBytes);
            }
            transfer.submit(StoreProtocol.SHOW_TRANSFER_HANDLER, slot);
        }
    }

    void onTransferEnd(Message message) {
        Extent going = extent;
        if (message.kind() == Message.Kind.TRANSFER && going != null) {
            finish(going, message.word(0), message.word(1) == 0);
            ask();
        }
    }

    void onTimer(Message message) {
        if (message.kind() == Message.Kind.TIMER) {
            timing = false;
            draw();
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
