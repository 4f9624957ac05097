package dev.spine.device.disk.store;

import dev.spine.i2o.message.block.StorageStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the bytes in a file, which stays sparse: blocks that were never written, or zeroed by {@link #zero}, take no room.
 *
 * <p>{@link #force} returns when the operating system says that the bytes are on its disk. A file that is {@link Mapping#MAPPED} is memory:
 * transfers go straight between it and the bus, the operating system reads and writes it as it likes until the force. Through a
 * {@link Mapping#STAGED} one each access is a call of the operating system, and an error on the disk below is an answer of its own.
 *
 * <p>A file that is opened for writing is this store's alone until it is closed; a second one is refused. One that is opened for reading
 * only may be written by another store meanwhile, and shows what that writes.
 *
 * <p>An error of the file is a media error, told with the address where it began.
 */
public final class FileStore implements Store {
    /** How the file is reached. */
    public enum Mapping {
        /** As memory; for files up to {@link #MAX_MAPPED_BYTES}. */
        MAPPED,
        /** By reading and writing. */
        STAGED
    }

    /** What may be done with the file. */
    public enum Access {
        /** Reading and writing. */
        READ_WRITE,
        /** Reading only. */
        READ_ONLY
    }

    /** The largest file that is mapped; a larger one is read and written. */
    public static final long MAX_MAPPED_BYTES = 1L << 30;

    private final Path path;
    private final FileChannel channel;
    private final Access access;
    private final long capacity;
    private final @Nullable Arena arena;
    private final @Nullable MemorySegment memory;
    private final @Nullable WritableFile written;
    private long failedAt;

    private FileStore(Path path, FileChannel channel, @Nullable WritableFile written, long capacity, Mapping mapping) throws IOException {
        this.path = path;
        this.channel = channel;
        this.written = written;
        this.access = written == null ? Access.READ_ONLY : Access.READ_WRITE;
        this.capacity = capacity;
        boolean mapped = mapping == Mapping.MAPPED && capacity <= MAX_MAPPED_BYTES;
        this.arena = mapped ? Arena.ofShared() : null;
        this.memory = arena == null ? null
            : channel.map(access == Access.READ_ONLY ? MapMode.READ_ONLY : MapMode.READ_WRITE, 0, capacity, arena);
    }

    /**
     * Opens a file that exists; its size is the capacity.
     *
     * @param path the file
     * @param access what may be done with it
     * @param mapping how it is reached
     * @return the store
     * @throws StoreException it cannot be opened, is empty, or shall be written and another store writes it
     */
    public static FileStore open(Path path, Access access, Mapping mapping) throws StoreException {
        try {
            if (access == Access.READ_ONLY) {
                return of(path, FileChannel.open(path, StandardOpenOption.READ), null, FileChannel::size, mapping);
            }
            WritableFile written = WritableFile.open(path);
            return of(path, written.channel(), written, FileChannel::size, mapping);
        } catch (IOException e) {
            throw new StoreException(problem(path, e));
        }
    }

    /**
     * Opens a file for reading and writing; makes it, sparse, if it does not exist, and makes it longer if it is shorter.
     *
     * @param path the file
     * @param bytes the capacity, at least 1
     * @param mapping how it is reached
     * @return the store
     * @throws StoreException it cannot be opened, is longer than that, or another store writes it
     */
    public static FileStore openOrCreate(Path path, long bytes, Mapping mapping) throws StoreException {
        try {
            FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.SPARSE)
                .close();
            WritableFile written = WritableFile.open(path);
            return of(path, written.channel(), written, channel -> stretch(path, channel, bytes), mapping);
        } catch (IOException e) {
            throw new StoreException(problem(path, e));
        }
    }

    /** Makes a file as long as its disk: {@return that length} */
    private static long stretch(Path path, FileChannel channel, long bytes) throws StoreException, IOException {
        long size = channel.size();
        if (size > bytes) {
            throw new StoreException(path + " has " + size + " bytes, more than the " + bytes + " that the disk shall have: leave the"
                + " size out, or name another file");
        }
        if (size < bytes) {
            channel.write(ByteBuffer.allocate(1), bytes - 1);
        }
        return bytes;
    }

    /** Says, or makes, what an open file holds. */
    private interface Capacity {
        long of(FileChannel channel) throws StoreException, IOException;
    }

    /** A store in an open file, which is closed if it cannot be one. */
    private static FileStore of(Path path, FileChannel channel, @Nullable WritableFile written, Capacity capacity, Mapping mapping)
        throws StoreException, IOException {
        FileStore made = null;
        try {
            long bytes = capacity.of(channel);
            if (bytes == 0) {
                throw new StoreException(path + " is empty: give the disk a size");
            }
            made = new FileStore(path, channel, written, bytes, mapping);
            return made;
        } finally {
            if (made == null) {
                closeFile(channel, written);
            }
        }
    }

    private static void closeFile(FileChannel channel, @Nullable WritableFile written) throws IOException {
        if (written == null) {
            channel.close();
        } else {
            written.close();
        }
    }

    private static String problem(Path path, IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> path + " does not exist: give the disk a size to have it made, or name another file";
            case AccessDeniedException _ -> path + " may not be used: change its rights, open it read-only, or name another file";
            case FileAlreadyExistsException _ -> path + " is no file: name another";
            default -> Files.isDirectory(path) ? path + " is a directory: name a file"
                : path + " cannot be used (" + e.getMessage() + "): name another file";
        };
    }

    /** {@return the file} */
    public Path path() {
        return path;
    }

    @Override
    public long capacityBytes() {
        return capacity;
    }

    @Override
    public boolean isReadOnly() {
        return access == Access.READ_ONLY;
    }

    @Override
    public @Nullable MemorySegment memory() {
        return memory;
    }

    @Override
    public int read(long address, MemorySegment into, long offset, int bytes) {
        ByteBuffer buffer = into.asSlice(offset, bytes).asByteBuffer();
        try {
            while (buffer.hasRemaining()) {
                int some = channel.read(buffer, address + buffer.position());
                if (some < 0) {
                    // Somebody has cut the file.
                    return failed(address + buffer.position());
                }
            }
            return StorageStatus.SUCCESS;
        } catch (IOException e) {
            return failed(address + buffer.position());
        }
    }

    @Override
    public int write(long address, MemorySegment from, long offset, int bytes) {
        if (access == Access.READ_ONLY) {
            failedAt = address;
            return StorageStatus.WRITE_PROTECTED;
        }
        ByteBuffer buffer = from.asSlice(offset, bytes).asByteBuffer();
        try {
            while (buffer.hasRemaining()) {
                channel.write(buffer, address + buffer.position());
            }
            return StorageStatus.SUCCESS;
        } catch (IOException e) {
            return failed(address + buffer.position());
        }
    }

    @Override
    public int zero(long address, long bytes) {
        WritableFile file = written;
        if (file == null) {
            failedAt = address;
            return StorageStatus.WRITE_PROTECTED;
        }
        return file.punch(address, bytes) ? StorageStatus.SUCCESS : writeZeros(address, bytes);
    }

    private int writeZeros(long address, long bytes) {
        ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(bytes, 1 << 20));
        long at = address;
        long end = address + bytes;
        try {
            while (at < end) {
                zeros.clear().limit((int) Math.min(zeros.capacity(), end - at));
                at += channel.write(zeros, at);
            }
            return StorageStatus.SUCCESS;
        } catch (IOException e) {
            return failed(at);
        }
    }

    @Override
    public int force() {
        if (access == Access.READ_ONLY) {
            return StorageStatus.SUCCESS;
        }
        try {
            MemorySegment mapped = memory;
            if (mapped != null) {
                mapped.force();
            }
            channel.force(false);
            return StorageStatus.SUCCESS;
        } catch (IOException | UncheckedIOException e) {
            // The force of mapped memory tells an error unchecked; unanswered, it would end the thread that carries operations out.
            return failed(0);
        }
    }

    private int failed(long address) {
        failedAt = address;
        return StorageStatus.MEDIA_ERROR;
    }

    @Override
    public long failedAt() {
        return failedAt;
    }

    @Override
    public void close() {
        if (!closeMapping()) {
            // Whoever is in the middle of an access still writes: the lock goes with the process, as the mapping does.
            return;
        }
        try {
            closeFile(channel, written);
        } catch (IOException e) {
            // Nothing is owed to anybody: what had to be durable was forced.
            failedAt = 0;
        }
    }

    /** {@return false: somebody is in the middle of an access, as a system that is torn down may be; then it goes with the process} */
    private boolean closeMapping() {
        Arena mapped = arena;
        if (mapped == null || !mapped.scope().isAlive()) {
            return true;
        }
        try {
            mapped.close();
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }
}
