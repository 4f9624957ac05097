package dev.spine.device.os.fuse;

import java.io.IOException;
import java.util.List;

/**
 * A file system that can be mounted. Called by the thread of its {@link FuseSession} alone. Names have 1 to 255 bytes in UTF-8. The kernel
 * has looked at types and permissions before; with several clients it may have seen what is no more.
 */
public interface FuseFiles {
    /** Number of the directory that is mounted. */
    long ROOT = 1;

    /**
     * {@return what has a name; the kernel knows it once more from now on}
     *
     * @param directory number of the directory
     * @param name in it
     * @throws IOException when there is none
     */
    FuseNode find(long directory, String name) throws IOException;

    /**
     * The kernel knows a file less often; at 0 it will not ask by its number any more.
     *
     * @param node its number
     * @param times so many of those that {@link #find}, {@link #make} and {@link #link} have returned it
     */
    void forget(long node, long times);

    /**
     * {@return what is known of a file}
     *
     * @param node its number
     * @throws IOException when it is gone
     */
    FuseNode look(long node) throws IOException;

    /**
     * Changes a file.
     *
     * @param node its number
     * @param change what to change
     * @return what is known of it then
     * @throws IOException when it cannot be changed
     */
    FuseNode change(long node, FuseChange change) throws IOException;

    /**
     * Makes a file or directory; the kernel knows it once more from now on.
     *
     * @param directory number of the directory that it is made in
     * @param name in it
     * @param permissions its 12 bits of POSIX
     * @param isDirectory whether it is one
     * @param isNew whether a file that is there is an error, and not taken
     * @return it
     * @throws IOException when it cannot be made
     */
    FuseNode make(long directory, String name, int permissions, boolean isDirectory, boolean isNew) throws IOException;

    /**
     * Removes a name. A file that is open can still be read and written until it is closed.
     *
     * @param directory number of the directory
     * @param name in it
     * @throws IOException when it cannot be removed
     */
    void remove(long directory, String name) throws IOException;

    /**
     * Gives a file or directory another name.
     *
     * @param directory number of the directory
     * @param name in it
     * @param target number of the directory where it will be
     * @param other its name there
     * @param replaces whether what is there is replaced
     * @throws IOException when it cannot be renamed
     */
    void rename(long directory, String name, long target, String other, boolean replaces) throws IOException;

    /**
     * Gives a file one more name.
     *
     * @param node its number
     * @param directory number of the directory
     * @param name in it
     * @return the file; the kernel knows it once more from now on
     * @throws IOException when it cannot get it
     */
    FuseNode link(long node, long directory, String name) throws IOException;

    /**
     * {@return the names in a directory, without those of itself and its parent}
     *
     * @param directory its number
     * @throws IOException when it cannot be read
     */
    List<FuseName> list(long directory) throws IOException;

    /**
     * {@return the handle of a file, which is open until {@link #release}}
     *
     * @param node its number
     * @throws IOException when it is gone
     */
    long open(long node) throws IOException;

    /**
     * Closes a file.
     *
     * @param handle of it
     * @throws IOException when it was removed while it was open, and that cannot be ended
     */
    void release(long handle) throws IOException;

    /**
     * {@return bytes of a file, fewer than asked for at its end alone}
     *
     * @param handle of it
     * @param offset of the first
     * @param bytes how many
     * @throws IOException when they cannot be read
     */
    byte[] read(long handle, long offset, int bytes) throws IOException;

    /**
     * Writes bytes of a file.
     *
     * @param handle of it
     * @param offset where the first one goes; -1 for the file's end
     * @param bytes what is written
     * @throws IOException when not all of them are written
     */
    void write(long handle, long offset, byte[] bytes) throws IOException;

    /**
     * Everything that was written is durable when it returns.
     *
     * @throws IOException when the device says no
     */
    void sync() throws IOException;

    /**
     * {@return how full it is}
     *
     * @throws IOException when it cannot be read
     */
    FuseSpace space() throws IOException;

    /**
     * {@return the error number of what went wrong}
     *
     * @param problem what
     * @throws IOException when the files cannot be reached any more: the session ends by it
     */
    default int error(IOException problem) throws IOException {
        return FuseException.error(problem);
    }
}
