package dev.spine.extension.runtime;

import dev.spine.extension.runtime.memory.CardMemory;
import dev.spine.extension.runtime.message.BackgroundWork;
import dev.spine.extension.runtime.watch.Guest;
import org.jspecify.annotations.Nullable;

/** An instance as the other parts of its card know it: what it may, and what comes to it. Belongs to the card's agent. */
interface Resident extends Guest, BackgroundWork.Requester {
    /** Finds the instances of a card. */
    @FunctionalInterface
    interface Table {
        /**
         * {@return the instance of a number, or null when there is none}
         *
         * @param number any number; instances have those from 1 to 255
         */
        @Nullable Resident get(int number);
    }

    /** {@return whether anything is bounded for its owner: it is a user's} */
    boolean isBounded();

    /** {@return when it has rested from a long activation} */
    long restsUntilNs();

    /** {@return which version of the code is running} */
    int generation();

    /** {@return whether the end of something that a version has asked for is told to the instance} */
    boolean wants(int generation);

    /** {@return whether it has a handler of a number, so that a message for it is one for somebody} */
    boolean hasHandler(int handler);

    /** {@return what it holds of the card} */
    Holdings holdings();

    /** A lease of memory that already holds the data of a bulk message, or null when this instance can hold no more. */
    @Nullable Lease leaseFor(CardMemory.Block block);

    /** A message for a handler of this instance: {@return whether there was one}. */
    boolean onMessage(MessageSlot slot);

    /** Charges the processor for what the code has executed so far, before each effect of an activation. */
    void chargeWork();
}
