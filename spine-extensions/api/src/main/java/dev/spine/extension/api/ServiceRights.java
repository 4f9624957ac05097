package dev.spine.extension.api;

import java.util.List;

/**
 * Who may use what an extension offers to others of its card. Immutable.
 *
 * @param who which extensions
 * @param names the names of those that may, when only some of the same owner may
 */
public record ServiceRights(Who who, List<String> names) {
    /** Every extension of the card. */
    public static final ServiceRights EVERYBODY = new ServiceRights(Who.EVERYBODY, List.of());
    /** Every extension of the same owner. */
    public static final ServiceRights OWNER = new ServiceRights(Who.OWNER, List.of());

    private static final int MAX_NAMES = 64;

    /** Which extensions may. */
    public enum Who {
        /** All. */
        EVERYBODY,
        /** Those of the same owner. */
        OWNER,
        /** Those of the same owner that have one of some names: others can give themselves every name. */
        NAMED
    }

    /** Takes a copy of the names. */
    public ServiceRights {
        names = List.copyOf(names);
        if (names.size() > MAX_NAMES) {
            throw new IllegalArgumentException("at most " + MAX_NAMES + " extensions can be named");
        }
    }

    /**
     * {@return the right of some extensions of the same owner}
     *
     * @param names their names, as in their jars; at most 64
     */
    public static ServiceRights named(List<String> names) {
        return new ServiceRights(Who.NAMED, names);
    }

    /**
     * {@return the right of some extensions of the same owner}
     *
     * @param names their names, as in their jars; at most 64
     */
    public static ServiceRights named(String... names) {
        return named(List.of(names));
    }
}
