package dev.spine.device.os.netlink;

import java.nio.ByteBuffer;

/**
 * The attributes in a range of a message, one after the other; none of its methods fails, whatever the bytes are.
 *
 * <p>Source: netlink(7), rtnetlink(7): each attribute has its length and its type in 16 bits each, then its value, filled up to 4 bytes.
 */
final class Attributes {
    private static final int HEADER = 4;
    private static final int TYPE = 0x3FFF;

    private final ByteBuffer bytes;
    private int next;
    private int end;
    private int value;
    private int length;
    private int type;
    private boolean malformed;

    Attributes(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    /** Goes to the beginning of a range of the bytes, which are in the native order. */
    Attributes over(int from, int to) {
        next = from;
        end = to;
        malformed = false;
        return this;
    }

    /** Whether there is another one: then the other methods are about it. */
    boolean next() {
        if (end - next < HEADER) {
            return false;
        }
        int whole = Short.toUnsignedInt(bytes.getShort(next));
        if (whole < HEADER || whole > end - next) {
            malformed = true;
            return false;
        }
        type = bytes.getShort(next + 2) & TYPE;
        value = next + HEADER;
        length = whole - HEADER;
        next += Math.min(end - next, whole + 3 & ~3);
        return true;
    }

    /** Whether the attributes ended where none can end. */
    boolean malformed() {
        return malformed;
    }

    int type() {
        return type;
    }

    int from() {
        return value;
    }

    int to() {
        return value + length;
    }

    int length() {
        return length;
    }

    /** A number of 32 bits, or what stands in for it when the value is shorter. */
    int number(int otherwise) {
        return length >= Integer.BYTES ? bytes.getInt(value) : otherwise;
    }
}
