package dev.spine.extension.api.library;

import org.jspecify.annotations.NullUnmarked;

/** What extensions get for {@code java.lang.Enum.valueOf}, which asks a class for its constants. Any thread. */
@NullUnmarked
public final class Enums {
    private Enums() {}

    /**
     * {@return the constant of a name}
     *
     * @param values all constants
     * @param name whose
     * @param className of the enum, for the message
     * @throws IllegalArgumentException when there is none
     * @throws NullPointerException when the name is null
     */
    public static Enum<?> valueOf(Enum<?>[] values, String name, String className) {
        Objects.requireNonNull(name, "Name is null");
        for (int i = 0; i < values.length; i++) {
            if (values[i].name().equals(name)) {
                return values[i];
            }
        }
        throw Failures.illegal("No enum constant ", new StringBuilder().append(className).append('.').append(name));
    }
}
