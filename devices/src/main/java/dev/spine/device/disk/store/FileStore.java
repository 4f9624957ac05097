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
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the bytes in a file, which stays sparse: blocks that were never written, or zeroed by {@link #zero}, take no room.
 * One thread at a time.
 *
 * <p>{@link #force} returns when the operating system says that the bytes are on its disk. A file that is {@link Mapping#MAPPED} is memory:
 * transfers go straight between it and the bus, the operating system reads and writes it as it likes until the force. Through a
 * {@link Mapping#STAGED} one each access is a call of the operating system, and an error on the disk below is an answer of its own.
 *
 * <p>A file that is opened for writing is this store's alone until it is closed; a second one is refused. One that is opened for reading
 * only may be written by another store meanwhile, and shows what that writes.
 *
 * <p>An error of the file is a media error, told with the address where it began. After a flush that failed so, each further one fails,
 * until the file is opened again (fsync(2), "Errors"). That there is no room is an answer of its own. Mapped memory cannot give it: what is
 * moved into a page that takes no room yet fails in the middle of the move. So such pages are out of place, and a write of them is a call
 * of the operating system, which then has room for the page.
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

    private final ImageFile file;
    private final long capacity;
    private final @Nullable Arena arena;
    private final @Nullable MemorySegment memory;
    /** Of mapped memory that is written. */
    private final @Nullable AllocatedPages pages;
    /** Whether a write makes room for the whole pages that it touches, because the file system gives out no less. */
    private final boolean givesPages;
    private long failedAt;
    /** A flush has failed. What was not written the system may have dropped, and tells of it once: no later flush can promise it. */
    private volatile boolean unsure;

    private FileStore(ImageFile file, long capacity, Mapping mapping) throws IOException {
        this.file = file;
        this.capacity = capacity;
        boolean mapped = mapping == Mapping.MAPPED && capacity <= MAX_MAPPED_BYTES;
        this.arena = mapped ? Arena.ofShared() : null;
        this.memory = arena == null ? null
            : file.channel().map(file.isReadOnly() ? MapMode.READ_ONLY : MapMode.READ_WRITE, 0, capacity, arena);
        this.pages = mapped && !file.isReadOnly() ? allocated(file, capacity) : null;
        this.givesPages = file.allocationBytes() >= AllocatedPages.BYTES;
    }

    private static AllocatedPages allocated(ImageFile file, long capacity) {
        AllocatedPages pages = new AllocatedPages(capacity);
        long data = file.dataFrom(0);
        while (data >= 0 && data < capacity) {
            long hole = file.holeFrom(data);
            long end = hole <= data ? capacity : Math.min(hole, capacity);
            pages.addWhole(data, end - data);
            data = end == capacity ? capacity : file.dataFrom(end);
        }
        return pages;
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
            return of(ImageFile.open(path, access), file -> file.channel().size(), mapping);
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
            return of(ImageFile.open(path, Access.READ_WRITE), file -> stretch(file, bytes), mapping);
        } catch (IOException e) {
            throw new StoreException(problem(path, e));
        }
    }

    /** Makes a file as long as its disk: {@return that length} */
    private static long stretch(ImageFile file, long bytes) throws StoreException, IOException {
        long size = file.channel().size();
        if (size > bytes) {
            throw new StoreException(file.path() + " has " + size + " bytes, more than the " + bytes + " that the disk shall have: leave"
                + " the size out, or name another file");
        }
        if (size < bytes) {
            file.channel().write(ByteBuffer.allocate(1), bytes - 1);
        }
        return bytes;
    }

    /** Says, or makes, what an open file holds. */
    interface Capacity {
        long of(ImageFile file) throws StoreException, IOException;
    }

    /** A store in an open file, which is closed if it cannot be one. */
    static FileStore of(ImageFile file, Capacity capacity, Mapping mapping) throws StoreException, IOException {
        FileStore made = null;
        try {
            long bytes = capacity.of(file);
            if (bytes == 0) {
                throw new StoreException(file.path() + " is empty: give the disk a size");
            }
            made = new FileStore(file, bytes, mapping);
            return made;
        } finally {
            if (made == null) {
                file.close();
            }
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

    @Override
    public long capacityBytes() {
        return capacity;
    }

    @Override
    public boolean isReadOnly() {
        return file.isReadOnly();
    }

    @Override
    public @Nullable MemorySegment memory() {
        return memory;
    }

    @Override
    public boolean isInPlace(long address, long bytes) {
        AllocatedPages known = pages;
        return known == null || known.covers(address, bytes);
    }

    @Override
    public long extentAt(long address) {
        long data = file.dataFrom(address);
        if (data != address) {
            return address - (data < 0 ? capacity : Math.min(data, capacity));
        }
        long hole = file.holeFrom(address);
        return (hole <= address ? capacity : Math.min(hole, capacity)) - address;
    }

    @Override
    public String room() {
        return file.room();
    }

    @Override
    public int read(long address, MemorySegment into, long offset, int bytes) {
        ByteBuffer buffer = into.asSlice(offset, bytes).asByteBuffer();
        try {
            while (buffer.hasRemaining()) {
                int some = file.channel().read(buffer, address + buffer.position());
                if (some < 0) {
                    // Somebody has cut the file.
                    return failed(address + buffer.position());
                }
            }
            return StorageStatus.SUCCESS;
        } catch (IOException e) {
            return failed(address + buffer.position(), e);
        }
    }

    @Override
    public int write(long address, MemorySegment from, long offset, int bytes) {
        if (file.isReadOnly()) {
            failedAt = address;
            return StorageStatus.WRITE_PROTECTED;
        }
        ByteBuffer buffer = from.asSlice(offset, bytes).asByteBuffer();
        try {
            while (buffer.hasRemaining()) {
                file.channel().write(buffer, address + buffer.position());
            }
            written(address, bytes);
            return StorageStatus.SUCCESS;
        } catch (IOException e) {
            return failed(address + buffer.position(), e);
        }
    }

    /** The operating system has taken bytes, and with them made room. */
    private void written(long address, long bytes) {
        AllocatedPages known = pages;
        if (known != null && givesPages) {
            known.addTouched(address, bytes);
        } else if (known != null) {
            known.addWhole(address, bytes);
        }
    }

    @Override
    public int zero(long address, long bytes) {
        if (file.isReadOnly()) {
            failedAt = address;
            return StorageStatus.WRITE_PROTECTED;
        }
        AllocatedPages known = pages;
        if (known != null) {
            known.removeWhole(address, bytes);
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
                at += file.channel().write(zeros, at);
            }
            written(address, bytes);
            return StorageStatus.SUCCESS;
        } catch (IOException e) {
            return failed(at, e);
        }
    }

    @Override
    public int force() {
        if (file.isReadOnly()) {
            return StorageStatus.SUCCESS;
        }
        if (unsure) {
            return failed(0);
        }
        try {
            MemorySegment mapped = memory;
            if (mapped != null) {
                // All of the file is mapped, so this does all that an fdatasync does (on Linux both end in vfs_fsync_range), which would
                // only wait for the disk once more.
                mapped.force();
            } else {
                file.channel().force(false);
            }
            return StorageStatus.SUCCESS;
        } catch (IOException e) {
            return notForced(e);
        } catch (UncheckedIOException e) {
            // The force of mapped memory tells an error so; unanswered, it would end the thread that carries operations out.
            return notForced(Objects.requireNonNull(e.getCause()));
        }
    }

    private int notForced(IOException e) {
        int status = failed(0, e);
        unsure = status != NO_ROOM;
        return status;
    }

    private int failed(long address) {
        failedAt = address;
        return StorageStatus.MEDIA_ERROR;
    }

    private int failed(long address, IOException e) {
        failedAt = address;
        return file.isForWantOfRoom(e) ? NO_ROOM : StorageStatus.MEDIA_ERROR;
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
            file.close();
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
