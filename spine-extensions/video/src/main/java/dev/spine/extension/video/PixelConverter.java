package dev.spine.extension.video;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.PixelFormat;
import dev.spine.extension.api.Surface;
import dev.spine.extension.api.TransferRequest;
import org.jspecify.annotations.Nullable;

/**
 * Converts the pixels of a packet in the card's memory before they are transferred, when screen and stream store them differently.
 *
 * <p>ITU-R BT.601, limited range, in integers. With c = Y - 16, d = Cb - 128, e = Cr - 128: R = (298c + 409e + 128) &gt;&gt; 8,
 * G = (298c - 100d - 208e + 128) &gt;&gt; 8, B = (298c + 516d + 128) &gt;&gt; 8, each limited to 0..255. Back:
 * Y = (66R + 129G + 25B + 128 &gt;&gt; 8) + 16, Cb = (-38R - 74G + 112B + 128 &gt;&gt; 8) + 128,
 * Cr = (112R - 94G - 18B + 128 &gt;&gt; 8) + 128. The unused byte of XRGB8888 is 0xFF.
 */
final class PixelConverter {
    /** Room for the converted pixels of some twenty packets that are under way, or one of the longest. */
    private static final int SCRATCH_BYTES = 64 * 1024;
    /** Transfers that are under way; a power of two. */
    private static final int MAX_TRANSFERS = 64;
    /** Pixels that a run may take beyond its own: half a pair of 4:2:2 at each end. */
    private static final int MARGIN_PIXELS = 2;
    /** Lines that are sure to fit into one transfer. */
    private static final int LINES_OF_TRANSFER = 16;

    /** What became of a packet. */
    enum Outcome {
        /** Its pixels are on their way. */
        DRAWN,
        /** None of its pixels is in the window. */
        OUTSIDE,
        /** There is no room or no transfer now: try again when one has ended, be it another window's. Nothing was done. */
        LATER,
        /** The card has no memory or no transfer for it or for its last lines: these pixels are dropped. */
        CUT
    }

    private final ExtensionContext context;
    private final PixelFormat from;
    private final PixelFormat to;
    private final int reportTo;
    /** Tells the transfers of this conversion from those of one before it, whose ends may still be reported. */
    private final int epoch;
    private @Nullable Buffer scratch;
    /** The scratch is a ring of pieces; a piece is free again when its transfer and all before it have ended. */
    private final int[] pieceEnd = new int[MAX_TRANSFERS];
    private final boolean[] ended = new boolean[MAX_TRANSFERS];
    private int oldest;
    private int newest;
    /** Where the oldest piece begins, and where the newest ends; equal when there is none. */
    private int used;
    private int next;

    PixelConverter(ExtensionContext context, PixelFormat from, PixelFormat to, int reportTo, int epoch) {
        this.context = context;
        this.reportTo = reportTo;
        this.epoch = epoch;
        this.from = from;
        this.to = to;
    }

    boolean converts(PixelFormat stream, PixelFormat screen) {
        return stream == from && screen == to;
    }

    /** The conversion is over; a transfer that still reads the scratch keeps it until it ends. */
    void close() {
        Buffer memory = scratch;
        scratch = null;
        if (memory != null) {
            memory.release();
        }
    }

    /** A transfer has ended: {@code report} is what it was submitted with, by this converter or by one that was replaced. */
    void onTransferEnd(int report) {
        int piece = report & MAX_TRANSFERS - 1;
        if (report < 0 || report / MAX_TRANSFERS != epoch || (piece - oldest & MAX_TRANSFERS - 1) >= newest - oldest) {
            return;
        }
        ended[piece] = true;
        while (oldest != newest && ended[oldest & MAX_TRANSFERS - 1]) {
            used = pieceEnd[oldest & MAX_TRANSFERS - 1];
            oldest++;
        }
        if (oldest == newest) {
            used = 0;
            next = 0;
        }
    }

    /** {@return whether transfers of this conversion are under way, whose ends are reported} */
    boolean isUnderWay() {
        return oldest != newest;
    }

    /** Where so many bytes in at most so many pieces can begin, or -1. Pieces never end where the oldest begins, so equal means empty. */
    private int place(int bytes, int pieces) {
        if (newest - oldest > MAX_TRANSFERS - pieces) {
            return -1;
        }
        if (next >= used) {
            return SCRATCH_BYTES - next >= bytes ? next : oldest != newest && used > bytes ? 0 : -1;
        }
        return used - next > bytes ? next : -1;
    }

    private static int room(int pixels) {
        return (pixels + MARGIN_PIXELS) * Integer.BYTES;
    }

    /** Converts and transfers the lines of a packet that are in the window. */
    Outcome draw(Buffer packet, VideoPacket lines, Surface target, Placement place) {
        Buffer memory = scratch;
        if (memory == null) {
            memory = context.allocate(SCRATCH_BYTES);
            scratch = memory;
        }
        int bytes = 0;
        for (int i = 0; i < lines.lines; i++) {
            bytes += room(lines.bytes[i] / from.bytesPerPixel());
        }
        if (memory == null || bytes > SCRATCH_BYTES) {
            return Outcome.CUT;
        }
        int begin = place(bytes, 1 + lines.lines / LINES_OF_TRANSFER);
        if (begin < 0) {
            return Outcome.LATER;
        }
        TransferRequest transfer = null;
        boolean drawn = false;
        int at = begin;
        int dataEnd = lines.data;
        for (int i = 0; i < lines.lines; i++) {
            int data = dataEnd;
            dataEnd += lines.bytes[i];
            int line = lines.line[i] - place.linesHidden;
            int column = lines.column[i] - place.columnsHidden;
            int end = Math.min(column + lines.bytes[i] / from.bytesPerPixel(), place.width);
            int first = Math.max(column, 0);
            if (end <= first || line < 0 || line >= place.height) {
                continue;
            }
            if (transfer != null && transfer.runs() == LINES_OF_TRANSFER) {
                submit(transfer, at);
                transfer = null;
            }
            if (transfer == null) {
                transfer = context.transfer(memory, target);
            }
            if (transfer == null) {
                return drawn ? Outcome.CUT : Outcome.LATER;
            }
            convert(packet, data, memory, at, column, first, end);
            addRun(transfer, place, at, first, line, end - first);
            at += room(end - first);
            drawn = true;
        }
        if (transfer != null) {
            submit(transfer, at);
        }
        return drawn ? Outcome.DRAWN : Outcome.OUTSIDE;
    }

    private void submit(TransferRequest transfer, int end) {
        int piece = newest++ & MAX_TRANSFERS - 1;
        next = end;
        pieceEnd[piece] = end;
        ended[piece] = false;
        transfer.submit(reportTo, epoch * MAX_TRANSFERS + piece);
    }

    /** In 4:2:2 the even pixel owns the pair's colour difference: a run begins with the odd pixel's last byte or ends before it. */
    private void addRun(TransferRequest transfer, Placement place, int at, int column, int lineOfPlace, int pixels) {
        int leftBytes = place.left * to.bytesPerPixel();
        int line = place.top + lineOfPlace;
        if (to != PixelFormat.UYVY) {
            transfer.run(at, leftBytes + column * to.bytesPerPixel(), line, pixels * to.bytesPerPixel());
            return;
        }
        int first = column * 2 + (column & 1);
        int end = (column + pixels) * 2 + (column + pixels & 1);
        int skipped = first - column / 2 * 4;
        transfer.run(at + skipped, leftBytes + first, line, end - first);
    }

    private void convert(Buffer packet, int data, Buffer scratch, int at, int column, int first, int end) {
        int base = to == PixelFormat.UYVY ? at - first / 2 * 4 : at - first * to.bytesPerPixel();
        for (int x = first; x < end; x++) {
            int i = x - column;
            if (from == PixelFormat.UYVY) {
                int pair = data + i / 2 * 4;
                int c = 298 * (packet.u8(pair + 1 + (i & 1) * 2) - 16) + 128;
                int d = packet.u8(pair) - 128;
                int e = packet.u8(pair + 2) - 128;
                putRgb(scratch, base, x, limit(c + 409 * e >> 8), limit(c - 100 * d - 208 * e >> 8), limit(c + 516 * d >> 8));
            } else {
                int pixel = data + i * 3;
                putRgb(scratch, base, x, packet.u8(pixel), packet.u8(pixel + 1), packet.u8(pixel + 2));
            }
        }
    }

    private void putRgb(Buffer scratch, int base, int x, int red, int green, int blue) {
        switch (to) {
            case RGB888 -> {
                scratch.put8(base + x * 3, red);
                scratch.put8(base + x * 3 + 1, green);
                scratch.put8(base + x * 3 + 2, blue);
            }
            case XRGB8888 -> scratch.put32(base + x * 4, blue << 24 | green << 16 | red << 8 | 0xFF);
            case RGB565 -> {
                int word = red >> 3 << 11 | green >> 2 << 5 | blue >> 3;
                scratch.put16(base + x * 2, (word & 0xFF) << 8 | word >> 8);
            }
            case UYVY -> {
                int pair = base + x / 2 * 4;
                int luma = (66 * red + 129 * green + 25 * blue + 128 >> 8) + 16;
                if ((x & 1) == 0) {
                    scratch.put8(pair, (-38 * red - 74 * green + 112 * blue + 128 >> 8) + 128);
                    scratch.put8(pair + 1, luma);
                    scratch.put8(pair + 2, (112 * red - 94 * green - 18 * blue + 128 >> 8) + 128);
                } else {
                    scratch.put8(pair + 3, luma);
                }
            }
        }
    }

    private static int limit(int value) {
        return Math.max(0, Math.min(255, value));
    }
}
