package dev.spine.extension.api;

import org.jspecify.annotations.Nullable;

/**
 * What the extensions of a card offer one another: interfaces that are called, and handlers that get messages.
 *
 * <p><em>Interfaces.</em> The exporter and the caller each have an interface of their own with the same name in their jars, for instance
 * from the same source; they are matched by the names and descriptors of their methods. It is public, and so are its records. Parameters
 * are primitives, String, {@link Buffer}, {@link Surface}, {@link HostRegion}, and records of primitives and Strings; results are
 * primitives, String, such records, or nothing. Records are copied into the other side's record; no object of one extension ever comes to
 * another.
 *
 * <p>A buffer is lent for the call, with the rights that it has: afterwards the service finds it empty, and transfers that used it end. A
 * part that {@link Delegation#narrow} has made is delegated: the service may keep it, until it is revoked or released. Surfaces and regions
 * can only be delegated.
 *
 * <p>A call runs at once, in the caller's activation. The caller's fuel pays for it. What goes wrong in it is a {@link ServiceException} in
 * the caller. Called on the card's agent thread.
 */
public interface Services {
    /** The most interfaces and handlers that one extension offers at a time. */
    int MAX_OFFERS = 64;

    /**
     * Offers an interface.
     *
     * @param type the full name of the interface, as {@code "my.pkg.Adder"}; one of this extension's own jar
     * @param version at least 0; what it means is between who exports and who links
     * @param rights who may link
     * @param fuelOfCall the most units that one call may use, 1,000 to 500,000; a caller must have as much left, and pays what is used. A
     *     call that uses more is a failure of this extension
     * @param implementation what implements it
     * @throws IllegalArgumentException when the interface cannot be a service (the text says why), the implementation does not implement
     *     it, an extension of the same owner exports it in this version already, or this extension offers {@link #MAX_OFFERS} already
     */
    void export(String type, int version, ServiceRights rights, int fuelOfCall, Object implementation);

    /**
     * Ends an offer of an interface, in all versions: calls fail with {@link ServiceException.Reason#GONE}. Nothing happens when there is
     * none.
     *
     * @param type the full name of the interface
     */
    void withdraw(String type);

    /**
     * Links to an interface: of the versions in the range, one of an extension of the same owner before others, the highest first.
     *
     * <pre>{@code Adder adder = context.services().link("my.pkg.Adder", 1, 2);}</pre>
     *
     * @param <T> the interface
     * @param type its full name; one of this extension's own jar
     * @param firstVersion the lowest version
     * @param lastVersion the highest version
     * @return an object whose methods call the service
     * @throws ServiceException when nobody offers it to this extension, or with other methods or records
     * @throws IllegalArgumentException when the interface cannot be a service; the text says why
     */
    // A class literal, which would say the type, is nothing that an extension may have; the cast at the call is checked.
    @SuppressWarnings("TypeParameterUnusedInFormals")
    <T> T link(String type, int firstVersion, int lastVersion);

    /**
     * Opens a handler for messages and parts of other extensions.
     *
     * @param name by which they find it, one line of 1 to 64 characters
     * @param rights who may find it
     * @param handler its number, 1 to 255
     * @throws IllegalArgumentException when an extension of the same owner has opened one of this name, or this extension offers
     *     {@link #MAX_OFFERS} already
     */
    void open(String name, ServiceRights rights, int handler);

    /**
     * Closes a handler; ways to it that others have found lead to it as long as this extension lives. Nothing happens when there is none.
     *
     * @param name of {@link #open}
     */
    void close(String name);

    /**
     * {@return the way to a handler that an extension of the card has opened, of the same owner before others; null when there is none for
     * this extension}
     *
     * @param name of {@link #open}
     */
    @Nullable Route find(String name);
}
