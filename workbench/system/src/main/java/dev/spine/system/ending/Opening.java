package dev.spine.system.ending;

/**
 * Opens something. Any thread.
 *
 * @param <T> what is opened
 * @param <E> what may go wrong
 */
@FunctionalInterface
public interface Opening<T extends AutoCloseable, E extends Exception> {
    /**
     * Opens it.
     *
     * @return it
     * @throws E when it cannot be had
     */
    T open() throws E;
}
