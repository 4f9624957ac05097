package dev.spine.fuzz;

/** One parser, and what must hold whatever it is given. Any thread. */
@FunctionalInterface
public interface FuzzTarget {
    /**
     * Parses an input and checks what came of it.
     *
     * @param input any bytes; the target may change them
     * @return what it made of the input, in a few words or numbers, compared with {@code equals}: a status, the kinds of things found. The
     *     driver keeps inputs that led to something new. Never null
     * @throws Exception the input broke a promise; an {@link Error} of an assertion says so, too
     */
    Object run(byte[] input) throws Exception;
}
