package dev.spine.extension.api.metered;

/** A collection or map that keeps the room which it once needed. */
public sealed interface Roomy permits MeteredMap, MeteredSet, MeteredDeque, MeteredQueue {
    /** {@return the most elements or entries that it ever had room for, not less than it has now} */
    int room();
}
