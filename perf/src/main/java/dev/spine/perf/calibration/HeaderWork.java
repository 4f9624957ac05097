package dev.spine.perf.calibration;

import java.util.function.LongUnaryOperator;

/** Code of counted units: headers of 20 bytes are summed, one field is counted down, and the sum is written back. One thread at a time. */
public final class HeaderWork implements LongUnaryOperator {
    private static final int HEADERS = 16;
    private static final int ROOM = 128;
    private static final int SETS = 64;
    private static final int BYTES = 20;

    private final byte[] headers = new byte[HEADERS * ROOM * SETS];

    /** Made in each namespace. */
    public HeaderWork() {
        for (int i = 0; i < headers.length; i++) {
            headers[i] = (byte) (i * 31);
        }
    }

    private static int u16(byte[] bytes, int at) {
        return (bytes[at] & 0xFF) << 8 | bytes[at + 1] & 0xFF;
    }

    @Override
    public long applyAsLong(long seed) {
        byte[] bytes = headers;
        int at = ((int) seed & SETS - 1) * HEADERS * ROOM;
        long result = 0;
        for (int i = 0; i < HEADERS; i++) {
            int sum = 0;
            for (int j = at; j < at + BYTES; j += 2) {
                sum += u16(bytes, j);
            }
            sum = (sum & 0xFFFF) + (sum >>> 16);
            int left = bytes[at + 8] & 0xFF;
            if (left > 1) {
                bytes[at + 8] = (byte) (left - 1);
                bytes[at + 10] = (byte) (sum >>> 8);
                bytes[at + 11] = (byte) sum;
                result += sum;
            } else {
                bytes[at + 8] = 64;
            }
            at += ROOM;
        }
        return result;
    }
}
