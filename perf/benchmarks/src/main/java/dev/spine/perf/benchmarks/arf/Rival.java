package dev.spine.perf.benchmarks.arf;

import java.io.IOException;

/** A client of a file server, with one large file that is open. One thread. */
interface Rival extends AutoCloseable {
    /** {@return as it is printed} */
    String name();

    /** Writes bytes of the large file. */
    void write(long offset, byte[] bytes) throws IOException;

    /** {@return bytes of the large file, as many as asked for} */
    byte[] read(long offset, int bytes) throws IOException;

    /** What was written is durable. */
    void sync() throws IOException;

    /** Makes an empty file that is durable, and closes it. */
    void create(String file) throws IOException;

    /** Takes it away. */
    void remove(String file) throws IOException;

    @Override
    void close() throws IOException;
}
