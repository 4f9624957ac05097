package dev.spine.extension.ardma.host.arf;

/**
 * A name in a directory, and what it is the name of. Any thread.
 *
 * @param name without slashes
 * @param node what it names
 */
public record ArfEntry(String name, ArfNode node) {
    /** Whether an entry can have a name: a damaged directory, or one that somebody has written to, can lead out of where it is copied. */
    static boolean isName(String name) {
        return !name.isEmpty() && name.indexOf('/') < 0 && name.indexOf('\0') < 0 && !name.equals(".") && !name.equals("..");
    }
}
