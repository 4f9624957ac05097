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

    private final ExtensionContext context;
    private final PixelFormat from;
    private final PixelFormat to;
    private final int reportTo;
    private final @Nullable Buffer[] scratches = new Buffer[SCRATCHES];
    private final boolean[] busy = new boolean[SCRATCHES];

    PixelConverter(ExtensionContext context, PixelFormat from, PixelFormat to, int reportTo) {
        this.context = context;
        this.reportTo = reportTo;
        this.from = from;
        this.to = to;
        for (int i = 0; i < SCRATCHES; i++) {
            scratches[i] = context.allocate(SCRATCH_BYTES);
        }
    }

    boolean converts(PixelFormat stream, PixelFormat screen) {
        return stream == from && screen == to;
    }

    /** The transfer that read a scratch has ended. */
    void onTransferEnd(int scratch) {
        busy[scratch] = false;
    }

    void draw(Buffer packet, VideoPacket lines, Surface target, VideoCounters counters) {
        int index = 0;
        while (index < SCRATCHES && (busy[index] || scratches[index] == null)) {
            index++;
        }
        Buffer scratch = index == SCRATCHES ? null : scratches[index];
        TransferRequest transfer = scratch == null ? null : context.transfer(scratch, target);
        if (scratch == null || transfer == null) {
            counters.noTransfer.increment();
            return;
        }
        int at = 0;
        for (int i = 0; i < lines.lines; i++) {
            int line = lines.line[i] - target.linesAbove();
            int column = lines.column[i] - target.columnsLeft();
            int end = Math.min(column + lines.bytes[i] / from.bytesPerPixel(), target.width());
            int first = Math.max(column, 0);
            int room = (end - first + 2) * 4;
            if (end > first && line >= 0 && line < target.height() && at + room <= SCRATCH_BYTES) {
                convert(packet, lines.data[i], scratch, at, column, first, end);
                addRun(transfer, at, first, line, end - first);
                at += room;
            }
        }
        if (transfer.runs() == 0) {
            transfer.cancel();
            counters.outside.increment();
            return;
        }
        busy[index] = true;
        transfer.submit(reportTo, index);
        counters.converted.increment();
        counters.drawn.increment();
    }

    /** In 4:2:2 the even pixel owns the pair's colour difference: a run begins with the odd pixel's last byte or ends before it. */
    private void addRun(TransferRequest transfer, int at, int column, int line, int pixels) {
        if (to != PixelFormat.UYVY) {
            transfer.run(at, column * to.bytesPerPixel(), line, pixels * to.bytesPerPixel());
            return;
        }
        int first = column * 2 + (column & 1);
        int end = (column + pixels) * 2 + (column + pixels & 1);
        int skipped = first - column / 2 * 4;
        transfer.run(at + skipped, first, line, end - first);
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
