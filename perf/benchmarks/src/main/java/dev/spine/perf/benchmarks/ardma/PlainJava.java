package dev.spine.perf.benchmarks.ardma;

import dev.spine.extension.api.Buffer;
import java.util.function.LongUnaryOperator;

/** What the routines do, as somebody writes it who knows where the bytes are. Any thread. */
final class PlainJava {
    private static final int KEY = 8;
    private static final int VALUE = 16;
    private static final int NONE = -1;

    private PlainJava() {}

    private static LongUnaryOperator times(LongUnaryOperator once) {
        return count -> {
            long sum = 0;
            for (long i = 0; i < count; i++) {
                sum += once.applyAsLong(i);
            }
            return sum;
        };
    }

    static LongUnaryOperator list(Buffer memory, long key) {
        return times(_ -> {
            for (long node = memory.i64(0); node != NONE; node = memory.i64((int) node)) {
                if (memory.i64((int) node + KEY) == key) {
                    return memory.i64((int) node + VALUE);
                }
            }
            return NONE;
        });
    }

    static LongUnaryOperator tree(Buffer memory, int fanOut, long key) {
        return times(_ -> {
            int at = 0;
            while (true) {
                int low = 0;
                int high = memory.i32(at + Integer.BYTES);
                while (low < high) {
                    int middle = low + high >>> 1;
                    if (memory.i64(at + (1 + middle) * Long.BYTES) <= key) {
                        low = middle + 1;
                    } else {
                        high = middle;
                    }
                }
                if (low == 0) {
                    return NONE;
                }
                long word = memory.i64(at + (fanOut + low) * Long.BYTES);
                if (memory.i32(at) == 0) {
                    return memory.i64(at + low * Long.BYTES) == key ? word : NONE;
                }
                at = (int) word;
            }
        });
    }

    static LongUnaryOperator checksum(Buffer memory, Buffer table, int tableAt, int bytes) {
        return times(_ -> {
            int crc = -1;
            for (int i = 0; i < bytes; i++) {
                crc = crc >>> Byte.SIZE ^ table.i32(tableAt + ((crc ^ memory.u8(i)) & 0xFF) * Integer.BYTES);
            }
            return ~crc & 0xFFFF_FFFFL;
        });
    }

    static LongUnaryOperator histogram(Buffer memory, Buffer counts, long lowest, long width, int ranges) {
        return times(_ -> {
            long numbers = memory.i64(0);
            for (int i = 1; i <= numbers; i++) {
                long value = memory.i64(i * Long.BYTES);
                long place = value < lowest ? 0 : Math.min((value - lowest) / width + 1, ranges + 1L);
                counts.put64((int) place * Long.BYTES, counts.i64((int) place * Long.BYTES) + 1);
            }
            return numbers;
        });
    }
}
