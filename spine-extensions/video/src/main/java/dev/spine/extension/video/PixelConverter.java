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
    private static final int SCRATCH_BYTES = 8192;
    private static final int SCRATCHES = 8;
    /** Pixels that fit into a scratch in any format, with room for those that complete a pixel group. */
    private static final int MAX_PIXELS = SCRATCH_BYTES / 4 - 4;

    private final ExtensionContext context;
    private final PixelFormat from;
    private final PixelFormat to;
    private final int reportTo;
    private final int number;
    private final @Nullable Buffer[] scratches = new Buffer[SCRATCHES];
    /** Transfers that read a scratch. */
    private final int[] busy = new int[SCRATCHES];
    /** The scratch that is being filled, how full it is, and the transfer that will read it. */
    private int current = -1;
    private int used;
    private @Nullable TransferRequest transfer;

    PixelConverter(ExtensionContext context, PixelFormat from, PixelFormat to, int reportTo, int number) {
        this.context = context;
        this.reportTo = reportTo;
        this.from = from;
        this.to = to;
        this.number = number & 0xFF_FFFF;
    }

    boolean converts(PixelFormat stream, PixelFormat screen) {
        return stream == from && screen == to;
    }

    /** A transfer that read a scratch has ended: of this converter, or of one that was replaced. */
    void onTransferEnd(int report) {
        int index = report & 0xFF;
        if (report >>> 8 == number && index < SCRATCHES && busy[index] > 0) {
            busy[index]--;
        }
    }

    /** Gives the memory back; transfers that read it keep it until they have ended. */
    void release() {
        for (int i = 0; i < SCRATCHES; i++) {
            Buffer scratch = scratches[i];
            if (scratch != null) {
                scratch.release();
            }
            scratches[i] = null;
        }
    }

    void draw(Buffer packet, VideoPacket lines, Surface target, VideoCounters counters) {
        boolean drawn = false;
        boolean cut = false;
        for (int i = 0; i < lines.lines && !cut; i++) {
            int line = lines.line[i] - target.linesAbove();
            int column = lines.column[i] - target.columnsLeft();
            int end = Math.min(column + lines.bytes[i] / from.bytesPerPixel(), target.width());
            int first = Math.max(column, 0);
            while (first < end && line >= 0 && line < target.height() && !cut) {
                // A piece ends with a whole pixel group, and fits into a scratch of its own.
                int pieceEnd = Math.min(end, first + MAX_PIXELS & -2);
                cut = !drawPiece(packet, lines.data[i], target, line, column, first, pieceEnd);
                drawn |= !cut;
                first = pieceEnd;
            }
        }
        submit();
        if (cut) {
            counters.noTransfer.increment();
        } else if (drawn) {
            counters.converted.increment();
            counters.drawn.increment();
        } else {
            counters.outside.increment();
        }
    }

    /** Converts some pixels of a line and adds them to a transfer; false when there is no scratch or no transfer for them. */
    private boolean drawPiece(Buffer packet, int data, Surface target, int line, int column, int first, int end) {
        int room = (end - first + 2) * 4;
        if (transfer != null && used + room > SCRATCH_BYTES) {
            submit();
        }
        for (int attempt = 0; attempt < 2; attempt++) {
            TransferRequest into = transfer != null ? transfer : begin(target);
            Buffer scratch = current < 0 ? null : scratches[current];
            if (into == null || scratch == null) {
                return false;
            }
            convert(packet, data, scratch, used, column, first, end);
            if (addRun(into, used, first, line, end - first)) {
                used += room;
                return true;
            }
            // The transfer has as many runs as it can have: the piece goes into the next.
            submit();
        }
        return false;
    }

    private @Nullable TransferRequest begin(Surface target) {
        int index = 0;
        while (index < SCRATCHES && busy[index] > 0) {
            index++;
        }
        if (index == SCRATCHES) {
            return null;
        }
        Buffer scratch = scratches[index];
        if (scratch == null) {
            scratch = context.allocate(SCRATCH_BYTES);
            scratches[index] = scratch;
        }
        transfer = scratch == null ? null : context.transfer(scratch, target);
        current = transfer == null ? -1 : index;
        used = 0;
        return transfer;
    }

    private void submit() {
        TransferRequest full = transfer;
        transfer = null;
        if (full != null && full.runs() == 0) {
            full.cancel();
        } else if (full != null) {
            busy[current]++;
            full.submit(reportTo, number << 8 | current);
        }
        current = -1;
    }

    /** In 4:2:2 the even pixel owns the pair's colour difference: a run begins with the odd pixel's last byte or ends before it. */
    private boolean addRun(TransferRequest into, int at, int column, int line, int pixels) {
        if (to != PixelFormat.UYVY) {
            return into.run(at, column * to.bytesPerPixel(), line, pixels * to.bytesPerPixel());
        }
        int first = column * 2 + (column & 1);
        int end = (column + pixels) * 2 + (column + pixels & 1);
        int skipped = first - column / 2 * 4;
        return into.run(at + skipped, first, line, end - first);
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
