package dev.spine.extension.api;

import org.jspecify.annotations.Nullable;

/**
 * A piece of the host's memory that the application on the host granted to this extension: a place where transfers may begin or end. The
 * card's processor does not reach it. The card's agent.
 *
 * <p>Made by the runtime when a message of kind GRANTED brings one, or when it was delegated or made narrower. Whoever granted or delegated
 * it can revoke it at any time; transfers are then refused, and {@link #isValid} is false as soon as this card knows.
 */
public final class HostRegion {
    private final long address;
    private final int length;
    private final boolean writable;
    private final long grant;
    private @Nullable Object origin;
    private boolean valid = true;

    HostRegion(long address, int length, boolean writable, long grant) {
        this.address = address;
        this.length = length;
        this.writable = writable;
        this.grant = grant;
    }

    /** {@return its bytes} */
    public int length() {
        return length;
    }

    /** {@return whether transfers may end in it} */
    public boolean isWritable() {
        return writable;
    }

    /** {@return whether transfers can still succeed, as far as this card knows} */
    public boolean isValid() {
        return valid;
    }

    long address() {
        return address;
    }

    long grant() {
        return grant;
    }

    @Nullable Object origin() {
        return origin;
    }

    void origin(@Nullable Object newOrigin) {
        origin = newOrigin;
    }

    void invalidate() {
        valid = false;
    }

    @Override
    public String toString() {
        return "host region of " + length + " bytes" + (writable ? "" : ", read-only");
    }
}
