package dev.spine.extension.ardma.host.arf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * A file system that is open. Paths are names with slashes between, from the root on; an empty one is the root. What changes names, sizes
 * or attributes is durable when the method returns; bytes that are written over others are so after {@link #sync}.
 *
 * <p>Any thread, one at a time: methods wait for one another.
 */
public final class ArfVolume implements AutoCloseable {
    private static final byte[] NOTHING = {};
    private static final int MAX_LISTED = 1 << 18;
    private static final int SECOND_SHIFT = 32;

    private final ArfCalls calls;

    private final FileReads reads;
    private final FileWrites writes;

    private ArfVolume(ArfCalls calls) {
        this.calls = calls;
        this.reads = new FileReads(calls);
        this.writes = new FileWrites(calls);
    }

    /**
     * Opens a file system that other clients may use.
     *
     * @param placement where its routine runs; closed with the volume
     * @param lease after so long without a change, a client that owns the lock is taken for dead: longer than any call takes
     * @return the volume
     * @throws IOException when there is none, or it has no place left
     */
    public static ArfVolume share(ArfPlacement placement, Duration lease) throws IOException {
        return share(placement, lease, LockSupport::parkNanos);
    }

    /** As the other one, and another client is waited for in some way. */
    static ArfVolume share(ArfPlacement placement, Duration lease, LongConsumer pause) throws IOException {
        return new ArfVolume(new ArfCalls(placement, InstantSource.system(), lease.toNanos(), pause, false));
    }

    /**
     * Opens a file system that nobody else uses, and brings to its end what a crash has left.
     *
     * @param placement where its routine runs; closed with the volume
     * @param clock the time that files get
     * @return the volume
     * @throws IOException when there is none
     */
    public static ArfVolume open(ArfPlacement placement, InstantSource clock) throws IOException {
        return new ArfVolume(new ArfCalls(placement, clock, Duration.ofSeconds(1).toNanos(), LockSupport::parkNanos, true));
    }

    /**
     * {@return whether bytes are the first ones of a file system}
     *
     * @param bytes the first eight of an area, or fewer
     */
    public static boolean isBeginning(byte[] bytes) {
        return bytes.length == Long.BYTES && ByteBuffer.wrap(bytes).getLong() == ArfLayout.MAGIC;
    }

    // --- names

    /**
     * {@return what a path names}
     *
     * @param path of a file or directory
     * @throws IOException when there is none
     */
    public synchronized ArfNode stat(String path) throws IOException {
        byte[] text = bytes(path);
        check(calls.ask(ArfOp.STAT, ArfLayout.ROOT, 0, 0, text, text.length), path);
        return ArfNode.read(calls.emitted());
    }

    /**
     * {@return what is known of a file or directory now}
     *
     * @param node as it was known before
     * @throws IOException when it is gone
     */
    public synchronized ArfNode stat(ArfNode node) throws IOException {
        String what = "inode " + node.inode();
        check(calls.ask(ArfOp.STAT, node.inode(), 0, 0, NOTHING, 0), what);
        ArfNode now = ArfNode.read(calls.emitted());
        check(now.generation() == node.generation() ? 0 : ArfStatus.STALE, what);
        return now;
    }

    /**
     * {@return the entries of a directory, in no order}
     *
     * @param path of it
     * @throws IOException when there is none
     */
    public synchronized List<ArfEntry> list(String path) throws IOException {
        byte[] text = bytes(path);
        List<ArfEntry> entries = new ArrayList<>();
        long next = 0;
        do {
            next = calls.ask(ArfOp.LIST, ArfLayout.ROOT, next, MAX_LISTED, text, text.length);
            if (next == ArfStatus.STALE) {
                // It has moved meanwhile, so it is read from the beginning.
                entries.clear();
                next = calls.ask(ArfOp.LIST, ArfLayout.ROOT, 0, MAX_LISTED, text, text.length);
            }
            check(next, path);
            ByteBuffer in = calls.emitted();
            if (next != 0 && !in.hasRemaining()) {
                // A name that is longer than any can be: it would be asked for again and again.
                check(ArfStatus.DAMAGED, path);
            }
            while (in.hasRemaining()) {
                ArfNode node = ArfNode.read(in);
                String name = name(in);
                check(ArfEntry.isName(name) ? 0 : ArfStatus.DAMAGED, path);
                entries.add(new ArfEntry(name, node));
            }
        } while (next != 0);
        return entries;
    }

    /**
     * Makes a file, or takes the one that is there.
     *
     * @param path of it
     * @param permissions its 12 bits of POSIX
     * @param isNew whether one that is there is an error
     * @return the file
     * @throws IOException when it cannot be made
     */
    public synchronized ArfNode create(String path, int permissions, boolean isNew) throws IOException {
        return make(path, ArfLayout.FILE << 32 | permissions, isNew);
    }

    /**
     * Makes a directory.
     *
     * @param path of it
     * @param permissions its 12 bits of POSIX
     * @return the directory
     * @throws IOException when it cannot be made, or something is there
     */
    public synchronized ArfNode makeDirectory(String path, int permissions) throws IOException {
        return make(path, ArfLayout.DIRECTORY << 32 | permissions, true);
    }

    private ArfNode make(String path, long mode, boolean isNew) throws IOException {
        byte[] text = bytes(path);
        check(calls.ask(ArfOp.CREATE, ArfLayout.ROOT, mode, isNew ? 1 : 0, text, text.length), path);
        return ArfNode.read(calls.emitted());
    }

    /**
     * Removes a name, and with the last one the file; a directory has to be empty.
     *
     * @param path of it
     * @throws IOException when it cannot be removed
     */
    public synchronized void remove(String path) throws IOException {
        byte[] text = bytes(path);
        check(calls.ask(ArfOp.REMOVE, ArfLayout.ROOT, Tree.ANY, 0, text, text.length), path);
    }

    /**
     * Gives a file or directory another name.
     *
     * @param from its path
     * @param to its path afterwards
     * @param replaces whether what is there is replaced: a file by a file, an empty directory by a directory
     * @throws IOException when it cannot be renamed
     */
    public synchronized void rename(String from, String to, boolean replaces) throws IOException {
        byte[] text = bytes(from, to);
        check(calls.ask(ArfOp.RENAME, ArfLayout.ROOT, 0, replaces ? 0 : 1, text, lengths(from, to)), from);
    }

    /**
     * Gives a file one more name.
     *
     * @param path of it
     * @param added the other path
     * @throws IOException when it cannot get it
     */
    public synchronized void link(String path, String added) throws IOException {
        byte[] text = bytes(path, added);
        check(calls.ask(ArfOp.LINK, ArfLayout.ROOT, 0, 0, text, lengths(path, added)), added);
    }

    // --- contents

    /**
     * {@return bytes of a file, at least one of them, none behind its end}
     *
     * @param node the file
     * @param offset of the first
     * @param bytes how many, at least 0; at most 1 MiB come, and 512 KiB while others change much
     * @throws IOException when they cannot be read, or the file is gone
     */
    public synchronized byte[] read(ArfNode node, long offset, int bytes) throws IOException {
        return reads.read(node, offset, bytes);
    }

    /**
     * Writes bytes of a file. Up to {@link #mostWritten} of them are one change for other clients.
     *
     * @param node the file
     * @param offset where the first one goes; -1 for the file's end
     * @param bytes what is written
     * @return where they end
     * @throws IOException when they cannot be written, all or those behind some
     */
    public synchronized long write(ArfNode node, long offset, byte[] bytes) throws IOException {
        long at = offset;
        int done = 0;
        do {
            int count = writes.most(bytes.length - done);
            long end = count == 0 ? 0 : writes.write(node, at, bytes, done, count);
            if (end == 0) {
                count = Math.min(bytes.length - done, calls.stagingBytes());
                end = calls.ask(ArfOp.WRITE, node.inode(), at, node.generation(), Arrays.copyOfRange(bytes, done, done + count), count);
            }
            if (end == ArfStatus.TOO_LARGE && at > size(node)) {
                resize(node, at);
                continue;
            }
            check(end, "inode " + node.inode());
            at = end;
            done += count;
        } while (done < bytes.length);
        return at;
    }

    /** {@return how many bytes of a write are one change} */
    public int mostWritten() {
        return calls.stagingBytes();
    }

    /**
     * {@return how many bytes a file has now}
     *
     * @param node the file
     * @throws IOException when it is gone
     */
    public synchronized long size(ArfNode node) throws IOException {
        return check(calls.ask(ArfOp.SIZE, node.inode(), 0, node.generation(), NOTHING, 0), "inode " + node.inode());
    }

    /**
     * {@return where the bytes of a file are in the area of the file system, in their order; whoever reads there sees what others write
     * meanwhile, and when the file becomes shorter or is removed perhaps bytes of another one}
     *
     * @param node the file
     * @throws IOException when it is gone, or others change the file system all the time
     */
    public synchronized List<ArfExtent> extents(ArfNode node) throws IOException {
        return calls.extents(node);
    }

    /**
     * Makes a file shorter, or longer by zeros.
     *
     * @param node the file
     * @param bytes its size, at least 0
     * @throws IOException when it cannot be so long
     */
    public synchronized void resize(ArfNode node, long bytes) throws IOException {
        while (true) {
            long status = calls.ask(ArfOp.RESIZE, node.inode(), bytes, node.generation(), NOTHING, 0);
            if (status != ArfStatus.TOO_LARGE) {
                check(status, "inode " + node.inode());
                return;
            }
            check(calls.ask(ArfOp.RESIZE, node.inode(), size(node) + Contents.MAX_ZEROS, node.generation(), NOTHING, 0), "inode "
                + node.inode());
        }
    }

    /**
     * Sets times and permissions; what is -1 stays as it is.
     *
     * @param node the file or directory
     * @param modified in ns since 1970
     * @param accessed in ns since 1970
     * @param created in ns since 1970
     * @param permissions 12 bits of POSIX
     * @throws IOException when it is gone
     */
    public synchronized void set(ArfNode node, long modified, long accessed, long created, int permissions) throws IOException {
        byte[] times = ByteBuffer.allocate(3 * Long.BYTES).putLong(modified).putLong(accessed).putLong(created).array();
        check(calls.ask(ArfOp.SET, node.inode(), permissions, node.generation(), times, 0), "inode " + node.inode());
    }

    /**
     * Everything that this client has written is durable when it returns. When all of it is so already, nothing is asked of the device.
     *
     * @throws IOException when the device says no
     */
    public synchronized void sync() throws IOException {
        calls.sync();
    }

    /**
     * {@return how full it is}
     *
     * @throws IOException when it cannot be read
     */
    public synchronized ArfTotals totals() throws IOException {
        check(calls.ask(ArfOp.TOTALS, 0, 0, 0, NOTHING, 0), "totals");
        ByteBuffer in = calls.emitted();
        return new ArfTotals(in.getLong(0), in.getLong(16), in.getLong(8), in.getLong(40));
    }

    @Override
    public synchronized void close() throws IOException {
        calls.close();
    }

    // --- text and errors

    /** The next name of a list, of no characters when it cannot be one. */
    private static String name(ByteBuffer in) {
        long bytes = in.getLong();
        if (bytes < 1 || bytes > ArfLayout.MAX_NAME || ArfLayout.nameRoom(bytes) - Long.BYTES > in.remaining()) {
            in.position(in.limit());
            return "";
        }
        byte[] name = new byte[(int) bytes];
        in.get(name).position(in.position() + (-name.length & Long.BYTES - 1));
        return new String(name, StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String path) throws FileSystemException {
        if (path.indexOf('\0') >= 0) {
            throw new FileSystemException(path, null, "no name has a character 0");
        }
        return path.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String path, String other) throws FileSystemException {
        return bytes(path + other);
    }

    private static long lengths(String path, String other) throws FileSystemException {
        return bytes(path).length | (long) bytes(other).length << SECOND_SHIFT;
    }

    static long check(long status, String path) throws IOException {
        if (status >= 0) {
            return status;
        }
        String what = path.startsWith("inode ") ? path : "/" + path;
        throw switch ((int) status) {
            case ArfStatus.NOT_FOUND -> new NoSuchFileException(what);
            case ArfStatus.EXISTS -> new FileAlreadyExistsException(what);
            case ArfStatus.NOT_DIRECTORY -> new NotDirectoryException(what);
            case ArfStatus.NOT_EMPTY -> new DirectoryNotEmptyException(what);
            case ArfStatus.NO_SPACE, ArfStatus.NO_INODES -> new NoSpaceException(what, text((int) status));
            case ArfStatus.STALE -> new NoSuchFileException(what, null, "the file that was open is removed");
            default -> new FileSystemException(what, null, text((int) status));
        };
    }

    private static String text(int status) {
        return switch (status) {
            case ArfStatus.IS_DIRECTORY -> "is a directory";
            case ArfStatus.NO_SPACE -> "no space is left, or no run of blocks that is long enough: remove files";
            case ArfStatus.NO_INODES -> "there are as many files as there can be: remove some";
            case ArfStatus.BAD_NAME -> "a name is longer than 255 bytes, or is . or .., or the path, or two paths together, is"
                + " longer than 2,048 bytes";
            case ArfStatus.TOO_LARGE -> "too much for one change: a directory of too many entries";
            case ArfStatus.INVALID -> "a directory cannot be moved into itself, and the root has no name";
            case ArfStatus.DAMAGED -> "the file system is damaged: run spine arf fsck";
            case ArfStatus.LOST -> "another client took this one for dead; whether it was done is not known: look, then try again";
            default -> "status " + status;
        };
    }
}
