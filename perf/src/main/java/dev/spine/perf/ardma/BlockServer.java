package dev.spine.perf.ardma;

import dev.spine.extension.ardma.host.RemoteArea;
import dev.spine.extension.ardma.host.RemoteServer;
import dev.spine.extension.ardma.host.arf.ArfVolume;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/**
 * What a server of files offers to clients of other protocols: calls that name things, by ARF's procedure, and reads and writes of files'
 * bytes, by plain access to the disk. Where a file's bytes are is known beforehand, so finding them is free.
 *
 * @param volume by procedure calls
 * @param remote has the disk
 * @param disk the area of the file system
 * @param places where the bytes of a file begin, by its path
 * @param clock of the client, ns
 */
record BlockServer(ArfVolume volume, RemoteServer remote, RemoteArea disk, ToLongFunction<String> places, LongSupplier clock) {
    byte[] read(String path, long offset, int bytes) {
        return remote.read(disk, places.applyAsLong(path) + offset, bytes);
    }

    void write(String path, long offset, byte[] bytes) {
        remote.write(disk, places.applyAsLong(path) + offset, bytes);
    }

    void flush() {
        remote.flush(disk);
    }
}
