package dev.spine.perf;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Standard output that remembers why it could not be written: printing to it says nothing of that. Used by one thread at a time. */
final class StandardOutput extends FilterOutputStream {
    private static final String READER_HAS_GONE = "Broken pipe";

    private volatile @Nullable IOException failure;

    /**
     * Remembers failures of a stream.
     *
     * @param out where bytes go
     */
    StandardOutput(OutputStream out) {
        super(out);
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
        return first == null || READER_HAS_GONE.equals(first.getMessage()) ? null : "standard output cannot be written: "
            + first.getMessage() + "; send it somewhere else";
    }
}
