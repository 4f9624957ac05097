package dev.spine.clients;

import java.io.IOException;

/**
 * Three disks of {@link #CAPACITY} that are served over NBD, at a UNIX socket and at a TCP port: {@link #DISK}, {@link #OTHER}, and
 * {@link #LOCKED}, which can only be read. One thread at a time.
 */
public interface ServedDisks extends AutoCloseable {
    /** Bytes of each disk. */
    int CAPACITY = 8 << 20;
    /** Name of the first export. */
    String DISK = "disk";
    /** Name of a further one; its blocks may be larger. */
    String OTHER = "sectors4k";
    /** Name of the one that can only be read. It may be the first disk once more. */
    String LOCKED = "locked";

    /**
     * {@return the URI of an export at the UNIX socket}
     *
     * @param export its name; an unknown one is not served
     */
    String uri(String export);

    /**
     * {@return the URI of an export at the TCP port}
     *
     * @param export its name
     */
    String tcpUri(String export);

    /**
     * {@return what is on the medium now, as a copy}
     *
     * @param export its name
     * @throws IOException the medium cannot be read
     */
    byte[] content(String export) throws IOException;

    /**
     * Changes what is on the medium, before any client has read it.
     *
     * @param export its name
     * @param content {@link #CAPACITY} bytes
     * @throws IOException the medium cannot be written
     */
    void fill(String export, byte[] content) throws IOException;

    /** {@return whether blocks that were discarded take no room, and {@link #DISK} and {@link #OTHER} tell them from zeros that do} */
    boolean haveHoles();

    /**
     * Asserts that the server has counted something so often, now or, if it tells only then, when it ends.
     *
     * @param label the counter's label
     * @param least how often at least
     */
    void assertCounted(String label, long least);

    /**
     * Ends the server in order, and asserts that it leaves nothing behind: no request, frame or claim.
     *
     * @throws IOException what it served cannot be closed
     */
    @Override
    void close() throws IOException;
}
