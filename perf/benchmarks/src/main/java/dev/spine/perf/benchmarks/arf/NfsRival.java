package dev.spine.perf.benchmarks.arf;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** NFS: ganesha's files by libnfs. */
final class NfsRival implements Rival {
    private static final int ROOM = 1 << 20;

    private final LibNfs mounted;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment room = arena.allocate(ROOM);
    private final long file;

    NfsRival(LibNfs mounted) throws IOException {
        this.mounted = mounted;
        this.file = mounted.create("/large");
    }

    @Override
    public String name() {
        return "nfs";
    }

    @Override
    public void write(long offset, byte[] bytes) throws IOException {
        MemorySegment.copy(bytes, 0, room, ValueLayout.JAVA_BYTE, 0, bytes.length);
        for (int done = 0; done < bytes.length;) {
            done += mounted.write(file, offset + done, room.asSlice(done, bytes.length - done));
        }
    }

    @Override
    public byte[] read(long offset, int bytes) throws IOException {
        for (int done = 0; done < bytes;) {
            int more = mounted.read(file, offset + done, room.asSlice(done, bytes - done));
            if (more == 0) {
                throw new IOException("the file ends early");
            }
            done += more;
        }
        return room.asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE);
    }

    @Override
    public void sync() throws IOException {
        mounted.sync(file);
    }

    @Override
    public void create(String made) throws IOException {
        long handle = mounted.create("/" + made);
        mounted.sync(handle);
        mounted.close(handle);
    }

    @Override
    public void remove(String made) throws IOException {
        mounted.unlink("/" + made);
    }

    @Override
    public void close() throws IOException {
        mounted.close(file);
        mounted.close();
        arena.close();
    }
}
