package dev.spine.extension.runtime.network;

import dev.spine.extension.api.ReturnReason;
import dev.spine.extension.api.ServiceLevel;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** The runtime, as the network sees it: where messages that arrive, or come back, go. Called on the card's agent; throws nothing. */
public interface MessageSink {
    /** Whether a message can be taken. */
    enum Admission {
        /** Now. */
        TAKEN,
        /** Later: there is no room. */
        FULL,
        /** Never: there is nobody for it. */
        NO_RECEIVER,
        /** Never: its data are too many. */
        TOO_LARGE
    }

    /** The place of a message whose data are on their way, with memory for them that is charged to its receiver. */
    interface Arriving {
        /**
         * Puts bytes into it.
         *
         * @param from where they are
         * @param offset the first of them there
         * @param at where they go in the data
         * @param bytes how many; they fit
         */
        void put(MemorySegment from, long offset, int at, int bytes);

        /** The data will not be complete: place and memory are free again. */
        void cancel();
    }

    /**
     * {@return whether a message could be taken now}
     *
     * @param source hardware address of the sender's card
     * @param words its 16 words
     * @param dataBytes how many bytes of data come with it, at least 0
     */
    Admission admission(long source, int[] words, int dataBytes);

    /**
     * {@return a number for the owner of an extension of this card, the same for all of his}
     *
     * @param instance the extension, 0 for the runtime itself
     */
    long ownerOf(int instance);

    /**
     * {@return how many messages more a receiver has room for}
     *
     * @param control word 3 of a message for it
     */
    int room(int control);

    /**
     * A stream was told to wait because its receiver has no room.
     *
     * @param control word 3 of the message that waits
     */
    void held(int control);

    /**
     * {@return memory for the data of a message that {@link #admission} has just taken, or null when there is none now}
     *
     * @param control word 3 of the message
     * @param bytes how many, at least 1
     */
    @Nullable Arriving begin(int control, int bytes);

    /**
     * Takes a message that {@link #admission} has just taken, or whose data are complete.
     *
     * @param source hardware address of the sender's card
     * @param level how it came
     * @param words its 16 words, the sink's until it returns
     * @param data its data, the sink's from here on, or null
     */
    void deliver(long source, ServiceLevel level, int[] words, @Nullable Arriving data);

    /**
     * Takes a message back that an extension of this card has sent.
     *
     * @param destination hardware address of the card that it was for
     * @param instance whose it is
     * @param handler where the sender wants it, 0 for nowhere
     * @param words its 16 words
     * @param reason why
     * @return false when there is no room now: it is offered again
     */
    boolean takeBack(long destination, int instance, int handler, int[] words, ReturnReason reason);
}
