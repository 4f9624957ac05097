package dev.spine.i2o.param;

import dev.spine.i2o.layout.Octets;
import java.util.Arrays;

/** Reads an operation list from front to back; once it would leave the list it is exhausted and gives zeros. */
final class OperationCursor {
    private final byte[] list;
    private int position;
    private int operationStart;
    private boolean exhausted;

    OperationCursor(Octets list) {
        this.list = list.toArray();
    }

    int u16() {
        if (!has(Short.BYTES)) {
            return 0;
        }
        int value = (list[position] & 0xFF) | (list[position + 1] & 0xFF) << Byte.SIZE;
        position += Short.BYTES;
        return value;
    }

    Octets octets(int count) {
        if (!has(count)) {
            return Octets.NONE;
        }
        Octets value = Octets.of(Arrays.copyOfRange(list, position, position + count));
        position += count;
        return value;
    }

    private boolean has(int count) {
        exhausted |= count > list.length - position;
        return !exhausted;
    }

    int remaining() {
        return list.length - position;
    }

    boolean isExhausted() {
        return exhausted;
    }

    void beginOperation() {
        operationStart = position;
    }

    /** Goes to the word boundary after the operation, or to the end of the list. */
    void endOperation() {
        int length = position - operationStart;
        position = Math.min(list.length, operationStart + (length + 3) / Integer.BYTES * Integer.BYTES);
    }
}
