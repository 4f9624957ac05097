package dev.spine.extension.ardma.host.arf;

import dev.spine.extension.ardma.routine.Area;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** An area in a file, which is mapped, and locked against other processes. Any thread, but for {@link #close}. */
public final class FileArea extends Area implements AutoCloseable {
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    /** Why a page of a mapped file cannot be used, as far as that can be known. */
    static final String NOT_THERE = "bytes of the file cannot be reached: its disk is full, or it was shortened";

    private final Path file;
    private final FileChannel channel;
    private final FileLock lock;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;

    private FileArea(Path file, FileChannel channel, FileLock lock, long bytes) throws IOException {
        this.file = file;
        this.channel = channel;
        this.lock = lock;
        this.memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
    }

    /**
     * {@return the bytes of a file that is there}
     *
     * @param file which
     * @throws IOException when it cannot be opened, or another process uses it
     */
    public static FileArea open(Path file) throws IOException {
        return open(file, -1, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    /**
     * {@return the bytes of a file, which is made if it is not there, and gets a size}
     *
     * @param file which
     * @param bytes its size
     * @throws IOException when it cannot be made, or another process uses it
     */
    public static FileArea make(Path file, long bytes) throws IOException {
        return open(file, bytes, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE));
    }

    private static FileArea open(Path file, long bytes, Set<OpenOption> options) throws IOException {
        FileChannel channel = FileChannel.open(file, options);
        try {
            FileLock lock;
            try {
                lock = channel.tryLock();
            } catch (OverlappingFileLockException e) {
                lock = null;
            }
            if (lock == null) {
                throw new FileSystemException(file.toString(), null, "is in use: wait until the other program ends");
            }
            if (bytes >= 0) {
                channel.truncate(bytes);
            }
            return new FileArea(file, channel, lock, bytes < 0 ? channel.size() : bytes);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Does something with the bytes.
     *
     * @param work what
     * @throws FileSystemException when bytes of the file are not there: its disk is full, or somebody has shortened it
     */
    public void use(Runnable work) throws FileSystemException {
        try {
            work.run();
        } catch (InternalError e) {
            throw (FileSystemException) new FileSystemException(file.toString(), null, NOT_THERE).initCause(e);
        }
    }

    @Override
    public long length() {
        return memory.byteSize();
    }

    @Override
    public boolean isWritable() {
        return true;
    }

    @Override
    public int flushed(long lastChange) {
        try {
            memory.force();
            return 1;
        } catch (UncheckedIOException e) {
            return -1;
        }
    }

    @Override
    public int get8(long offset) {
        return memory.get(ValueLayout.JAVA_BYTE, offset) & 0xFF;
    }

    @Override
    public int get16(long offset) {
        return memory.get(SHORT, offset) & 0xFFFF;
    }

    @Override
    public int get32(long offset) {
        return memory.get(INT, offset);
    }

    @Override
    public long get64(long offset) {
        return memory.get(LONG, offset);
    }

    @Override
    public void put8(long offset, int value) {
        memory.set(ValueLayout.JAVA_BYTE, offset, (byte) value);
    }

    @Override
    public void put16(long offset, int value) {
        memory.set(SHORT, offset, (short) value);
    }

    @Override
    public void put32(long offset, int value) {
        memory.set(INT, offset, value);
    }

    @Override
    public void put64(long offset, long value) {
        memory.set(LONG, offset, value);
    }

    /** The file is not used any more; what was changed reaches it sooner or later. */
    @Override
    public void close() throws IOException {
        arena.close();
        lock.release();
        channel.close();
    }
}
