package dev.spine.perf.panic;

import dev.spine.extension.panic.host.compile.PdlCompiler;
import dev.spine.extension.panic.host.compile.ProgramTooLargeException;
import dev.spine.extension.panic.host.language.PdlText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * A program of this package, with numbers put in. Immutable; any thread.
 *
 * @param text in PDL
 */
record ProgramText(String text) {
    private static final String LENGTH = "LEN 64";
    private static final String ADDRESS = "0:0:0:96:221:16:0:2";
    private static final int ADDRESS_BITS = 48;

    /** {@return a program as its file has it} */
    static ProgramText read(String name) {
        try (InputStream in = ProgramText.class.getResourceAsStream(name + ".pdl")) {
            if (in == null) {
                throw new IllegalStateException("the program " + name + " is not bundled: build again");
            }
            return new ProgramText(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException("the program " + name + " cannot be read: build again", e);
        }
    }

    /** {@return the same with other bytes to move} */
    ProgramText length(int bytes) {
        return replace(LENGTH, "LEN " + bytes);
    }

    /** {@return the same for another node} */
    ProgramText address(long node) {
        StringBuilder octets = new StringBuilder("0:0");
        for (int shift = ADDRESS_BITS - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            octets.append(':').append(node >>> shift & 0xFF);
        }
        return replace(ADDRESS, octets.toString());
    }

    /** {@return the same with a statement, and its semicolon, several times} */
    ProgramText repeat(String statement, int times) {
        return replace(statement, statement.repeat(times));
    }

    private ProgramText replace(String what, String by) {
        if (!text.contains(what)) {
            throw new IllegalArgumentException("the program has no '" + what + "'");
        }
        return new ProgramText(text.replace(what, by));
    }

    /** {@return its program file} */
    byte[] compiled() {
        try {
            PdlText read = PdlText.read(text);
            return PdlCompiler.compile(read.program().orElseThrow(() -> new IllegalStateException(read.toString())));
        } catch (ProgramTooLargeException e) {
            throw new IllegalStateException("a program of this package is too large", e);
        }
    }
}
