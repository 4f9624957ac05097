package dev.spine.extension.panic.machine;

import dev.spine.extension.api.Buffer;
import org.jspecify.annotations.Nullable;

/** The message of an activation: its payload, and where it came from. Its owner sets it again for each message. */
public final class Packet {
    private static final int OCTETS_16 = 16;

    @Nullable Buffer memory;
    int at;
    int length;
    private boolean hasSender;
    private boolean isLocal;
    private int addressHigh;
    private int addressLow;

    /** No message: no payload and no sender. */
    public Packet() {
        // Everything is zero.
    }

    /** Makes it no message. */
    public void clear() {
        memory = null;
        at = 0;
        length = 0;
        hasSender = false;
    }

    /**
     * Makes it a message of this card: of its host, or of one of its programs.
     *
     * @param of the buffer with the payload, readable until the activation and its transfers have ended
     * @param first where the payload begins
     * @param bytes how many bytes it has; all lie in the buffer
     */
    public void setLocal(Buffer of, int first, int bytes) {
        if (first < 0 || bytes < 0 || first > of.length() - bytes) {
            throw outside();
        }
        memory = of;
        at = first;
        length = bytes;
        hasSender = true;
        isLocal = true;
    }

    /**
     * Makes it a message of a node.
     *
     * @param of as of {@link #setLocal}
     * @param first as there
     * @param bytes as there
     * @param high the first two octets of the node's hardware address
     * @param low its last four octets
     */
    public void setRemote(Buffer of, int first, int bytes, int high, int low) {
        if (first < 0 || bytes < 0 || first > of.length() - bytes) {
            throw outside();
        }
        memory = of;
        at = first;
        length = bytes;
        hasSender = true;
        isLocal = false;
        addressHigh = high;
        addressLow = low;
    }

    private static IndexOutOfBoundsException outside() {
        return new IndexOutOfBoundsException("a payload outside of its buffer: give one that lies within it");
    }

    /** {@return the payload's length in bytes} */
    public int length() {
        return length;
    }

    boolean hasSender() {
        return hasSender;
    }

    boolean isLocal() {
        return isLocal;
    }

    int addressHigh() {
        return addressHigh;
    }

    int addressLow() {
        return addressLow;
    }

    /** The payload's memory; null when there is none. */
    @Nullable Buffer memory() {
        return memory;
    }

    int at() {
        return at;
    }

    /** Whether an address is one of a node: two zero octets, then six. */
    static boolean isNode(int high) {
        return high >>> OCTETS_16 == 0;
    }
}
