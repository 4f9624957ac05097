package dev.spine.extension.runtime.verify;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A method or constructor outside the image that an extension may call.
 *
 * @param owner internal name of the class that declares it in the list
 * @param name its name
 * @param descriptor its descriptor
 * @param cost the work of a call in units of one bytecode, beyond what {@code by} charges
 * @param bytes the heap that a call may take, beyond what {@code by} charges
 * @param by what is called in its place, or null when it is called itself
 */
public record AllowedMember(String owner, String name, String descriptor, Cost cost, Cost bytes, @Nullable Replacement by) {
    private static final Cost LOOK = new Cost(8, List.of());

    /** A method that is metered code. */
    static AllowedMember metered(String owner, String name, String descriptor) {
        return new AllowedMember(owner, name, descriptor, Cost.NOTHING, Cost.NOTHING, null);
    }

    /** A method in whose place another is called; {@code Values} looks at the object first, at a price. */
    static AllowedMember by(Replacement by, String owner, String name, String descriptor) {
        return new AllowedMember(owner, name, descriptor, by.takesAccount() ? LOOK : Cost.NOTHING, Cost.NOTHING, by);
    }
}
