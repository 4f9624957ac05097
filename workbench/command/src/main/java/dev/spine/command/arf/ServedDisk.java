package dev.spine.command.arf;

import org.jspecify.annotations.Nullable;

/**
 * A disk that a server of Active RDMA has, as {@code ardma://HOST:PORT/NAME} says it.
 *
 * @param place {@code HOST:PORT} of the server's tunnel
 * @param area by which name the server has opened it
 */
record ServedDisk(String place, String area) {
    /** How one begins. */
    static final String BEGIN = "ardma:";

    private static final String SLASHES = "//";

    /** {@return the disk; null when the text says none} */
    static @Nullable ServedDisk of(String text) {
        if (!text.startsWith(BEGIN + SLASHES)) {
            return null;
        }
        String rest = text.substring(BEGIN.length() + SLASHES.length());
        int slash = rest.indexOf('/');
        return slash < 1 || slash == rest.length() - 1 ? null : new ServedDisk(rest.substring(0, slash), rest.substring(slash + 1));
    }
}
