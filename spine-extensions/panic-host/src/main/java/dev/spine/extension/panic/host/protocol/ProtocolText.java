package dev.spine.extension.panic.host.protocol;

import dev.spine.extension.panic.host.compile.PdlCompiler;
import dev.spine.extension.panic.host.compile.ProgramTooLargeException;
import dev.spine.extension.panic.host.language.PdlText;
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

    /** {@return the program file of a protocol} */
    static byte[] compiled(String name) {
        try {
            return PdlCompiler.compile(PdlText.read(of(name)).program()
                .orElseThrow(() -> new IllegalStateException(name + ".pdl has mistakes: spine pdl check shows them")));
        } catch (ProgramTooLargeException e) {
            throw new IllegalStateException(name + ".pdl", e);
        }
    }
}
