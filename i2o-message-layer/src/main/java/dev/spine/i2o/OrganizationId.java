package dev.spine.i2o;

/**
 * Organization identifiers: whose private functions, OEM classes and modules are meant. 16 bits. Any thread.
 *
 * <p>The SIG's register of these numbers is not public and no longer kept.
 */
public final class OrganizationId {
    /** No organization: the SIG's own classes. */
    public static final int SIG = 0x0000;
    /** This project. <b>Unregistered</b>: chosen freely, unlike any number seen in a public driver. */
    public static final int SPINE = 0x7A5A;
    /** Matches any organization in a request for matching objects. */
    public static final int ANY = 0xFFFF;

    private OrganizationId() {
    }
}
