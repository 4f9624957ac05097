package dev.spine.extension.panic.host.protocol;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The texts of the protocols, which lie beside the classes. Any thread. */
public final class ProtocolText {
    private ProtocolText() {}

    /**
     * {@return the text of a protocol's program}
     *
     * @param name of the file, without {@code .pdl}
     * @throws IllegalArgumentException when there is none
     */
    public static String of(String name) {
        try (InputStream stream = ProtocolText.class.getResourceAsStream(name + ".pdl")) {
            if (stream == null) {
                throw new IllegalArgumentException("there is no protocol '" + name + "'");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the text of the protocol " + name + " cannot be read", e);
        }
    }
}
