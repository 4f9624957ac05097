package dev.spine.extension.api;

import java.lang.reflect.Array;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * What one extension instance may still use in its current activation: fuel, bytes of heap, words of stack. Not for extensions: their
 * class loader lets only the code that the runtime has put into their classes find it.
 *
 * <p>Once something is exhausted, every later charge fails with the same error until {@link #refill}, so that an extension gains nothing
 * by surviving it. Belongs to the thread that runs the instance; two instances never share one.
 */
public final class MeterAccount {
    /** What a class loader of metered classes implements. */
    public interface Holder {
        /** {@return the account of everything that this loader defines} */
        MeterAccount account();
    }

    /** Units that throwing and catching costs beside what the handler executes: filling in a stack trace is slow. */
    private static final int CATCH_FUEL = 100;
    /** Bytes of an exception and its stack trace. */
    private static final int CATCH_BYTES = 512;
    private static final int ARRAY_HEADER = 16;
    /** Bytes of an array that are cleared for one unit, as a power of two. */
    private static final int CLEAR_SHIFT = 4;
    /** The deepest nesting of collections whose elements are visited. */
    private static final int MAX_NESTING = 64;
    private static final long MUCH = 1L << 40;

    private int fuel;
    private int givenFuel;
    private long heap;
    private long givenHeap;
    private int stack;
    private int givenStack;
    private @Nullable Error ended;

    /** An account with nothing in it. */
    public MeterAccount() {}

    /**
     * {@return the account of a metered class}
     *
     * @param type a class that a {@link Holder} has defined
     */
    public static MeterAccount of(Class<?> type) {
        if (type.getClassLoader() instanceof Holder holder) {
            return holder.account();
        }
        throw new IllegalStateException(type.getName() + " was not loaded as part of an extension");
    }

    // --- for the runtime

    /**
     * Begins an activation.
     *
     * @param units fuel, at least 0
     * @param bytes heap, at least 0
     * @param words stack, at least 0
     */
    public void refill(int units, long bytes, int words) {
        fuel = units;
        givenFuel = units;
        heap = bytes;
        givenHeap = bytes;
        stack = words;
        givenStack = words;
        ended = null;
    }

    /** {@return units used since {@link #refill}; all of them once something is exhausted} */
    public int usedFuel() {
        return ended != null || fuel < 0 ? givenFuel : givenFuel - fuel;
    }

    /** {@return bytes allocated since {@link #refill}; all of them once something is exhausted} */
    public long usedHeap() {
        return ended != null || heap < 0 ? givenHeap : givenHeap - heap;
    }

    /** {@return what has ended the activation, or null; the same error whatever the extension's code made of it} */
    public @Nullable Error ended() {
        return ended;
    }

    // --- for metered code: the counters

    /** {@return units left} */
    public int fuel() {
        return fuel;
    }

    /**
     * Writes a local counter back.
     *
     * @param left units left
     */
    public void fuel(int left) {
        fuel = left;
    }

    /**
     * Writes a local counter back where an exception has come through: whichever of the two has less is right.
     *
     * @param left units left as the method knows it
     */
    public void lower(int left) {
        fuel = Math.min(fuel, left);
    }

    /**
     * Takes fuel.
     *
     * @param units how much
     */
    public void charge(int units) {
        if ((fuel -= units) < 0) {
            throw outOfFuel();
        }
    }

    /**
     * Takes fuel at the entry of a method that counts in a local variable.
     *
     * @param units how much
     * @return units left
     */
    public int enter(int units) {
        int left = fuel - units;
        fuel = left;
        if (left < 0) {
            throw outOfFuel();
        }
        return left;
    }

    /**
     * {@return the error of an exhausted local counter, to be thrown}
     */
    public Error exhausted() {
        return outOfFuel();
    }

    /**
     * Takes stack for a method that calls others.
     *
     * @param words of its frame
     * @return words left, for {@link #pop} and {@link #caught}
     */
    public int push(int words) {
        int left = stack - words;
        if (left < 0) {
            throw end("went deeper than its " + givenStack + " words of stack");
        }
        stack = left;
        return left;
    }

    /**
     * Gives stack back.
     *
     * @param words left afterwards
     */
    public void pop(int words) {
        stack = words;
    }

    /** {@return words of stack left} */
    public int stack() {
        return stack;
    }

    /**
     * Comes before each exception handler of the extension: what must end the activation goes on.
     *
     * @param thrown what was thrown
     * @param units what the handler costs
     * @param words stack left in the method that catches
     * @throws Throwable what was thrown, when the extension may not catch it
     */
    public void caught(Throwable thrown, int units, int words) throws Throwable {
        Error end = ended;
        if (end != null) {
            throw end;
        }
        if (thrown instanceof VirtualMachineError fatal) {
            throw endWith(fatal);
        }
        if (thrown instanceof QuotaError) {
            throw thrown;
        }
        stack = words;
        allocate(CATCH_BYTES);
        charge(CATCH_FUEL + units);
    }

    private Error outOfFuel() {
        return end("used up its " + grouped(givenFuel) + " units of fuel");
    }

    private Error end(String why) {
        Error end = ended;
        return end != null ? endWith(end) : endWith(new QuotaError(why));
    }

    private Error endWith(Error why) {
        ended = why;
        fuel = -1;
        heap = -1;
        stack = -1;
        return why;
    }

    private static String grouped(long value) {
        StringBuilder digits = new StringBuilder(Long.toString(value));
        for (int i = digits.length() - 3; i > 0; i -= 3) {
            digits.insert(i, ',');
        }
        return digits.toString();
    }

    // --- for metered code: the heap

    /**
     * Takes heap.
     *
     * @param bytes how many
     */
    public void allocate(int bytes) {
        if ((heap -= bytes) < 0) {
            throw outOfHeap();
        }
    }

    private Error outOfHeap() {
        return end("allocated more than its " + grouped(givenHeap) + " bytes of heap");
    }

    /** Takes fuel and heap for so many units and bytes, however many. */
    private void spend(long units, long bytes) {
        heap -= Math.min(bytes, MUCH);
        if (heap < 0) {
            throw outOfHeap();
        }
        charge((int) Math.min(units, Integer.MAX_VALUE / 2));
    }

    /**
     * Takes heap and fuel for an array.
     *
     * @param length elements; a negative length is the array instruction's affair
     * @param shift bytes of an element, as a power of two
     * @return the length
     */
    public int array(int length, int shift) {
        long bytes = ((long) Math.max(length, 0) << shift) + ARRAY_HEADER;
        spend(bytes >> CLEAR_SHIFT, bytes);
        return length;
    }

    /**
     * Takes heap and fuel for one dimension of nested arrays.
     *
     * @param outer how many arrays of this dimension there are
     * @param length elements of each
     * @param shift bytes of an element, as a power of two
     * @param account whose
     * @return how many arrays of the next dimension there are
     */
    public static long nested(long outer, int length, int shift, MeterAccount account) {
        long bytes = outer * (((long) Math.max(length, 0) << shift) + ARRAY_HEADER);
        account.spend(bytes >> CLEAR_SHIFT, bytes);
        return outer * Math.max(length, 0);
    }

    // --- for metered code: texts

    /**
     * {@return a value as it is joined into a text}
     *
     * @param value any
     */
    public String text(@Nullable Object value) {
        walk(value);
        String text = String.valueOf(value);
        return text == null ? "null" : text;
    }

    /**
     * {@return how long a text is}
     *
     * @param text any
     */
    public static long length(String text) {
        return text.length();
    }

    /**
     * Takes heap and fuel for a text that is made.
     *
     * @param length its characters
     * @param account whose
     */
    public static void joined(long length, MeterAccount account) {
        account.spend(length >> 3, 64 + 2 * length);
    }

    // --- for metered code: calls of the JDK, by the size of what they get

    /**
     * Takes fuel for reading a value once, without the values in it.
     *
     * @param value what a method gets
     */
    public void look(@Nullable Object value) {
        charge((int) Math.min(size(value) >> 2, Integer.MAX_VALUE / 2));
    }

    /**
     * Takes fuel and heap for copying a value once, without the values in it.
     *
     * @param value what a method gets
     */
    public void copy(@Nullable Object value) {
        long size = size(value);
        spend(size >> 2, size << 3);
    }

    /**
     * Takes heap and fuel for a capacity or a count.
     *
     * @param count what a method gets
     */
    public void count(int count) {
        long size = Math.max(count, 0);
        spend(size >> 2, size << 3);
    }

    /**
     * {@return a size multiplied by that of another value}
     *
     * @param size so far
     * @param value another value
     */
    public static long times(long size, @Nullable Object value) {
        return Math.min(size * (size(value) + 1), MUCH);
    }

    /**
     * {@return a size multiplied by a count}
     *
     * @param size so far
     * @param count a count
     */
    public static long times(long size, int count) {
        return Math.min(size * (Math.max(count, 0) + 1L), MUCH);
    }

    /**
     * Takes fuel for access by position, which is slow in some lists.
     *
     * @param list the list
     */
    public void index(@Nullable Object list) {
        if (!(list instanceof RandomAccess)) {
            charge(1 + (int) size(list));
        }
    }

    /**
     * Takes fuel for finding a key in a table.
     *
     * @param table the table
     * @param key the key
     */
    public void key(@Nullable Object table, @Nullable Object key) {
        if (key instanceof String text) {
            charge(1 + (text.length() >> 3));
        } else if (isCollection(key)) {
            // Keys with one hash and no order are compared one by one.
            walk(key);
            charge(1 + (int) size(table));
        }
    }

    /**
     * Takes fuel for visiting a value and everything that the JDK's collections in it hold, as {@code hashCode}, {@code equals} and
     * {@code toString} of a collection do.
     *
     * @param value what a method gets
     */
    public void walk(@Nullable Object value) {
        walk(value, MAX_NESTING);
    }

    private void walk(@Nullable Object value, int depth) {
        if (value instanceof String text) {
            charge(1 + (text.length() >> 2));
            return;
        }
        charge(1);
        if (value == null || value.getClass().getClassLoader() != null) {
            return;
        }
        if (depth == 0) {
            throw end("nested collections deeper than " + MAX_NESTING);
        }
        switch (value) {
            case Collection<?> collection -> {
                for (Object element : collection) {
                    walk(element, depth - 1);
                }
            }
            case Map<?, ?> map -> {
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    walk(entry, depth - 1);
                }
            }
            case Map.Entry<?, ?> entry -> {
                walk(entry.getKey(), depth - 1);
                walk(entry.getValue(), depth - 1);
            }
            case Object[] array -> {
                for (Object element : array) {
                    walk(element, depth - 1);
                }
            }
            case Optional<?> optional -> walk(optional.orElse(null), depth - 1);
            default -> look(value);
        }
    }

    /**
     * Takes fuel and heap for visiting a value as {@link #walk} does and copying what is found.
     *
     * @param value what a method gets
     */
    public void gather(@Nullable Object value) {
        int before = fuel;
        walk(value);
        spend(0, (long) (before - fuel) << 6);
    }

    private static boolean isCollection(@Nullable Object value) {
        return value instanceof Collection<?> || value instanceof Map<?, ?> || value instanceof Map.Entry<?, ?>
            || value instanceof Optional<?>;
    }

    /** Characters, elements or entries; 0 for anything that has none, and for classes of extensions, which count what they do. */
    private static long size(@Nullable Object value) {
        if (value == null || value.getClass().getClassLoader() != null && !value.getClass().isArray()) {
            return 0;
        }
        return switch (value) {
            case CharSequence text -> text.length();
            case Collection<?> collection -> collection.size();
            case Map<?, ?> map -> map.size();
            case StringJoiner joiner -> joiner.length();
            default -> value.getClass().isArray() ? Array.getLength(value) : 0;
        };
    }
}
