package dev.spine.command.run;

import dev.spine.command.control.ControlSocket;
import dev.spine.command.control.SocketMode;
import dev.spine.command.control.SocketPath;
import dev.spine.command.option.Verb;
import dev.spine.iop.PlainText;
import dev.spine.iop.engine.live.IdlePolicy;
import dev.spine.system.EngineChoice;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemDescription;
import dev.spine.system.ending.Interruption;
import dev.spine.system.ending.Signals;
import dev.spine.system.graph.SpineComponent;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spine run}: runs a system until it is stopped. The command's thread. */
@Command(
    name = "run",
    description = "Boots a system on the live engine and serves it: its wires, screens and exports, the extensions that its file"
        + " names, and a control socket for spine status, top, ext, reload and stop. Ends in order at Ctrl-C, SIGTERM or spine stop;"
        + " SIGHUP or spine reload reads the file again.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
        "  spine run                                     the built-in system: network card, screen, disk",
        "  spine run SYSTEM.toml                         a system of your own: docs/system-files.md",
        "  spine run --socket /tmp/s.sock --socket-mode all",
        "                                                every user of this machine may load extensions",
        "  docs/running.md tells what users may do, and shows a session"
    })
public final class RunCommand extends Verb implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "SYSTEM.toml", description = "Describes the system; without it a built-in one is run.")
    private @Nullable Path file;

    @Option(names = "--socket", paramLabel = "PATH", description = "The control socket. Default: $" + SocketPath.VARIABLE
        + ", or spine.sock in $XDG_RUNTIME_DIR, or in ~/.spine.")
    private @Nullable Path socket;

    @Option(names = "--socket-mode", paramLabel = "WHO", defaultValue = "owner",
        description = "Who may connect to it: owner, group, all. What others may do is bounded by [quota] of the file, and they see"
            + " nothing of each other. Default: owner.")
    private SocketMode socketMode = SocketMode.OWNER;

    /** Made by picocli, which fills the fields. */
    public RunCommand() {}

    @Override
    public Integer call() {
        SpineComponent graph = SpineComponent.create();
        Path given = file;
        Supplier<SystemDescription> source = given == null ? () -> BuiltInNode.describe(graph.systemFile())
            : () -> withoutRouter(graph.systemFile().read(given));
        SystemDescription description = source.get();
        PrintWriter out = out();
        Path path = SocketPath.find(socket);
        try (Interruption interruption = Interruption.watch();
                HeapReturn _ = HeapReturn.watch();
                ControlSocket bound = interruption.opens(() -> ControlSocket.bind(path, socketMode));
                SpineSystem system = EngineChoice.buildLive(graph.systemFactory(), description, IdlePolicy.BACK_OFF,
                    line -> say(out, line))) {
            interruption.atLast(system::forceDisks);
            SystemRun run = new SystemRun(system, bound, source, interruption, line -> say(out, line));
            Signals.calls(Signals.HANG_UP, () -> run.orders().give(Orders.Order.RELOAD));
            run.run();
            return interruption.exitCode(0);
        } catch (ControlSocket.UnusableException e) {
            throw wrong(e.getMessage(), e);
        }
    }

    /** {@return the same, unless it asks for what only a router can have} */
    private static SystemDescription withoutRouter(SystemDescription description) {
        description.service().networkServices().stream().findFirst().ifPresent(service -> {
            throw service.position().wrong("service '" + service.name()
                + "' is beside a router, and spine run has none: use spine route, or"
                + " describe an extension under the card's runtime");
        });
        return description;
    }

    private static synchronized void say(PrintWriter out, String line) {
        out.println(PlainText.line(line));
        out.flush();
    }
}
