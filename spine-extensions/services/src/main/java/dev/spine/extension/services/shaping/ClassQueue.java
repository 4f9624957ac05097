package dev.spine.extension.services.shaping;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.router.part.ExtensionParameters;

/** The frames of a class that wait, in memory of the card, and how much of its turn the class has left. */
final class ClassQueue {
    /** The longest frame that can wait: an Ethernet frame with two tags. */
    static final int MAX_BYTES = 1_522;

    private static final int SLOT_BYTES = 1_536;

    private final TrafficClass traffic;
    private final Buffer memory;
    private final int[] lengths;
    private final int quantum;
    private final Counter sent;
    private final Counter sentBytes;
    private final Counter waited;
    private final Counter dropped;
    private int first;
    private int count;
    private int deficit;

    ClassQueue(ExtensionContext context, TrafficClass traffic) {
        this.traffic = traffic;
        int frames = (int) ExtensionParameters.number(context, traffic.name() + ".queue", 32, 1, 4_096);
        this.quantum = (int) ExtensionParameters.number(context, traffic.name() + ".quantum", MAX_BYTES, 64, 65_536);
        this.lengths = new int[frames];
        Buffer room = context.allocate(frames * SLOT_BYTES);
        if (room == null) {
            throw new IllegalStateException("there is no memory for a queue of " + frames + " frames: give the card's runtime more, or say"
                + " fewer");
        }
        this.memory = room;
        this.sent = context.counter(traffic.name() + " packets sent");
        this.sentBytes = context.counter(traffic.name() + " bytes sent");
        this.waited = context.counter(traffic.name() + " packets waited");
        this.dropped = context.counter(traffic.name() + " packets dropped");
    }

    TrafficClass traffic() {
        return traffic;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Keeps a copy at the end, or counts the frame as dropped when there is no room. */
    boolean add(Buffer frame, int offset, int bytes) {
        if (count == lengths.length || bytes > MAX_BYTES) {
            dropped.increment();
            return false;
        }
        int slot = (first + count) % lengths.length;
        memory.copyFrom(slot * SLOT_BYTES, frame, offset, bytes);
        lengths[slot] = bytes;
        count++;
        waited.increment();
        return true;
    }

    int headBytes() {
        return lengths[first];
    }

    boolean sendHead(ExtensionContext context) {
        if (!context.transmit(memory, first * SLOT_BYTES, lengths[first])) {
            return false;
        }
        deficit -= lengths[first];
        wentOut(lengths[first]);
        first = (first + 1) % lengths.length;
        if (--count == 0) {
            // Who has nothing to send saves nothing up.
            deficit = 0;
        }
        return true;
    }

    void wentOut(int bytes) {
        sent.increment();
        sentBytes.add(bytes);
    }

    void beginTurn() {
        deficit += quantum;
    }

    boolean isInTurn() {
        return deficit >= lengths[first];
    }
}
