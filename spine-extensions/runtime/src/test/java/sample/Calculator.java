package sample;

import dev.spine.extension.api.Buffer;

/** A service that tests call; each side has a class of its own of it. */
public interface Calculator {
    /** Two numbers and their name. */
    record Pair(int first, long second, String name) {}

    /** All kinds of numbers. */
    record Numbers(byte a, short b, char c, int d, long e, float f, double g, boolean h) {}

    /** The sum of two numbers. */
    int add(int one, int other);

    /** A pair with its numbers exchanged and its name doubled. */
    Pair swap(Pair pair);

    /** The same numbers, each plus 1 or inverted. */
    Numbers next(Numbers numbers, double more);

    /** The sum of a buffer's bytes; keeps it if it may, and writes its first byte if it may. */
    int sum(Buffer buffer);

    /** Does something: 1 fails, 2 declines, 3 loops forever, 4 calls back, 5 keeps a large heap, 6 gives a long text. */
    String misbehave(int how);

    /** What is left of the buffer of the last sum. */
    int left();

    /** Nothing at all. */
    void nothing();
}
