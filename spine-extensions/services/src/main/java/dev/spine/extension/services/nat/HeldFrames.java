package dev.spine.extension.services.nat;

import dev.spine.extension.api.Buffer;

/** Fragments that came before the first one of their packet: a few places, of which a new one takes that of the oldest. */
final class HeldFrames {
    /** Places. */
    static final int COUNT = 16;
    /** Bytes of a place: a frame of an ordinary wire. */
    static final int BYTES = 2048;

    private final Buffer memory;
    private final int[] packets = new int[COUNT];
    private final int[] sizes = new int[COUNT];
    private int next;

    HeldFrames(Buffer memory) {
        this.memory = memory;
    }

    /** {@return whether a frame was kept for a packet; one that is too long is not} */
    boolean keep(int packet, Buffer frame, int bytes) {
        if (bytes > BYTES) {
            return false;
        }
        memory.copyFrom(next * BYTES, frame, 0, bytes);
        packets[next] = packet;
        sizes[next] = bytes;
        next = (next + 1) % COUNT;
        return true;
    }

    /** {@return the place of the oldest frame of a packet, or -1} */
    int first(int packet) {
        for (int i = 0; i < COUNT; i++) {
            int at = (next + i) % COUNT;
            if (sizes[at] > 0 && packets[at] == packet) {
                return at;
            }
        }
        return -1;
    }

    Buffer memory() {
        return memory;
    }

    int bytes(int place) {
        return sizes[place];
    }

    void release(int place) {
        sizes[place] = 0;
    }

    /** Forgets the frames of a packet. */
    void drop(int packet) {
        for (int i = 0; i < COUNT; i++) {
            if (packets[i] == packet) {
                sizes[i] = 0;
            }
        }
    }
}
