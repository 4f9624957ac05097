package dev.spine.extension.router.host.fib;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** What the cards' table memory holds, byte for byte. It grows as places are used. */
final class TableImage {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private byte[] bytes = new byte[1 << 16];
    private final int limit;

    TableImage(int limit) {
        this.limit = limit;
    }

    /** Makes sure that there are bytes up to a place. */
    private void reach(int end) {
        if (end > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(limit, Math.max(end, bytes.length * 2L)));
        }
    }

    int word(int place) {
        return (int) INT.get(bytes, place);
    }

    long vector(int place) {
        return (long) LONG.get(bytes, place);
    }

    void setWord(int place, int value) {
        reach(place + Integer.BYTES);
        INT.set(bytes, place, value);
    }

    void write(int place, byte[] from, int length) {
        reach(place + length);
        System.arraycopy(from, 0, bytes, place, length);
    }

    void copy(int from, int to, int length) {
        reach(to + length);
        System.arraycopy(bytes, from, bytes, to, length);
    }

    void words(int place, int[] words) {
        reach(place + words.length * Integer.BYTES);
        for (int i = 0; i < words.length; i++) {
            INT.set(bytes, place + i * Integer.BYTES, words[i]);
        }
    }

    boolean same(int place, byte[] as, int length) {
        return Arrays.equals(bytes, place, place + length, as, 0, length);
    }

    void read(int place, byte[] to, int at, int length) {
        System.arraycopy(bytes, place, to, at, length);
    }
}
