package dev.spine.perf.benchmarks.wasm;

import java.io.ByteArrayOutputStream;

/** Numbers as Wasm writes them: seven bits in a byte, the lowest first, and a bit that says that more follow. */
final class Leb128 {
    private static final int MORE = 0x80;
    private static final int SIGN = 0x40;

    private Leb128() {}

    /** Writes an index, a length or an address. */
    static void unsigned(ByteArrayOutputStream out, int value) {
        int rest = value;
        while (rest >>> 7 != 0) {
            out.write(rest & 0x7F | MORE);
            rest >>>= 7;
        }
        out.write(rest);
    }

    /** Writes a constant: the highest bit of the last byte is its sign. */
    static void signed(ByteArrayOutputStream out, int value) {
        int rest = value;
        while (true) {
            int low = rest & 0x7F;
            rest >>= 7;
            if (rest == 0 && (low & SIGN) == 0 || rest == -1 && (low & SIGN) != 0) {
                out.write(low);
                return;
            }
            out.write(low | MORE);
        }
    }
}
