package dev.spine.extension.api.metered;

import dev.spine.extension.api.QuotaError;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
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

    /** Hears where the code is, when its classes were given probes. */
    @FunctionalInterface
    public interface LineListener {
        /**
         * A line begins.
         *
         * @param file the source file's name
         * @param line the line's number
         */
        void onLine(String file, int line);
    }

    /** Units that an exception takes, beside those for the depth of its stack trace. */
    private static final int THROWN_FUEL = 6_000;
    /** Units that an exception of a leaf takes, which has its text formatted. */
    private static final int LEAF_FUEL = 8_000;
    /** Units that an exception of the virtual machine takes: a signal of the processor, and compiled code goes back to the interpreter. */
    private static final int MACHINE_FUEL = 32_000;
    /** Units that defining, checking and linking a class takes. */
    private static final int DEFINED_FUEL = 20_000;
    /** Bytes that this leaves behind, most of them outside of the heap. */
    private static final int DEFINED_BYTES = 4_096;
    /** Units for each word of stack that a trace is made of, and again for each that is given up where it is caught. */
    private static final int THROWN_FUEL_PER_WORD = 1;
    /** Bytes of an exception, beside those of its stack trace, which has one for each word of stack. */
    private static final int THROWN_BYTES = 1_024;
    /** Bytes of one of the virtual machine: its text names classes and their loaders. */
    private static final int MACHINE_BYTES = 4_096;
    private static final int ARRAY_HEADER = 16;
    /** Units for each of many arrays that one instruction makes. */
    private static final int NESTED_UNITS = 64;
    /** Bytes of an array that are cleared for one unit, as a power of two. */
    private static final int CLEAR_SHIFT = 4;
    private static final long MUCH = 1L << 40;

    private int fuel;
    private int givenFuel;
    private long heap;
    private long givenHeap;
    private int stack;
    private int givenStack;
    private @Nullable Error ended;
    private @Nullable Throwable lastThrown;
    private int skipped;
    private int leftAtEnd;
    private int identities;
    private long defining;
    /** Whether something has ended it, was thrown in it or was defined by it: an ordinary activation has one look for the three. */
    private boolean irregular;
    private final List<Class<?>> initialised = new ArrayList<>();
    private @Nullable LineListener lines;

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
        // From one activation to the next most of it is as it was, and looking costs less than writing.
        if (heap != bytes) {
            heap = bytes;
        }
        if (givenHeap != bytes) {
            givenHeap = bytes;
        }
        if (stack != words) {
            stack = words;
        }
        if (givenStack != words) {
            givenStack = words;
        }
        if (skipped != 0) {
            skipped = 0;
        }
        if (irregular) {
            irregular = false;
            ended = null;
            lastThrown = null;
            defining = 0;
        }
    }

    /** {@return units used since {@link #refill}; all of them once something is exhausted} */
    public int usedFuel() {
        return irregular || fuel < 0 ? usedIrregularly() : givenFuel - fuel;
    }

    private int usedIrregularly() {
        return ended != null || fuel < 0 ? givenFuel : (int) Math.min(givenFuel, givenFuel - fuel + defining);
    }

    /** {@return units used since {@link #refill}, of which what was left when something was exhausted is none} */
    public int usedBeforeEnd() {
        return ended == null ? usedFuel() : (int) Math.min(givenFuel, (long) givenFuel - leftAtEnd + defining);
    }

    /** {@return units of those that were charged for code that was skipped, since {@link #refill} or since this was last asked} */
    public int takeSkipped() {
        int units = skipped;
        skipped = 0;
        return units;
    }

    /** {@return bytes allocated since {@link #refill}; all of them once something is exhausted} */
    public long usedHeap() {
        return ended != null || heap < 0 ? givenHeap : givenHeap - heap;
    }

    /**
     * {@return whether nothing but fuel is other than {@link #refill} left it}: then {@link #fuel(int)} alone begins the next activation,
     * and {@link #usedHeap} is 0
     */
    public boolean hasUsedOnlyFuel() {
        return ended == null && heap == givenHeap && stack == givenStack && fuel >= 0;
    }

    /**
     * {@return whether exactly so much heap and stack is left}: with what an activation begins with, it has taken none and was not ended
     *
     * @param bytes heap, at least 0
     * @param words stack, at least 0
     */
    public boolean has(long bytes, int words) {
        return heap == bytes && stack == words;
    }

    /** {@return what has ended the activation, or null; the same error whatever the extension's code made of it} */
    public @Nullable Error ended() {
        return ended;
    }

    /** {@return the classes whose initialisers have run, whose static fields may hold something} */
    public List<Class<?>> initialisedClasses() {
        return List.copyOf(initialised);
    }

    /**
     * Tells somebody where the code is from now on.
     *
     * @param listener is notified of each line of classes that have probes
     */
    public void listen(LineListener listener) {
        lines = listener;
    }

    // --- for metered code: the counters

    /**
     * Comes where a line of the source begins, in classes that have probes.
     *
     * @param file the source file's name
     * @param line the line's number
     */
    public void line(String file, int line) {
        LineListener listener = lines;
        if (listener != null) {
            listener.onLine(file, line);
        }
    }

    /**
     * Comes at the end of each class initialiser.
     *
     * @param type whose
     */
    public void initialised(Class<?> type) {
        initialised.add(type);
    }

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
        leftAtEnd = Math.min(leftAtEnd, Math.max(left, 0));
    }

    /**
     * Notes that code was skipped, in classes that tell which of their blocks run.
     *
     * @param units that were charged and do not run; below 0 units that were noted and run after all
     */
    public void skipped(int units) {
        skipped += units;
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
     * Takes fuel for all rounds of a loop that counts up, where it begins; nothing if there is no round. No fuel suffices for a loop that
     * would step past the largest int: it would begin again below zero, and nobody knows for how many rounds.
     *
     * @param left units left as the method knows it
     * @param from what the counter is
     * @param to what it stays below
     * @param step how much it grows by in each round, at least 1
     * @param units of a round
     * @return units left
     */
    public int ahead(int left, int from, int to, int step, int units) {
        long rounds = ((long) to - from + step - 1) / step;
        if (rounds <= 0) {
            return left;
        }
        long rest = left - rounds * units;
        if (rest < 0 || from + rounds * step > Integer.MAX_VALUE) {
            // Not one of the rounds runs.
            fuel = left;
            throw end(usedUp());
        }
        return (int) rest;
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
        if (thrown instanceof LinkageError linkage && !(thrown instanceof NoSuchFieldError)) {
            // The virtual machine would throw it again and again, and names loaders in it.
            throw endWith(linkage);
        }
        int given = words - stack;
        boolean isOfMachine = Values.isOfMachine(thrown);
        if (thrown != lastThrown || isOfMachine) {
            // Whoever has made it, it has filled in its trace where it came from.
            lastThrown = thrown;
            irregular = true;
            if (isOfMachine) {
                thrown(MACHINE_FUEL, MACHINE_BYTES);
            } else {
                thrown(Values.mayBeOfLeaf(thrown) ? LEAF_FUEL : THROWN_FUEL, THROWN_BYTES);
            }
        }
        stack = words;
        charge(units + Math.max(given, 0) * THROWN_FUEL_PER_WORD);
    }

    /** Takes what an exception costs that is made here, or was thrown by what was called from here. */
    public void thrown() {
        thrown(THROWN_FUEL, THROWN_BYTES);
    }

    private void thrown(int units, int bytes) {
        int used = givenStack - stack;
        allocate(bytes + used);
        charge(units + used * THROWN_FUEL_PER_WORD);
    }

    /**
     * Comes when a class is defined because the code has come to it. What that takes counts as used by this activation, though it cannot
     * end it: an image has a limited number of classes, and each is defined once.
     */
    public void defined() {
        defining += DEFINED_FUEL;
        irregular = true;
        // Never below 0, so that nothing ends; and never as it was, so that the next activation begins anew.
        heap = Math.max(0, heap - DEFINED_BYTES);
    }

    private Error outOfFuel() {
        fuel = Math.min(fuel, 0);
        return end(usedUp());
    }

    private String usedUp() {
        return "used up its " + grouped(givenFuel) + " units of fuel";
    }

    private Error end(String why) {
        Error end = ended;
        return end != null ? endWith(end) : endWith(new QuotaError(why));
    }

    private Error endWith(Error why) {
        if (ended == null) {
            leftAtEnd = Math.max(fuel, 0);
        }
        ended = why;
        irregular = true;
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
        account.spend((bytes >> CLEAR_SHIFT) + times(outer, NESTED_UNITS), bytes);
        return outer * Math.max(length, 0);
    }

    // --- for metered code: calls of the JDK, by the lengths of what they get

    /**
     * Takes fuel and heap, however much.
     *
     * @param units fuel
     * @param bytes heap
     */
    public void spend(long units, long bytes) {
        heap -= Math.min(bytes, MUCH);
        if (heap < 0) {
            throw outOfHeap();
        }
        charge((int) Math.min(units, Integer.MAX_VALUE / 2));
    }

    /**
     * {@return a product of sizes, of which none counts as less than 0, at most 2^40}
     *
     * @param one a size
     * @param other another
     */
    public static long times(long one, long other) {
        long size = Math.max(other, 0);
        return (double) one * size > MUCH ? MUCH : one * size;
    }

    /**
     * {@return how long a text is; 0 for null, which the call itself refuses}
     *
     * @param text what a method gets
     */
    public static long length(@Nullable String text) {
        return text == null ? 0 : text.length();
    }

    /**
     * {@return how many elements an array has; 0 for null, which the call itself refuses}
     *
     * @param array what a method gets
     */
    public static long elements(@Nullable Object array) {
        return array == null ? 0 : Array.getLength(array);
    }

    /**
     * {@return a number that no other object of the instance has}: what an object without a hash code of its own has in its place. The same
     * on every run, because it counts who asks.
     */
    public int identity() {
        return ++identities;
    }
}
