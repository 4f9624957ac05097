package dev.spine.extension.api.metered;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.HostRegion;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.Route;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What metered code calls where an object decides what a call does: {@code hashCode}, {@code equals}, {@code compareTo}, {@code toString}
 * and the texts of exceptions. Each looks at the object first. One of the extension, or of its library, is metered and is simply called;
 * one of the JDK is a text, a number or an exception, whose cost is known by its length and charged before.
 *
 * <p>Nothing here depends on identity: whatever has no hash code of its own has {@value #SOME}, and what the virtual machine says in its
 * own exceptions is never shown, because it depends on the compiler. Not for extensions. Thread: the one that runs the instance.
 */
public final class Values {
    private static final String MADE = Made.class.getName() + '$';
    /** The hash code of what has nothing but its identity. */
    private static final int SOME = 1;
    /** The most exceptions that one remembers as suppressed; the list is copied when it is asked for. */
    private static final int MAX_SUPPRESSED = 16;
    private static final int NUMBER_UNITS = 160;
    private static final int NUMBER_BYTES = 192;
    /** Joining two texts is 26 ns or 230, as the compiler happens to take it. */
    private static final int DESCRIBED_UNITS = 256;
    private static final int FILTER_UNITS = 256;
    private static final int FILTER_TEXT_UNITS = 2_048;
    private static final int FILTER_BYTES = 8192;
    /** Units for each character that is compared. */
    private static final long COMPARED_UNITS = 2;
    /** From here on an angle is brought down with many digits. */
    private static final double LARGE_ANGLE = 1e5;
    private static final int LARGE_ANGLE_UNITS = 3_000;
    private static final int LARGE_ANGLE_BYTES = 1_024;
    private static final int ANGLE_UNITS = 128;
    private static final int ANGLE_BYTES = 96;
    /** Elements that are copied for one unit, as a power of two. */
    private static final int ELEMENTS_SHIFT = 2;
    /** Units for each element that is checked while it is copied. */
    private static final int CHECKED_UNITS = 4;

    private Values() {}

    /** Of the extension, or generated for it: its methods are metered. */
    private static boolean isOwn(Object value) {
        ClassLoader loader = value.getClass().getClassLoader();
        return loader != null && loader != Values.class.getClassLoader() && !value.getClass().isArray();
    }

    // --- hash codes

    /**
     * {@return what {@code value.hashCode()} is}
     *
     * @param value any but null
     * @param account whose
     * @throws NullPointerException when it is null
     */
    public static int hash(Object value, MeterAccount account) {
        // Most are the extension's own, and a switch on types is slow before the second compiler has it.
        if (isOwn(value) && !(value instanceof Enum)) {
            return value.hashCode();
        }
        return switch (value) {
            case String text -> hash(text, account);
            case Integer number -> number.hashCode();
            case Enum<?> constant -> hash(constant.name(), account);
            case Number number -> number.hashCode();
            case Boolean truth -> truth.hashCode();
            case Character character -> character.hashCode();
            case PacketFilter filter -> {
                account.spend(FILTER_UNITS, 0);
                yield filter.hashCode();
            }
            default -> SOME;
        };
    }

    private static int hash(String text, MeterAccount account) {
        account.spend(text.length(), 0);
        return text.hashCode();
    }

    /**
     * {@return what {@code super.hashCode()} is where no class of the extension is above}
     *
     * @param value whose
     * @param account whose
     */
    public static int hashOfSuper(Object value, MeterAccount account) {
        return value instanceof Enum<?> constant ? hash(constant.name(), account) : SOME;
    }

    // --- comparing

    /**
     * {@return what {@code value.equals(other)} is}
     *
     * @param value any but null
     * @param other any
     * @param account whose
     * @throws NullPointerException when the first is null
     */
    public static boolean equal(Object value, @Nullable Object other, MeterAccount account) {
        if (isOwn(value)) {
            return value == other || value.equals(other);
        }
        return switch (value) {
            case String text -> equal(text, other, account);
            case Number number -> number.equals(other);
            case Boolean truth -> truth.equals(other);
            case Character character -> character.equals(other);
            case PacketFilter filter -> {
                account.spend(FILTER_UNITS, 0);
                yield filter.equals(other);
            }
            default -> value == other;
        };
    }

    private static boolean equal(String text, @Nullable Object other, MeterAccount account) {
        if (other instanceof String second && second.length() == text.length()) {
            account.spend(text.length(), 0);
        }
        return text.equals(other);
    }

    /**
     * {@return what {@code super.equals(other)} is where no class of the extension is above}
     *
     * @param value whose
     * @param other any
     * @param account whose
     */
    public static boolean equalOfSuper(Object value, @Nullable Object other, MeterAccount account) {
        return value == other;
    }

    /**
     * {@return what {@code value.compareTo(other)} is}
     *
     * @param value any but null
     * @param other what it is compared with
     * @param account whose
     * @throws NullPointerException when the first is null, or the second where the first cannot be compared with null
     * @throws ClassCastException when the two cannot be compared
     */
    @SuppressWarnings("unchecked") // what does not fit fails in compareTo
    public static int compare(Object value, Object other, MeterAccount account) {
        if (value instanceof String text && other instanceof String second) {
            account.spend(COMPARED_UNITS * Math.min(text.length(), second.length()), 0);
        }
        return ((Comparable<Object>) Objects.requireNonNull(value)).compareTo(other);
    }

    // --- texts

    /**
     * {@return what {@code String.valueOf(value)} is}
     *
     * @param value any
     * @param account whose
     */
    public static @Nullable String valueText(@Nullable Object value, MeterAccount account) {
        return value == null ? "null" : text(value, account);
    }

    /**
     * {@return what {@code value.toString()} is}
     *
     * @param value any but null
     * @param account whose
     * @throws NullPointerException when it is null
     */
    public static @Nullable String text(Object value, MeterAccount account) {
        if (isOwn(value)) {
            return value.toString();
        }
        return switch (value) {
            case String text -> text;
            case Number number -> {
                account.spend(NUMBER_UNITS, NUMBER_BYTES);
                yield number.toString();
            }
            case Boolean truth -> truth.toString();
            case Character character -> {
                account.spend(0, NUMBER_BYTES);
                yield character.toString();
            }
            default -> textOfSuper(value, account);
        };
    }

    /**
     * {@return what {@code super.toString()} is where no class of the extension is above}
     *
     * @param value whose
     * @param account whose
     */
    public static @Nullable String textOfSuper(Object value, MeterAccount account) {
        return switch (value) {
            case Throwable thrown -> describe(thrown, account);
            case Enum<?> constant -> constant.name();
            case Buffer _, Route _, HostRegion _, PacketFilter _ -> {
                account.spend(FILTER_TEXT_UNITS, FILTER_BYTES);
                yield value.toString();
            }
            default -> {
                String name = value.getClass().getName();
                account.spend(name.length() + DESCRIBED_UNITS + NUMBER_UNITS, 4L * name.length() + NUMBER_BYTES);
                yield name + "@" + Integer.toHexString(isOwn(value) ? value.hashCode() : SOME);
            }
        };
    }

    // --- exceptions

    private static String describe(Throwable thrown, MeterAccount account) {
        String name = nameOf(thrown);
        String message = message(thrown, account);
        long length = (long) name.length() + (message == null ? 0 : message.length());
        account.spend(length + DESCRIBED_UNITS, 2 * length + NUMBER_BYTES);
        return message == null ? name : name + ": " + message;
    }

    /**
     * {@return the name of an exception's class, as its author wrote it}
     *
     * @param thrown any
     */
    public static String nameOf(Throwable thrown) {
        Class<?> type = thrown.getClass();
        return (type.getName().startsWith(MADE) ? type.getSuperclass() : type).getName();
    }

    /**
     * {@return what {@code thrown.getMessage()} is} What the virtual machine says in the exceptions that it throws itself is left out: it
     * says nothing once its compiler has run, and names class loaders by their addresses.
     *
     * @param thrown any but null
     * @param account whose
     * @throws NullPointerException when it is null
     */
    public static @Nullable String message(Throwable thrown, MeterAccount account) {
        account.spend(1, 0);
        if (thrown.getClass() == ArithmeticException.class) {
            // What Math says of an overflow stays; what the machine says is always this.
            String message = thrown.getMessage();
            return message == null ? "/ by zero" : message;
        }
        return isOfMachine(thrown) ? null : thrown.getMessage();
    }

    /**
     * {@return whether the virtual machine has made an exception} Its text depends on the compiler, and it may throw the same object twice.
     *
     * @param thrown any but null
     */
    public static boolean isOfMachine(Throwable thrown) {
        Class<?> type = thrown.getClass();
        return type == NullPointerException.class || type == ArrayIndexOutOfBoundsException.class || type == ArithmeticException.class
            || type == ClassCastException.class || type == ArrayStoreException.class || thrown instanceof LinkageError;
    }

    /**
     * {@return whether an exception may be a leaf's, which has its text formatted} Nobody can tell it from one that the program has made of
     * the same class.
     *
     * @param thrown any but null
     */
    public static boolean mayBeOfLeaf(Throwable thrown) {
        Class<?> type = thrown.getClass();
        return type == StringIndexOutOfBoundsException.class || type == IndexOutOfBoundsException.class
            || type == NumberFormatException.class;
    }

    /**
     * {@return what {@code super.getMessage()} is; no class of an extension has a method of this name}
     *
     * @param thrown whose
     * @param account whose
     */
    public static @Nullable String messageOfSuper(Throwable thrown, MeterAccount account) {
        return message(thrown, account);
    }

    /**
     * {@return the text that an exception takes from its cause, null when there is none}
     *
     * @param cause of the exception
     * @param account whose
     */
    public static @Nullable String textOfCause(@Nullable Throwable cause, MeterAccount account) {
        return cause == null ? null : text(cause, account);
    }

    /**
     * {@return the cause that {@code new AssertionError(detail)} takes from its detail}
     *
     * @param detail any
     */
    public static @Nullable Throwable causeOf(@Nullable Object detail) {
        return detail instanceof Throwable cause ? cause : null;
    }

    /**
     * Remembers an exception that another one has taken the place of; of more than {@value #MAX_SUPPRESSED} the rest is forgotten.
     *
     * @param thrown which goes on
     * @param suppressed which does not
     * @param account whose
     */
    public static void suppress(Throwable thrown, Throwable suppressed, MeterAccount account) {
        account.spend(4L * MAX_SUPPRESSED, 16L * MAX_SUPPRESSED);
        if (thrown.getSuppressed().length < MAX_SUPPRESSED) {
            thrown.addSuppressed(suppressed);
        }
    }

    // --- bits

    /**
     * {@return what {@code Double.doubleToRawLongBits} is, but for what is no number: which bits that has depends on the compiler}
     *
     * @param value any
     * @param account whose
     */
    public static long bitsOfDouble(double value, MeterAccount account) {
        return Double.doubleToLongBits(value);
    }

    /**
     * {@return what {@code Float.floatToRawIntBits} is, but for what is no number: which bits that has depends on the compiler}
     *
     * @param value any
     * @param account whose
     */
    public static int bitsOfFloat(float value, MeterAccount account) {
        return Float.floatToIntBits(value);
    }

    // --- angles

    /** Takes what an angle costs: a large one is brought down to a small one with many digits, in arrays. */
    private static double angle(double value, MeterAccount account) {
        boolean isLarge = Math.abs(value) > LARGE_ANGLE;
        account.spend(isLarge ? LARGE_ANGLE_UNITS : ANGLE_UNITS, isLarge ? LARGE_ANGLE_BYTES : ANGLE_BYTES);
        return value;
    }

    /**
     * {@return what {@code StrictMath.sin} is}
     *
     * @param value an angle in radians
     * @param account whose
     */
    public static double sin(double value, MeterAccount account) {
        return StrictMath.sin(angle(value, account));
    }

    /**
     * {@return what {@code StrictMath.cos} is}
     *
     * @param value an angle in radians
     * @param account whose
     */
    public static double cos(double value, MeterAccount account) {
        return StrictMath.cos(angle(value, account));
    }

    /**
     * {@return what {@code StrictMath.tan} is}
     *
     * @param value an angle in radians
     * @param account whose
     */
    public static double tan(double value, MeterAccount account) {
        return StrictMath.tan(angle(value, account));
    }

    // --- arrays

    /**
     * Copies between arrays, as {@link System#arraycopy} does. Where the elements have to be checked one by one, each costs more.
     *
     * @param from the first array
     * @param at its first element
     * @param to the second array
     * @param toAt its first element
     * @param length elements
     * @param account whose
     */
    public static void copy(Object from, int at, Object to, int toAt, int length, MeterAccount account) {
        long elements = Math.max(length, 0);
        boolean isChecked = from instanceof Object[] && to instanceof Object[] && !to.getClass().isInstance(from);
        account.spend(isChecked ? elements * CHECKED_UNITS : elements >> ELEMENTS_SHIFT, 0);
        System.arraycopy(from, at, to, toAt, length);
    }
}
