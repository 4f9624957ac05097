package dev.spine.extension.api;

import org.jspecify.annotations.Nullable;

/**
 * Parts of what an extension holds, for other extensions of the same card: a part has narrower bounds, and rights that are fewer or the
 * same; it can be given to others, in a message by {@link #give} or as a parameter of a service, and taken back by {@link #revoke}.
 *
 * <p>What was given can be made narrower and given on. Revoking a part ends all that was made of it, wherever it is: buffers are empty at
 * once, surfaces and regions invalid, transfers under way are ended, and when no byte of any of them can move any more a message of kind
 * REVOKED says so. Releasing a buffer, a failure and an unload revoke what was made of it, too. Called on the card's agent thread.
 */
public interface Delegation {
    /**
     * Makes a part of a buffer. It is a kept buffer of this extension: {@link Buffer#release} ends it, and all that was made of it.
     *
     * @param of a buffer of this extension, a packet for example
     * @param offset first byte
     * @param bytes how many, at least 1
     * @param rights what may be done with the part
     * @return the part, or null when the quota of buffers is used up
     * @throws IndexOutOfBoundsException when the bytes leave the buffer
     */
    @Nullable Buffer narrow(Buffer of, int offset, int bytes, Rights rights);

    /**
     * Makes a part of a surface.
     *
     * @param of a surface of this extension
     * @param x first column of the part, from the surface's own
     * @param y first line of the part, from the surface's own
     * @param width columns, at least 1
     * @param height lines, at least 1
     * @return the part, or null when this extension has 64 parts already
     * @throws IndexOutOfBoundsException when the part leaves the surface
     * @throws IllegalArgumentException when the surface's format stores pairs of pixels and the part would cut one
     * @throws IllegalStateException when the surface was revoked
     */
    @Nullable Surface narrow(Surface of, int x, int y, int width, int height);

    /**
     * Makes a part of a region of the host's memory.
     *
     * @param of a region of this extension
     * @param offset first byte
     * @param bytes how many, at least 1
     * @param rights what may be done with the part
     * @return the part, or null when this extension has 64 parts already
     * @throws IndexOutOfBoundsException when the bytes leave the region
     * @throws IllegalStateException when the region was revoked
     */
    @Nullable HostRegion narrow(HostRegion of, int offset, int bytes, Rights rights);

    /**
     * Gives a part of a buffer to an extension of this card, in a message of kind DELEGATED. The receiver keeps it by {@link Buffer#keep}.
     *
     * @param to a way to a handler of this card
     * @param part made by {@link #narrow}
     * @param number goes into word 0 of the message
     * @return false when it could not be sent now, or the receiver can hold no more
     * @throws IllegalArgumentException when the way leads elsewhere, or the buffer is no part
     */
    boolean give(Route to, Buffer part, int number);

    /**
     * Gives a part of a surface to an extension of this card, in a message of kind DELEGATED.
     *
     * @param to a way to a handler of this card
     * @param part made by {@link #narrow}
     * @param number goes into word 0 of the message
     * @return false when it could not be sent now, or the receiver has 64 parts already
     * @throws IllegalArgumentException when the way leads elsewhere, or the surface is no part
     */
    boolean give(Route to, Surface part, int number);

    /**
     * Gives a part of a region of the host's memory to an extension of this card, in a message of kind DELEGATED.
     *
     * @param to a way to a handler of this card
     * @param part made by {@link #narrow}
     * @param number goes into word 0 of the message
     * @return false when it could not be sent now, or the receiver has 64 parts already
     * @throws IllegalArgumentException when the way leads elsewhere, or the region is no part
     */
    boolean give(Route to, HostRegion part, int number);

    /**
     * Takes back what was made of a buffer, and ends the buffer. The end is a message of kind REVOKED: from then on no byte that others
     * were moving lands in it or leaves it. What a disk has been asked for is waited for.
     *
     * @param part a kept buffer of this extension
     * @param handler a handler of this extension, 1 to 255
     * @param number goes into word 0 of the message
     * @throws IllegalArgumentException when the buffer is empty, not kept, or not this extension's
     */
    void revoke(Buffer part, int handler, int number);

    /**
     * Takes back what was made of a part of a surface, and ends the part. The end is a message of kind REVOKED.
     *
     * @param part made by {@link #narrow}, or given to this extension
     * @param handler a handler of this extension, 1 to 255
     * @param number goes into word 0 of the message
     * @throws IllegalArgumentException when the surface is no part
     * @throws IllegalStateException when it was revoked already
     */
    void revoke(Surface part, int handler, int number);

    /**
     * Takes back what was made of a region, and ends the region for this extension. The end is a message of kind REVOKED.
     *
     * @param part a region of this extension
     * @param handler a handler of this extension, 1 to 255
     * @param number goes into word 0 of the message
     * @throws IllegalStateException when it was revoked already
     */
    void revoke(HostRegion part, int handler, int number);
}
