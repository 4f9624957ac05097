package dev.spine.command.disk;

import dev.spine.command.disk.ServedFile.UnfitException;
import dev.spine.command.option.SizeText;
import dev.spine.command.option.Verb;
import dev.spine.command.play.ListeningAddress;
import dev.spine.system.EngineChoice;
import dev.spine.system.SpineSystem;
import dev.spine.system.ending.Interruption;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.output.OutputFile;
import dev.spine.system.output.Progress;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spine disk}: serves simulated disks over NBD until it is interrupted. The command's thread. */
@Command(
    name = "disk",
    description = "Serves a file as a disk over NBD. The disk is a device of a simulated IOP, and all requests go to it as I2O messages."
        + " Ends at Ctrl-C: what is under way is answered, and the disk is flushed.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
        "  spine disk disk.img                        64 MiB at nbd://127.0.0.1/disk.img; made if missing",
        "  spine disk disk.img --nbd-socket /tmp/d.sock",
        "  spine disk a.img --export b=b.img --read-only",
        "  nbdinfo nbd://127.0.0.1/disk.img           what a client sees: docs/disks.md has more clients",
        "  spine disk --system SYSTEM.toml            the disks of a system of your own"
    })
public final class DiskCommand extends Verb implements Callable<Integer> {
    private static final long DEFAULT_SIZE = 64L << 20;
    private static final int DEFAULT_PORT = 10_809;
    private static final int MAX_FILES = 32;
    private static final int MAX_NAME = 255;

    @Parameters(arity = "0..1", paramLabel = "FILE",
        description = "The disk's content. If it is not there it is made, with room for --size and taking none until it is written.")
    private @Nullable Path file;

    @Option(names = "--size", paramLabel = "SIZE", converter = SizeText.class,
        description = "Size of a file that is made: bytes, or K, M, G, T. Default: 64M.")
    private @Nullable Long size;

    @Option(names = "--export", paramLabel = "NAME=FILE", description = "One more disk, which clients ask for by NAME; may be repeated.")
    private Map<String, Path> exports = new LinkedHashMap<>();

    @Option(names = "--default-export", paramLabel = "NAME",
        description = "Which disk clients get that name none, as nbd://127.0.0.1 does. Default: they are refused.")
    private @Nullable String defaultExport;

    @Option(names = "--nbd-socket", paramLabel = "PATH", description = "Listen at a UNIX socket.")
    private @Nullable Path socket;

    @Option(names = "--nbd-port", paramLabel = "[ADDRESS:]PORT", converter = ListeningAddress.class,
        description = "Listen at a TCP port, 0 for any. Without ADDRESS only for this machine. Default, without --nbd-socket: 10809.")
    private @Nullable InetSocketAddress port;

    @Option(names = "--read-only", description = "Clients can only read, and files are opened only for reading.")
    private boolean readOnly;

    @Option(names = "--system", paramLabel = "SYSTEM.toml",
        description = "Serve all disks of this system, under their devices' names, in place of files.")
    private @Nullable Path systemFile;

    @Option(names = "--json", paramLabel = "FILE", description = "At the end write the counts as JSON to FILE; - for standard output.")
    private @Nullable String json;

    /** Made by picocli, which fills the fields. */
    public DiskCommand() {}

    @Override
    public Integer call() {
        OutputFile target = json == null ? null : new OutputFile(json);
        if (target != null) {
            target.check();
        }
        SpineComponent graph = SpineComponent.create();
        DiskSystem disks = describe(graph);
        PrintWriter out = out();
        PrintWriter text = target != null && target.isStandardOutput() ? new PrintWriter(PrintWriter.nullWriter()) : out;
        Queue<String> warnings = new ConcurrentLinkedQueue<>();
        try (Interruption interruption = Interruption.watch();
                SpineSystem system = EngineChoice.buildLive(graph.systemFactory(), disks.description(), DiskService.IDLE, warnings::add)) {
            interruption.atLast(system::forceDisks);
            DiskService service = new DiskService(system, disks, access(), interruption,
                new DiskConsole(text, Progress.onTerminal(), warnings));
            DiskReport report = serve(service);
            text.println(report.line());
            text.flush();
            if (target != null) {
                target.write(report.json(), out);
            }
            return interruption.exitCode(0);
        }
    }

    private DiskReport serve(DiskService service) {
        InetSocketAddress address = port;
        if (address == null && socket == null) {
            address = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), DEFAULT_PORT);
        }
        try {
            return service.serve(socket, address, defaultExport);
        } catch (DiskService.UnknownExportException e) {
            throw wrong(e.getMessage());
        } catch (ListeningSocket.TakenException e) {
            throw wrong(e.getMessage());
        }
    }

    private FileAccess access() {
        return readOnly ? FileAccess.READ_ONLY : FileAccess.READ_WRITE;
    }

    private DiskSystem describe(SpineComponent graph) {
        Path given = systemFile;
        if (given != null) {
            if (file != null || !exports.isEmpty() || size != null) {
                throw wrong("--system names the disks itself: leave FILE, --export and --size out");
            }
            return DiskSystem.of(graph.systemFile().read(given), access());
        }
        try {
            return DiskSystem.of(files(), access());
        } catch (UnfitException e) {
            throw wrong(e.getMessage());
        }
    }

    private List<ServedFile> files() throws UnfitException {
        List<ServedFile> served = new ArrayList<>();
        if (file != null) {
            Path name = file.getFileName();
            served.add(new ServedFile(name == null ? "" : name.toString(), file));
        }
        exports.forEach((name, other) -> served.add(new ServedFile(name, other)));
        if (served.isEmpty()) {
            throw wrong("name a file for the disk; it is made if it is not there");
        }
        if (served.size() > MAX_FILES) {
            throw wrong(served.size() + " disks: serve at most " + MAX_FILES);
        }
        List<String> names = new ArrayList<>();
        for (ServedFile one : served) {
            if (names.contains(one.export())) {
                throw wrong("two disks are named '" + one.export() + "': name the other one with --export NAME=FILE");
            }
            if (one.export().getBytes(StandardCharsets.UTF_8).length > MAX_NAME) {
                throw wrong("'" + one.export() + "' is too long a name for an export: at most " + MAX_NAME + " bytes in UTF-8");
            }
            names.add(one.export());
            boolean main = one.file().equals(file);
            one.prepare(size != null && main ? size : DEFAULT_SIZE, size != null && main, access());
        }
        return served;
    }
}
