package dev.spine.perf.ardma;

import dev.spine.device.disk.store.MemoryStore;
import dev.spine.extension.ardma.host.RemoteArea;
import dev.spine.extension.ardma.host.RemoteServer;
import dev.spine.extension.ardma.host.arf.ArfPlacement;
import dev.spine.extension.ardma.host.arf.ArfRoutine;
import dev.spine.extension.ardma.host.arf.ArfVolume;
import dev.spine.extension.ardma.host.arf.RemotePlacement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;

/**
 * A client that uses files of a server's disk on a described machine, in virtual time. Each path has a machine of its own, with the same
 * bytes on its disk. The client's caches and its code are free. One thread.
 */
final class FileExperiment implements AutoCloseable {
    private static final String DISK = "files";
    private static final String WRITTEN = "written";
    private static final String READ = "read";
    private static final String PROBED = "probed";
    private static final int SMALL_BYTES = 64;
    private static final int RANDOM_BYTES = 4_096;
    private static final Duration LEASE = Duration.ofSeconds(60);

    private final FilesImage image;
    private final MemoryStore store;
    private final ArdmaPair pair;
    private final ArfVolume volume;
    private final FileClient client;
    private final Random random;

    FileExperiment(String profile, FilePath path, long seed) {
        random = new Random(seed);
        image = new FilesImage(seed, WRITTEN, READ, PROBED);
        store = image.store();
        pair = new ArdmaPair(profile, seed, store);
        boolean isBuilt = false;
        try {
            pair.server().open(DISK, pair.disk(FilesImage.diskBytes()), true);
            pair.server().offer(RemotePlacement.PROCEDURE, ArfRoutine.bytes());
            RemoteArea area = pair.remote().lookup(DISK);
            volume = ArfVolume.share(placement(path, pair.remote(), area), LEASE);
            BlockServer blocks = new BlockServer(volume, pair.remote(), area, image::place, pair::nowNs);
            client = switch (path) {
                case RPC, DIRECT, ACTIVE -> new ArfClient(volume);
                case NFS -> new NfsLikeClient(blocks);
                case AFS -> new AfsLikeClient(blocks);
            };
            isBuilt = true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (!isBuilt) {
                pair.close();
            }
        }
    }

    private static ArfPlacement placement(FilePath path, RemoteServer server, RemoteArea area) {
        return switch (path) {
            case RPC, NFS, AFS -> RemotePlacement.procedure(server, area);
            case DIRECT -> RemotePlacement.direct(server, area);
            case ACTIVE -> RemotePlacement.active(server, area);
        };
    }

    /** {@return what an operation does; the operations in their order} */
    LookupReading run(FileOperation operation) {
        ArdmaPair.Counts before = pair.counts();
        try {
            boolean isRight = true;
            if (operation == FileOperation.RANDOM) {
                client.open(PROBED);
            }
            for (int i = 0; i < operation.times(); i++) {
                isRight &= one(operation, i);
            }
            LookupReading reading = pair.counts().since(before, operation.times(), 0, isRight);
            return isThere(operation) ? reading : pair.counts().since(before, operation.times(), 0, false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean one(FileOperation operation, int number) throws IOException {
        switch (operation) {
            case CREATE -> client.create("new" + number, new byte[SMALL_BYTES]);
            case WRITE -> {
                client.open(WRITTEN);
                client.write(0, image.contents(READ));
                client.sync();
            }
            case READ, READ_AGAIN -> {
                client.open(READ);
                return Arrays.equals(image.contents(READ), client.read(0, FilesImage.LARGE_BYTES));
            }
            case RANDOM -> {
                int at = random.nextInt(FilesImage.LARGE_BYTES / RANDOM_BYTES) * RANDOM_BYTES;
                return Arrays.equals(Arrays.copyOfRange(image.contents(PROBED), at, at + RANDOM_BYTES), client.read(at, RANDOM_BYTES));
            }
            case STAT, STAT_AGAIN -> {
                return client.size(FilesImage.small(number)) == number + 1;
            }
            case LIST -> {
                return client.list(FilesImage.LISTED) == FilesImage.SMALL_FILES;
            }
        }
        return true;
    }

    /** Looks at the disk itself, or through the server, whether what was to be durable is there. */
    private boolean isThere(FileOperation operation) throws IOException {
        return switch (operation) {
            case CREATE -> volume.stat("new" + (operation.times() - 1)).size() == SMALL_BYTES;
            case WRITE -> store.memory().asSlice(image.place(WRITTEN), FilesImage.LARGE_BYTES)
                .mismatch(MemorySegment.ofArray(image.contents(READ))) < 0;
            default -> true;
        };
    }

    /** Holds what has run to the laws of conservation. */
    void verify() {
        pair.verify();
    }

    @Override
    public void close() {
        pair.close();
    }
}
