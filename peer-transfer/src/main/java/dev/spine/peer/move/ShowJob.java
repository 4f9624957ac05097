package dev.spine.peer.move;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.i2o.message.display.PutReply;
import dev.spine.i2o.message.display.PutRuns;
import dev.spine.i2o.message.display.RunsWriter;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.KernelRequest;
import dev.spine.iop.kernel.MessageRoute;
import dev.spine.peer.PeerConnection;
import dev.spine.peer.block.BlockClient;
import dev.spine.peer.block.BlockTarget;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Disk to screen: the disk puts some lines into the card's memory, a message tells the display where they are, and the display pulls them.
 *
 * <p>The pictures lie on the disk line by line, as wide as the window.
 */
final class ShowJob extends MoveJob {
    private static final int SLOTS = 8;
    private static final int SLOT_BYTES = 128 << 10;
    private static final int MAX_LINES = 32;
    /** Marks the replies of displays, beside those of disks. */
    static final int INITIATOR_CONTEXT = 0x53484F57;

    /** Slots whose lines the display pulls now. */
    private final boolean[] pulled = new boolean[SLOTS];
    private final RunsWriter writer = new RunsWriter();
    private @Nullable PeerConnection display;
    /** The way on which the display was told; another one means that the connection was lost meanwhile. */
    private @Nullable MessageRoute way;
    private PixelFormat format = PixelFormat.UYVY;
    private int generation;
    private int window;
    private int width;
    private int height;
    private int lineBytes;
    private int chunkLines;

    ShowJob(DeviceContext context, BlockClient client, MoveStatus status) {
        super(context, client, status, "lines", SLOTS, SLOT_BYTES, 0);
    }

    /** Begins an order; false when a value is impossible. */
    boolean begin(KernelRequest order, BlockTarget from, PeerConnection screen) {
        MessageFrame frame = order.frame();
        PixelFormat source = PixelFormat.ofCode(MoveOrder.word(frame, 9) & 0xFF);
        window = MoveOrder.word(frame, 6);
        width = MoveOrder.word(frame, 7);
        height = MoveOrder.word(frame, 8);
        if (source == null || width < 1 || height < 1 || width > PutRuns.MAX_PIXELS || height > PutRuns.MAX_PIXELS) {
            return false;
        }
        format = source;
        lineBytes = width * source.bytesPerPixel();
        chunkLines = linesOfAChunk(from.blockBytes());
        long picture = (long) lineBytes * height;
        CopyExtent wanted = chunkLines == 0 || MoveOrder.longAt(frame, 2) % picture != 0 ? null
            : CopyExtent.of(order, from, chunkLines * lineBytes);
        if (wanted == null) {
            return false;
        }
        display = screen;
        way = null;
        begin(wanted, from, frame);
        return true;
    }

    /** The most lines that fit a message and a slot, divide the picture evenly, and fill whole blocks; 0 when there is no such number. */
    private int linesOfAChunk(int blockBytes) {
        for (int count = Math.min(MAX_LINES, height); count > 0; count--) {
            if (height % count == 0 && count * lineBytes % blockBytes == 0 && count * lineBytes <= SLOT_BYTES) {
                return count;
            }
        }
        return 0;
    }

    @Override
    boolean isReady() {
        return display != null && display.state() != PeerConnection.State.OPENING;
    }

    @Override
    int handOn(CopyExtent going, int limit) {
        MessageRoute route = display == null ? null : display.route();
        if (route == null || way != null && way != route) {
            return loseDisplay(going);
        }
        way = route;
        return notify(route, going, limit);
    }

    /** Tells the display of lines that have been read. */
    private int notify(MessageRoute route, CopyExtent going, int limit) {
        SlotRing slots = slots();
        int work = 0;
        while (work < limit && slots.hasFull()) {
            MessageFrame frame = route.open();
            if (frame == null) {
                route.wakeMe();
                break;
            }
            int slot = slots.firstFull();
            slots.removeFull();
            context().agent().charge(Op.BUILD_FRAME);
            writer.begin(frame, route.initiator(), route.target(), INITIATOR_CONTEXT, generation << Byte.SIZE | slot, window, format);
            int first = (int) ((slots.position(slot) - going.start()) / lineBytes % height);
            long address = region().base() + (long) slot * SLOT_BYTES;
            for (int line = 0; line < chunkLines; line++) {
                context().agent().charge(Op.SHOW_RUN);
                writer.add(0, first + line, width, (int) address + line * lineBytes);
            }
            writer.end();
            route.post();
            pulled[slot] = true;
            work++;
        }
        return work;
    }

    private int loseDisplay(CopyExtent going) {
        SlotRing slots = slots();
        going.abandon();
        int work = 0;
        while (slots.hasFull()) {
            int slot = slots.firstFull();
            slots.removeFull();
            finish(going, slot, false);
            work++;
        }
        for (int slot = 0; slot < SLOTS; slot++) {
            if (pulled[slot]) {
                pulled[slot] = false;
                finish(going, slot, false);
                work++;
            }
        }
        return work;
    }

    /** The display has pulled lines, or refused them; false when the reply is to nothing of this order, or no word of its display. */
    boolean onPut(MessageFrame reply) {
        CopyExtent going = extent();
        MessageRoute notified = way;
        int slot = reply.transactionContext() & 0xFF;
        if (going == null || notified == null || notified.replier() != reply.target() || slot >= SLOTS || !pulled[slot]
            || reply.transactionContext() >>> Byte.SIZE != generation) {
            return false;
        }
        pulled[slot] = false;
        finish(going, slot, !reply.isFail() && reply.requestStatus() == RequestStatus.SUCCESS && PutReply.PUT.get(reply) == chunkLines);
        return true;
    }

    @Override
    void clear() {
        super.clear();
        generation = generation + 1 & 0xFF_FFFF;
        Arrays.fill(pulled, false);
    }
}
