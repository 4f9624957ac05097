package dev.spine.extension.runtime.meter;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One program in a namespace of its own, for tests of other packages: a class with a constructor without arguments, a field
 * {@code public int rounds} and the method of {@link Runnable}. It belongs to one thread.
 */
public final class MeteredCode {
    private final MeteredProgram space;
    private final String entry;
    private @Nullable Runnable made;

    private MeteredCode(MeteredProgram space, String entry) {
        this.space = space;
        this.entry = entry;
    }

    /**
     * {@return a program as a card runs it}
     *
     * @param image binary names and class files
     * @param entry binary name of the class that is run
     */
    public static MeteredCode metered(Map<String, byte[]> image, String entry) {
        return new MeteredCode(MeteredProgram.confined(image), entry);
    }

    /**
     * {@return a program as it is, which no account counts}
     *
     * @param image binary names and class files
     * @param entry binary name of the class that is run
     */
    public static MeteredCode plain(Map<String, byte[]> image, String entry) {
        return new MeteredCode(MeteredProgram.plain(image), entry);
    }

    /** {@return the same program in another namespace, where nothing of it has run} */
    public MeteredCode again() {
        return new MeteredCode(space.again(), entry);
    }

    /**
     * Begins an activation.
     *
     * @param fuel units, at least 0
     * @param heap bytes, at least 0
     * @param stack words, at least 0
     */
    public void refill(int fuel, long heap, int stack) {
        space.account.refill(fuel, heap, stack);
    }

    /**
     * Makes the object that is run, with whatever its constructor does.
     *
     * @throws Throwable what the program throws
     */
    public void make() throws Throwable {
        try {
            made = (Runnable) space.loadClass(entry).getConstructor().newInstance();
        } catch (InvocationTargetException e) {
            throw Objects.requireNonNull(e.getCause());
        }
    }

    /**
     * Says how much the next activation does.
     *
     * @param rounds at least 0
     * @throws ReflectiveOperationException when the program has no such field
     */
    public void rounds(int rounds) throws ReflectiveOperationException {
        Runnable object = object();
        Field field = object.getClass().getField("rounds");
        field.setInt(object, rounds);
    }

    /** Runs it: the activation itself, with nothing of Java's reflection in it. */
    public void run() {
        object().run();
    }

    private Runnable object() {
        return Objects.requireNonNull(made, "the object is made first");
    }

    /** {@return units used since {@link #refill}} */
    public int usedFuel() {
        return space.account.usedFuel();
    }

    /** {@return bytes charged since {@link #refill}} */
    public long usedHeap() {
        return space.account.usedHeap();
    }

    /** {@return words of stack that are left; less than nothing once something is exhausted} */
    public int stackLeft() {
        return space.account.stack();
    }

    /** {@return what ended the activation, or null} */
    public @Nullable Error ended() {
        return space.account.ended();
    }
}
