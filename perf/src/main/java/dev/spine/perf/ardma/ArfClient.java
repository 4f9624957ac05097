package dev.spine.perf.ardma;

import dev.spine.extension.ardma.host.arf.ArfNode;
import dev.spine.extension.ardma.host.arf.ArfVolume;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** ARF's own client, in any of its forms. It keeps nothing. */
final class ArfClient implements FileClient {
    private final ArfVolume volume;
    private @Nullable ArfNode node;

    ArfClient(ArfVolume volume) {
        this.volume = volume;
    }

    private ArfNode node() {
        ArfNode open = node;
        if (open == null) {
            throw new IllegalStateException("no file is open");
        }
        return open;
    }

    @Override
    public void create(String path, byte[] bytes) throws IOException {
        volume.write(volume.create(path, FilesImage.PERMISSIONS, true), 0, bytes);
        volume.sync();
    }

    @Override
    public void open(String path) throws IOException {
        node = volume.stat(path);
    }

    @Override
    public byte[] read(long offset, int bytes) throws IOException {
        ByteBuffer all = ByteBuffer.allocate(bytes);
        while (all.hasRemaining()) {
            all.put(volume.read(node(), offset + all.position(), all.remaining()));
        }
        return all.array();
    }

    @Override
    public void write(long offset, byte[] bytes) throws IOException {
        volume.write(node(), offset, bytes);
    }

    @Override
    public void sync() throws IOException {
        volume.sync();
    }

    @Override
    public long size(String path) throws IOException {
        return volume.stat(path).size();
    }

    @Override
    public int list(String path) throws IOException {
        return volume.list(path).size();
    }
}
