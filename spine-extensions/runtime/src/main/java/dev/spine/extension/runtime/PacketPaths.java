package dev.spine.extension.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.util.Objects;

/**
 * Makes a {@link PacketPath} for a handler: a hidden copy of {@link PacketPathTemplate} that knows this handler and no other. Takes a
 * fraction of a millisecond, so only handlers that have had many packets get one. A copy goes when its handler does.
 */
final class PacketPaths {
    private static final byte[] TEMPLATE = read();

    private PacketPaths() {}

    private static byte[] read() {
        String file = PacketPathTemplate.class.getSimpleName() + ".class";
        try (InputStream in = Objects.requireNonNull(PacketPaths.class.getResourceAsStream(file), file)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return the way to a packet handler of the version that its instance has now} */
    static PacketPath to(Installation<?> installation) {
        try {
            Class<?> copy = MethodHandles.lookup().defineHiddenClassWithClassData(TEMPLATE, installation, true).lookupClass();
            return copy.asSubclass(PacketPath.class).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the template of packet paths cannot be copied", e);
        }
    }
}
