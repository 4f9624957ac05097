package dev.spine.perf.benchmarks.arf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** AFS: files of a mounted cell. */
final class AfsRival implements Rival {
    private final Path root;
    private final FileChannel file;

    AfsRival(Path root) throws IOException {
        this.root = root;
        this.file = FileChannel.open(root.resolve("large"), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    @Override
    public String name() {
        return "afs";
    }

    @Override
    public void write(long offset, byte[] bytes) throws IOException {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        while (left.hasRemaining()) {
            file.write(left, offset + left.position());
        }
    }

    @Override
    public byte[] read(long offset, int bytes) throws IOException {
        ByteBuffer into = ByteBuffer.allocate(bytes);
        while (into.hasRemaining()) {
            if (file.read(into, offset + into.position()) < 0) {
                throw new IOException("the file ends early");
            }
        }
        return into.array();
    }

    @Override
    public void sync() throws IOException {
        file.force(true);
    }

    @Override
    public void create(String made) throws IOException {
        try (FileChannel one = FileChannel.open(root.resolve(made), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            one.force(true);
        }
    }

    @Override
    public void remove(String made) throws IOException {
        Files.delete(root.resolve(made));
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
