package dev.spine.extension.api;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one version of an extension leaves to the next: values by name, each with its type, and the number of the form in which they are
 * written. The card's agent.
 *
 * <p>Made by the runtime for one replacement; valid until {@link Replaceable#save} or {@link Replaceable#restore} has returned. Values are
 * copied, so no object of the old version reaches the new one. A value of another type than asked for is an {@link IllegalStateException};
 * one that was not written is the given default, so that a version can read what an earlier one wrote.
 */
public final class State {
    /** The most values. */
    public static final int MAX_VALUES = 256;
    /** The longest name, characters. */
    public static final int MAX_NAME_LENGTH = 64;
    /** The most bytes of texts and byte arrays together; more belongs into a buffer. */
    public static final int MAX_BYTES = 256 << 10;

    private final BufferOwner owner;
    private final Map<String, Object> values = new LinkedHashMap<>();
    private int schema;
    private int bytes;
    private boolean open = true;

    State(BufferOwner owner) {
        this.owner = owner;
    }

    /** {@return in which form the values are written, 0 when nobody has said so} */
    public int schema() {
        check();
        return schema;
    }

    /**
     * Says in which form the values are written.
     *
     * @param number the author's own
     */
    public void schema(int number) {
        check();
        schema = number;
    }

    /**
     * {@return whether a value was written}
     *
     * @param name its name
     */
    public boolean has(String name) {
        check();
        return values.containsKey(name);
    }

    // --- writing

    /**
     * Writes a whole number.
     *
     * @param name its name, 1 to 64 characters
     * @param value any
     */
    public void put(String name, long value) {
        enter(name, value, 0);
    }

    /**
     * Writes a fraction.
     *
     * @param name its name, 1 to 64 characters
     * @param value any
     */
    public void put(String name, double value) {
        enter(name, value, 0);
    }

    /**
     * Writes a truth value.
     *
     * @param name its name, 1 to 64 characters
     * @param value any
     */
    public void put(String name, boolean value) {
        enter(name, value, 0);
    }

    /**
     * Writes a text.
     *
     * @param name its name, 1 to 64 characters
     * @param value any
     */
    public void put(String name, String value) {
        enter(name, value, 2 * value.length());
    }

    /**
     * Writes a copy of bytes.
     *
     * @param name its name, 1 to 64 characters
     * @param value any
     */
    public void put(String name, byte[] value) {
        enter(name, Arrays.copyOf(value, Math.min(value.length, MAX_BYTES + 1)), value.length);
    }

    /**
     * Hands a buffer on. Both versions reach its memory until the replacement holds, then only the new one does.
     *
     * @param name its name, 1 to 64 characters
     * @param value a buffer that this extension keeps, or memory that it has allocated
     * @throws IllegalArgumentException when it is not kept
     */
    public void put(String name, Buffer value) {
        if (!value.isKept() || value.owner() != owner) {
            throw new IllegalArgumentException("this buffer is empty, not kept, or not this extension's: keep() it first");
        }
        enter(name, value, 0);
    }

    /**
     * Hands a surface on.
     *
     * @param name its name, 1 to 64 characters
     * @param value a surface that was granted to this extension
     */
    public void put(String name, Surface value) {
        enter(name, value, 0);
    }

    /**
     * Hands a store on.
     *
     * @param name its name, 1 to 64 characters
     * @param value a store of this extension
     */
    public void put(String name, Store value) {
        enter(name, value, 0);
    }

    private void enter(String name, Object value, int size) {
        check();
        if (name.isEmpty() || name.length() > MAX_NAME_LENGTH) {
            throw new IllegalArgumentException("a value's name has 1 to " + MAX_NAME_LENGTH + " characters");
        }
        if (values.size() == MAX_VALUES || size > MAX_BYTES - bytes) {
            throw new IllegalStateException("a state has at most " + MAX_VALUES + " values and " + MAX_BYTES
                + " bytes of texts and arrays: keep more in a buffer");
        }
        if (values.putIfAbsent(name, value) != null) {
            throw new IllegalArgumentException("value " + name + " is written already");
        }
        bytes += size;
    }

    // --- reading

    /**
     * {@return a whole number}
     *
     * @param name its name
     * @param otherwise when it was not written
     */
    public long number(String name, long otherwise) {
        Long value = value(name, Long.class);
        return value == null ? otherwise : value;
    }

    /**
     * {@return a fraction}
     *
     * @param name its name
     * @param otherwise when it was not written
     */
    public double fraction(String name, double otherwise) {
        Double value = value(name, Double.class);
        return value == null ? otherwise : value;
    }

    /**
     * {@return a truth value}
     *
     * @param name its name
     * @param otherwise when it was not written
     */
    public boolean truth(String name, boolean otherwise) {
        Boolean value = value(name, Boolean.class);
        return value == null ? otherwise : value;
    }

    /**
     * {@return a text}
     *
     * @param name its name
     * @param otherwise when it was not written
     */
    public String text(String name, String otherwise) {
        String value = value(name, String.class);
        return value == null ? otherwise : value;
    }

    /**
     * {@return bytes, or null when they were not written}
     *
     * @param name their name
     */
    public byte @Nullable [] bytes(String name) {
        return value(name, byte[].class);
    }

    /**
     * {@return a buffer that is kept by the new version from now on, or null when it was not written}
     *
     * @param name its name
     */
    public @Nullable Buffer buffer(String name) {
        Carried carried = value(name, Carried.class);
        if (carried == null) {
            return null;
        }
        carried.taken = true;
        return carried.buffer;
    }

    /**
     * {@return a surface, or null when it was not written}
     *
     * @param name its name
     */
    public @Nullable Surface surface(String name) {
        return value(name, Surface.class);
    }

    /**
     * {@return a store, or null when it was not written}
     *
     * @param name its name
     */
    public @Nullable Store store(String name) {
        return value(name, Store.class);
    }

    private <T> @Nullable T value(String name, Class<T> type) {
        check();
        Object value = values.get(name);
        if (value == null) {
            return null;
        }
        if (!type.isInstance(value)) {
            throw new IllegalStateException("value " + name + " is a " + value.getClass().getSimpleName() + ", which was not asked for");
        }
        return type.cast(value);
    }

    private void check() {
        if (!open) {
            throw new IllegalStateException("this state was for one replacement, which is over");
        }
    }

    // --- for the runtime

    /** A buffer as the new version sees it. */
    private static final class Carried {
        final Buffer buffer;
        boolean taken;

        Carried(Buffer buffer) {
            this.buffer = buffer;
        }
    }

    void carry(RuntimeAccess.Carrier carrier) {
        values.replaceAll((_, value) -> value instanceof Buffer buffer ? new Carried(carrier.carry(buffer)) : value);
    }

    void close(RuntimeAccess.Carrier untaken) {
        for (Object value : values.values()) {
            if (value instanceof Carried carried && !carried.taken) {
                untaken.carry(carried.buffer);
            }
        }
        open = false;
        values.clear();
    }
}
