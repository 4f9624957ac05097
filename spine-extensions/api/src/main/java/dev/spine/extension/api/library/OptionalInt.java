package dev.spine.extension.api.library;

import java.util.function.IntConsumer;
import org.jspecify.annotations.NullUnmarked;

/**
 * What extensions get for {@code java.util.OptionalInt}. Each call of {@link #empty} makes an object: nothing is shared. The card's agent.
 */
@NullUnmarked
public final class OptionalInt {
    private final boolean present;
    private final int value;

    private OptionalInt(boolean present, int value) {
        this.present = present;
        this.value = value;
    }

    public static OptionalInt empty() {
        return new OptionalInt(false, 0);
    }

    public static OptionalInt of(int value) {
        return new OptionalInt(true, value);
    }

    public int getAsInt() {
        return orElseThrow();
    }

    public boolean isPresent() {
        return present;
    }

    public boolean isEmpty() {
        return !present;
    }

    public void ifPresent(IntConsumer action) {
        if (present) {
            action.accept(value);
        }
    }

    public int orElse(int other) {
        return present ? value : other;
    }

    public int orElseThrow() {
        if (!present) {
            throw Failures.noValue();
        }
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return this == other || other instanceof OptionalInt optional && present == optional.present && value == optional.value;
    }

    @Override
    public int hashCode() {
        return value;
    }

    @Override
    public String toString() {
        return present ? new StringBuilder().append("OptionalInt[").append(value).append(']').toString() : "OptionalInt.empty";
    }
}
