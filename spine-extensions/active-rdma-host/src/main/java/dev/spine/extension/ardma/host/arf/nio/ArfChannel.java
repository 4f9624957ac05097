package dev.spine.extension.ardma.host.arf.nio;

import dev.spine.extension.ardma.host.arf.ArfNode;
import dev.spine.extension.ardma.host.arf.ArfVolume;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** A file that is open. */
final class ArfChannel implements SeekableByteChannel {
    private final ArfVolume volume;
    private final String path;
    private final ArfNode node;
    private final Set<? extends OpenOption> options;
    private long position;
    private boolean isOpen = true;

    ArfChannel(ArfVolume volume, String path, ArfNode node, Set<? extends OpenOption> options) {
        this.volume = volume;
        this.path = path;
        this.node = node;
        this.options = options;
    }

    private boolean has(StandardOpenOption option) {
        return options.contains(option);
    }

    private void check(boolean isPossible, RuntimeException otherwise) throws ClosedChannelException {
        if (!isOpen) {
            throw new ClosedChannelException();
        }
        if (!isPossible) {
            throw otherwise;
        }
    }

    private void checkOpen() throws ClosedChannelException {
        check(true, new IllegalStateException());
    }

    private boolean isWritable() {
        return has(StandardOpenOption.WRITE) || has(StandardOpenOption.APPEND);
    }

    @Override
    public synchronized int read(ByteBuffer into) throws IOException {
        check(!isWritable() || has(StandardOpenOption.READ), new NonReadableChannelException());
        if (!into.hasRemaining()) {
            return 0;
        }
        byte[] bytes = volume.read(node, position, into.remaining());
        into.put(bytes);
        position += bytes.length;
        return bytes.length == 0 ? -1 : bytes.length;
    }

    @Override
    public synchronized int write(ByteBuffer from) throws IOException {
        check(isWritable(), new NonWritableChannelException());
        byte[] bytes = new byte[from.remaining()];
        from.get(bytes);
        try {
            position = volume.write(node, has(StandardOpenOption.APPEND) ? -1 : position, bytes);
        } catch (NoSuchFileException e) {
            throw new NoSuchFileException("/" + path, null, e.getReason());
        } catch (FileSystemException e) {
            throw new FileSystemException("/" + path, null, e.getReason());
        }
        if (has(StandardOpenOption.SYNC) || has(StandardOpenOption.DSYNC)) {
            volume.sync();
        }
        return bytes.length;
    }

    @Override
    public synchronized long position() throws IOException {
        checkOpen();
        return position;
    }

    @Override
    public synchronized SeekableByteChannel position(long newPosition) throws IOException {
        checkOpen();
        if (newPosition < 0) {
            throw new IllegalArgumentException("position " + newPosition + " is negative");
        }
        position = newPosition;
        return this;
    }

    @Override
    public synchronized long size() throws IOException {
        checkOpen();
        return volume.size(node);
    }

    @Override
    public synchronized SeekableByteChannel truncate(long size) throws IOException {
        check(isWritable(), new NonWritableChannelException());
        if (size < 0) {
            throw new IllegalArgumentException("size " + size + " is negative");
        }
        if (size < size()) {
            volume.resize(node, size);
        }
        position = Math.min(position, size);
        return this;
    }

    @Override
    public synchronized boolean isOpen() {
        return isOpen;
    }

    @Override
    public synchronized void close() throws IOException {
        if (isOpen) {
            isOpen = false;
            if (has(StandardOpenOption.DELETE_ON_CLOSE)) {
                volume.remove(path);
            }
        }
    }
}
