package dev.spine.extension.runtime;

import dev.spine.extension.runtime.quota.HeapCount;

/** What an instance tells its card, and has the card do for it. On the card's agent. */
interface InstanceEvents {
    /** {@return what the code of an instance that is being made asks for things} */
    ExtensionInstance.Context contextOf(ExtensionInstance instance);

    /** The instance has ended: it leaves everything that could call it, and what it offers ends. */
    void ended(ExtensionInstance instance);

    /** The instance has ended by a failure. */
    void failed(ExtensionInstance instance, String why);

    /** A replacement is on trial until this time at most. */
    void trialBegan(long endsNs);

    /** A trial is over, one way or the other. */
    void trialEnded();

    /** A version on trial has gone: what it exports ends. */
    void versionLeft(ExtensionInstance instance, int generation);

    /** The new version has failed on trial, and the one before it goes on. */
    void rolledBack(ExtensionInstance instance, String why);

    /** A lease was revoked: messages to the host that take data from it move none of it any more. */
    void revoked(Lease lease);

    /** Counts the heap of the other extensions of the owner, so that garbage of theirs does not count as held. */
    void countOthers(ExtensionInstance instance);

    /** The same with the others of all owners: the card's memory is theirs together. */
    void countAllOthers(ExtensionInstance instance);

    /** {@return how an extension has left more in use than the card has memory, with who holds what} */
    String fullMemory();

    /** Adds what the services of an instance hold to a count. */
    void countOffers(ExtensionInstance instance, HeapCount count);
}
