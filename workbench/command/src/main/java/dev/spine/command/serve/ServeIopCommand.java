package dev.spine.command.serve;

import dev.spine.command.option.Verb;
import dev.spine.device.remote.RemoteIopServer;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.executive.Tolerance;
import dev.spine.iop.pci.CardIdentity;
import dev.spine.iop.pci.HostMemorySlots;
import dev.spine.iop.pci.PciCard;
import dev.spine.iop.pci.ProgrammingInterface;
import dev.spine.system.EngineChoice;
import dev.spine.system.IopDescription;
import dev.spine.system.ServedIop;
import dev.spine.system.SystemDescription;
import dev.spine.system.ending.Interruption;
import dev.spine.system.graph.SpineComponent;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spine serve-iop}: offers one IOP to another process, until it is interrupted. */
@Command(
    name = "serve-iop",
    description = "Offers an IOP as a PCI device (class 0x0E) to another process: a virtual machine, or a host driver under test. Speaks"
        + " the protocol of QEMU's remote PCI device on a UNIX socket. One client at a time; Ctrl-C ends it.",
    mixinStandardHelpOptions = true,
    footer = {
        "  spine serve-iop --socket /tmp/iop.sock                  an IOP with a disk of 16 MiB",
        "  spine serve-iop SYSTEM.toml --iop nic --socket iop.sock  an IOP of your own: docs/system-files.md",
        "  docs/serve-iop.md has a client in C, and shows how QEMU attaches it"
    })
public final class ServeIopCommand extends Verb implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "SYSTEM.toml",
        description = "Describes the system; without it an IOP with a disk is served.")
    private @Nullable Path file;

    @Option(names = "--socket", paramLabel = "PATH", required = true, description = "Where to listen; the socket is removed at the end.")
    private Path socket = Path.of("");

    @Option(names = "--iop", paramLabel = "NAME", description = "Which IOP of the file. Default: the first.")
    private @Nullable String iop;

    @Option(names = "--polled", description = "Without interrupts: programming interface 0x00 instead of 0x01.")
    private boolean polled;

    @Option(names = "--tolerate", paramLabel = "LIBERTY", split = ",",
        description = "Liberties for drivers that need them, and that would mislead others: ${COMPLETION-CANDIDATES}. Default: none.")
    private Set<Tolerance> tolerances = EnumSet.noneOf(Tolerance.class);

    @Option(names = "--power-on", paramLabel = "STATE",
        description = "In which state each client finds the card: ${COMPLETION-CANDIDATES}. A card that is FAILED or FAULTED answers only"
            + " StatusGet and IopReset, which repairs it. Default: ${DEFAULT-VALUE}.")
    private PowerOn powerOn = PowerOn.RESET;

    /** Made by picocli, which fills the fields. */
    public ServeIopCommand() {}

    @Override
    public Integer call() {
        SpineComponent graph = SpineComponent.create();
        Path given = file;
        SystemDescription description = given == null ? BuiltInDisk.describe() : graph.systemFile().read(given);
        IopDescription chosen = choose(description);
        PrintWriter out = out();
        CardIdentity identity =
            CardIdentity.EXPERIMENTAL.with(polled ? ProgrammingInterface.POLLED : ProgrammingInterface.INTERRUPT_DRIVEN);
        try (Interruption interruption = Interruption.watch();
                RemoteIopServer server = interruption.opens(() -> new RemoteIopServer(socket, RemoteIopServer.MESSAGE_LIMIT_MS,
                    line -> say(out, line)));
                ServedIop served = EngineChoice.liveCard(graph.systemFactory(), description, chosen.tolerating(tolerances),
                    line -> say(out, line))) {
            served.iop().executive().lifeCycle().powersOnAs(powerOn.state());
            PciCard card = server.card(served.iop(), identity, new HostMemorySlots(served.bus(), BusAgent.host()));
            interruption.atLast(served::forceDisks);
            served.engine().start();
            interruption.calls(server::stop);
            say(out, chosen.name() + " is served at " + socket);
            server.serve(card, served.engine().tasks(served.iop()));
            say(out, server.counters().toString());
            say(out, CardCounts.of(card));
            return interruption.exitCode(0);
        } catch (IOException e) {
            throw wrong("cannot serve at " + socket + ": " + e.getMessage());
        }
    }

    private static void say(PrintWriter out, String line) {
        out.println(line);
        out.flush();
    }

    private IopDescription choose(SystemDescription description) {
        String name = iop;
        for (IopDescription one : description.iops()) {
            if (name == null || one.name().equals(name)) {
                return one;
            }
        }
        throw wrong(name == null
            ? "the file describes no IOP: add one under [[iop]]"
            : "there is no IOP '" + name + "' in the file; there are " + description.iops().stream().map(IopDescription::name).toList());
    }
}
