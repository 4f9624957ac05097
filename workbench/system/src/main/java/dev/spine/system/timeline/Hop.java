package dev.spine.system.timeline;

/**
 * A resource has to do with a packet for a time. Any thread.
 *
 * @param row the resource, for example {@code "nic DMA"}
 * @param kind which step of the way it is
 * @param what what happens, for people
 * @param fromPs when it begins, picoseconds of virtual time
 * @param toPs when it ends; the same for what takes no time
 */
public record Hop(String row, Kind kind, String what, long fromPs, long toPs) {
    /** The steps of a packet's way. */
    public enum Kind {
        /** An extension that the way needs was loaded; before all packets. */
        LOAD,
        /** The packet is on a wire. */
        WIRE,
        /** It is in the card's receive memory. */
        ARRIVAL,
        /** A message that names it, or carries a part of it, is on its way. */
        MESSAGE,
        /** A processor has taken it, or a message about it. */
        DISPATCH,
        /** Code of an extension runs for it. */
        ACTIVATION,
        /** A DMA engine moves it, perhaps with others, from set-up to last byte. */
        TRANSFER,
        /** The bus is held for that. */
        BUS,
        /** Its receive buffer is free again. */
        RELEASE
    }
}
