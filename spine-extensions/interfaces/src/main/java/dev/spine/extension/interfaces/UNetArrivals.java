package dev.spine.extension.interfaces;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Message;
import org.jspecify.annotations.Nullable;

/** Messages for an endpoint that are not in its receive queue yet, in their order. Bounded and preallocated. */
final class UNetArrivals {
    /** Words of a message within its descriptor. */
    static final int WORDS = UNetProtocol.INLINE_BYTES / Integer.BYTES;

    /** One message. */
    static final class Arrival {
        final int[] words = new int[WORDS];
        int channel;
        int bytes;
        @Nullable Buffer data;
        /** Whom to tell that the card holds the message no more. */
        int node;
        int endpoint;
        int ticket;
    }

    private final Arrival[] arrivals = new Arrival[UNetProtocol.RING];
    private int first;
    private int count;
    private int longOnes;

    UNetArrivals() {
        for (int i = 0; i < arrivals.length; i++) {
            arrivals[i] = new Arrival();
        }
    }

    boolean isEmpty() {
        return count == 0;
    }

    int count() {
        return count;
    }

    /** {@return whether there is room} */
    boolean mayAdd(boolean isLong) {
        return count < arrivals.length && (!isLong || longOnes < UNetProtocol.LONG_WINDOW);
    }

    boolean hasLong() {
        return longOnes > 0;
    }

    /** {@return a new one at the end, its words those of a message from its third on, if it is given} */
    Arrival add(int channel, int bytes, @Nullable Buffer data, @Nullable Message from) {
        Arrival arrival = arrivals[(first + count++) % arrivals.length];
        arrival.channel = channel;
        arrival.bytes = bytes;
        arrival.data = data;
        arrival.node = -1;
        if (data != null) {
            longOnes++;
        } else if (from != null) {
            for (int i = 0; i < WORDS; i++) {
                arrival.words[i] = from.word(2 + i);
            }
        }
        return arrival;
    }

    Arrival first() {
        return arrivals[first];
    }

    /** Forgets the first one; its buffer is released when no transfer uses it any more. */
    void removeFirst() {
        Arrival arrival = arrivals[first];
        Buffer data = arrival.data;
        if (data != null) {
            arrival.data = null;
            longOnes--;
            data.release();
        }
        first = (first + 1) % arrivals.length;
        count--;
    }
}
