package dev.spine.peer.move;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.i2o.message.display.PutReply;
import dev.spine.i2o.message.display.PutRuns;
import dev.spine.i2o.message.display.RunsWriter;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.Op;
import dev.spine.iop.kernel.DeviceContext;
import dev.spine.iop.kernel.KernelRequest;
import dev.spine.iop.kernel.MessageRoute;
import dev.spine.peer.PeerConnection;
import dev.spine.peer.block.BlockClient;
import dev.spine.peer.block.BlockDirection;
import dev.spine.peer.block.BlockTarget;
import org.jspecify.annotations.Nullable;

/**
 * Disk to screen: the disk puts some lines into the card's memory, a message tells the display where they are, and the display pulls them.
 *
 * <p>The pictures lie on the disk line by line, as wide as the window.
 */
final class ShowJob implements MoveJob {
    private static final int SLOTS = 8;
    private static final int SLOT_BYTES = 128 << 10;
    private static final int MAX_LINES = 32;
    /** Marks the replies of displays, beside those of disks. */
    static final int INITIATOR_CONTEXT = 0x53484F57;

    private final DeviceContext context;
    private final BlockClient client;
    private final MoveStatus status;
    private Region lines;
    private final SlotRing slots = new SlotRing(SLOTS);
    /** Slots whose lines the display pulls now. */
    private final boolean[] pulled = new boolean[SLOTS];
    private final RunsWriter writer = new RunsWriter();
    private @Nullable CopyExtent extent;
    private @Nullable BlockTarget disk;
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
    private long beginNs;

    ShowJob(DeviceContext context, BlockClient client, MoveStatus status) {
        this.context = context;
        this.client = client;
        this.status = status;
        this.lines = allocate();
    }

    private Region allocate() {
        return context.bus().allocate(context.directory().iopName() + " lines of the block mover", context.busAgent(), Access.READ_WRITE,
            (long) SLOTS * SLOT_BYTES);
    }

    /** The IOP is reset: a disk that still writes for an order from before finds nothing there. */
    void reset() {
        clear();
        context.bus().remove(lines);
        lines = allocate();
    }

    @Override
    public @Nullable CopyExtent extent() {
        return extent;
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
        slots.reset();
        disk = from;
        display = screen;
        way = null;
        extent = wanted;
        beginNs = context.agent().nowNs() + (MoveOrder.word(frame, MoveOrder.DELAY_US) & 0xFFFF_FFFFL) * 1000;
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
    public int advance(int limit) {
        CopyExtent going = extent;
        BlockTarget from = disk;
        PeerConnection screen = display;
        if (going == null || from == null || screen == null || screen.state() == PeerConnection.State.OPENING) {
            return 0;
        }
        if (context.agent().nowNs() < beginNs) {
            context.agent().wakeAt(beginNs);
            return 0;
        }
        MessageRoute route = screen.route();
        if (route == null || way != null && way != route) {
            return loseDisplay(going);
        }
        way = route;
        int work = notify(route, going, limit);
        for (long position = going.next(); work < limit && position >= 0 && slots.hasFree(); position = going.next()) {
            int slot = slots.peekFree();
            if (!client.submit(from, BlockDirection.READ, position, lines.base() + (long) slot * SLOT_BYTES, going.chunkBytes(), this,
                slot)) {
                if (!from.isOpen()) {
                    going.abandon();
                }
                return work;
            }
            slots.take(position);
            going.take();
            work++;
        }
        return work;
    }

    /** Tells the display of lines that have been read. */
    private int notify(MessageRoute route, CopyExtent going, int limit) {
        int work = 0;
        while (work < limit && slots.hasFull()) {
            MessageFrame frame = route.open();
            if (frame == null) {
                route.wakeMe();
                break;
            }
            int slot = slots.firstFull();
            slots.removeFull();
            context.agent().charge(Op.BUILD_FRAME);
            writer.begin(frame, route.initiator(), route.target(), INITIATOR_CONTEXT, generation << Byte.SIZE | slot, window, format);
            int first = (int) ((slots.position(slot) - going.start()) / lineBytes % height);
            long address = lines.base() + (long) slot * SLOT_BYTES;
            for (int line = 0; line < chunkLines; line++) {
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

    @Override
    public void onRead(int slot, boolean well) {
        CopyExtent going = extent;
        if (going == null) {
            return;
        }
        if (well) {
            slots.fill(slot);
        } else {
            finish(going, slot, false);
        }
    }

    /** The display has pulled lines, or refused them; false when the reply is to nothing of this order, or no word of its display. */
    boolean onPut(MessageFrame reply) {
        CopyExtent going = extent;
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

    private void finish(CopyExtent going, int slot, boolean well) {
        slots.free(slot);
        if (well) {
            status.done();
        } else {
            status.failed();
        }
        going.finish(well);
    }

    @Override
    public void clear() {
        extent = null;
        generation = generation + 1 & 0xFF_FFFF;
        java.util.Arrays.fill(pulled, false);
    }
}
