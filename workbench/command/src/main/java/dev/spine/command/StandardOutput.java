package dev.spine.command;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Standard output that remembers why it could not be written: printing to it says nothing of that. Used by one thread at a time. */
final class StandardOutput extends FilterOutputStream {
    /** Names of it in the file systems of Linux and others. */
    static final List<Path> NAMES = List.of(Path.of("/proc/self/fd/1"), Path.of("/dev/fd/1"));

    private static final String MODE = "unix:mode";
    private static final int TYPES = 0170000;
    private static final int PIPE = 0010000;
    private static final int SOCKET = 0140000;

    private final List<Path> names;
    private volatile @Nullable IOException failure;

    /**
     * Remembers failures of a stream.
     *
     * @param out where bytes go
     * @param names what tells whether that is a pipe; the first that is there
     */
    StandardOutput(OutputStream out, List<Path> names) {
        super(out);
        this.names = names;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            failure = failure == null ? e : failure;
            throw e;
        }
    }

    /** {@return what is missing from the output and why, in a line; null when nothing is, or its reader wanted no more} */
    @Nullable String problem() {
        IOException first = failure;
        return first == null || readerHasGone() ? null : "standard output cannot be written: " + first.getMessage()
            + "; send it somewhere else";
    }

    /** Pipes and sockets cannot be full or broken: they fail only when nobody reads them any more, in whatever words the system says so. */
    private boolean readerHasGone() {
        for (Path name : names) {
            try {
                int type = ((Number) Files.getAttribute(name, MODE)).intValue() & TYPES;
                return type == PIPE || type == SOCKET;
            } catch (IOException | UnsupportedOperationException | IllegalArgumentException _) {
                // Not every system has every name.
            }
        }
        return false;
    }
}
