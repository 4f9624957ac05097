package dev.spine.perf.system;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A place where a running system serves its disks to NBD clients: a socket in the file system, or a TCP port.
 *
 * @param socket where, or null
 * @param address where, or null; one of the two is there
 * @param place where it is described
 */
public record ExportSpec(@Nullable Path socket, @Nullable InetSocketAddress address, FilePlace place) {
    private static final int STANDARD_PORT = 10_809;
    private static final int MAX_PORT = 65_535;

    static ExportSpec read(TomlSection section) {
        if (!section.text("kind").equals("nbd")) {
            throw section.wrong("kind", "\"" + section.text("kind") + "\" is no kind of export; write nbd");
        }
        // Each is asked for, so that each is known, whichever is there.
        boolean port = section.has("port");
        boolean address = section.has("address");
        if (section.has("socket") && (port || address)) {
            throw section.wrong("socket", "and a port cannot both be served by one export: write two");
        }
        if (section.has("socket")) {
            return new ExportSpec(section.file("socket"), null, section.placeOf("socket"));
        }
        InetSocketAddress at = new InetSocketAddress(section.text("address", "127.0.0.1"),
            (int) section.number("port", 0, MAX_PORT, STANDARD_PORT));
        if (at.isUnresolved()) {
            throw section.wrong("address", "is no address of this machine: use 127.0.0.1 or one of its own");
        }
        return new ExportSpec(null, at, section.placeOf("kind"));
    }
}
