package dev.spine.perf.benchmarks.arf;

import dev.spine.device.os.NetworkNamespace;
import dev.spine.perf.benchmarks.WrongArgumentException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * An NFS server in a namespace of its own, of which a directory is exported. By version 3: with version 4, libnfs 4.0.0 (Debian's libnfs13)
 * cannot write 4 KiB in a call. One thread.
 */
final class Ganesha implements AutoCloseable {
    private static final int PORT = 24_049;
    private static final int MOUNT_PORT = 24_050;
    private static final long LIMIT_NS = 60_000_000_000L;
    private static final long LOOK_NS = 100_000_000L;
    private static final int LONGEST_S = 10;

    private final String space = "arf" + Long.toString(ProcessHandle.current().pid(), 36);
    private final Thread atEnd = new Thread(this::end);
    private final Path export;
    private final Process server;

    /** Starts it; {@code directory} takes its files, and gets the export. */
    Ganesha(Path directory) throws IOException {
        export = Files.createDirectories(directory.resolve("export")).toRealPath();
        Path settings = Files.writeString(directory.resolve("ganesha.conf"), """
            NFS_CORE_PARAM {
                NFS_Port = %d;
                MNT_Port = %d;
                NFS_Protocols = 3, 4;
                Enable_NLM = false;
                Enable_RQUOTA = false;
                Enable_UDP = false;
            }
            NFSv4 { Graceless = true; RecoveryBackend = fs; }
            EXPORT {
                Export_Id = 1;
                Path = %s;
                Pseudo = /export;
                Access_Type = RW;
                Squash = No_Root_Squash;
                SecType = sys;
                Protocols = 3, 4;
                Transports = TCP;
                FSAL { Name = VFS; }
            }
            """.formatted(PORT, MOUNT_PORT, export));
        Runtime.getRuntime().addShutdownHook(atEnd);
        ip("netns", "add", space);
        ip("-n", space, "link", "set", "lo", "up");
        try {
            server = new ProcessBuilder("ip", "netns", "exec", space, "ganesha.nfsd", "-F", "-f", settings.toString(), "-L",
                directory.resolve("ganesha.log").toString(), "-p", directory.resolve("ganesha.pid").toString(), "-N", "NIV_EVENT")
                .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        } catch (IOException e) {
            throw new WrongArgumentException("ganesha.nfsd cannot be run: install nfs-ganesha, nfs-ganesha-vfs, dbus and rpcbind");
        }
        long begin = System.nanoTime();
        while (!listens()) {
            if (!server.isAlive() || System.nanoTime() - begin > LIMIT_NS) {
                end();
                throw new WrongArgumentException("ganesha.nfsd does not serve: its log is " + directory.resolve("ganesha.log"));
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    private static void ip(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(words));
        try {
            if (new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start()
                .waitFor() != 0) {
                throw new WrongArgumentException("a namespace of the network cannot be made: run it as root");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private boolean listens() {
        return NetworkNamespace.of(space).call(() -> {
            try (Socket _ = new Socket(InetAddress.ofLiteral("127.0.0.1"), PORT)) {
                return true;
            } catch (IOException e) {
                return false;
            }
        });
    }

    /** Mounts the export; the calling thread makes the connection there. */
    LibNfs mount() throws IOException {
        IOException[] failure = new IOException[1];
        LibNfs[] mounted = new LibNfs[1];
        NetworkNamespace.of(space).call(() -> {
            try {
                mounted[0] = new LibNfs("nfs://127.0.0.1" + export + "?version=3&nfsport=" + PORT + "&mountport=" + MOUNT_PORT);
            } catch (IOException e) {
                failure[0] = e;
            }
            return true;
        });
        if (failure[0] != null) {
            throw failure[0];
        }
        return mounted[0];
    }

    private void end() {
        server.destroy();
        try {
            if (!server.waitFor(LONGEST_S, TimeUnit.SECONDS)) {
                server.destroyForcibly();
            }
            ip("netns", "del", space);
        } catch (IOException | InterruptedException e) {
            // It goes with its last process.
        }
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(atEnd);
        end();
    }
}
