package dev.spine.perf.ardma;

import java.io.IOException;

/** A client of a file system, as a program sees it: one file is open at a time. One thread. */
interface FileClient {
    /** Makes a file with a few bytes, which are durable when it returns. */
    void create(String path, byte[] bytes) throws IOException;

    /** Opens a file that is there. */
    void open(String path) throws IOException;

    /** {@return bytes of the file that is open} */
    byte[] read(long offset, int bytes) throws IOException;

    /** Writes over bytes of the file that is open. */
    void write(long offset, byte[] bytes) throws IOException;

    /** What was written to the file that is open is durable when it returns. */
    void sync() throws IOException;

    /** {@return bytes of a file} */
    long size(String path) throws IOException;

    /** {@return how many entries a directory has} */
    int list(String path) throws IOException;
}
