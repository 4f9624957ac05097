package dev.spine.command.run;

import dev.spine.command.control.ControlClient;
import dev.spine.command.control.ControlRequest;
import dev.spine.command.control.Fields;
import dev.spine.command.control.RequestException;
import dev.spine.system.ending.Interruption;
import java.io.Console;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spine top}: the ledger of extensions and owners of a running system, again and again. */
@Command(
    name = "top",
    description = "Shows what each extension and each owner uses of its quotas: fuel, heap, buffers, memory of the card, DMA,"
        + " messages, timers, handlers. USED/LIMIT, with ! when something was refused for it; rates of DMA and messages are those of"
        + " the running second. An owner's row also counts loads and replacements that failed, or after which the extension soon did,"
        + " and those that were throttled because too many had. On a terminal it is shown anew each second until Ctrl-C. You see what"
        + " is yours; the user running the system sees all.",
    mixinStandardHelpOptions = true,
    footer = {
        "  spine top",
        "  spine top --once             one second, then the tables",
        "  spine top --json - | jq .    one reading, for programs"
    })
public final class TopCommand implements Callable<Integer> {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final long LOOK_NS = 20_000_000L;
    private static final String HOME_AND_CLEAR = "\033[H\033[2J";

    @Mixin
    private RunningSystemOption system = new RunningSystemOption();

    @Option(names = "--once", description = "Show it once, after a second, in which rates are measured.")
    private boolean once;

    @Option(names = "--json", paramLabel = "FILE", description = "Write one reading as JSON to FILE, - for standard output, and end.")
    private @Nullable String json;

    /** Made by picocli, which fills the fields. */
    public TopCommand() {}

    @Override
    public Integer call() {
        if (json != null) {
            RunningSystemOption.write(system.ask(new ControlRequest.Ledger()), json, system.out());
            return 0;
        }
        try (Interruption interruption = Interruption.watch(); ControlClient client = system.connect()) {
            show(client, interruption, once || !isTerminal());
        } catch (RequestException e) {
            throw new CommandRefusedException(e);
        }
        return 0;
    }

    @SuppressWarnings("SystemConsoleNull") // Without a terminal JDK 25 does return null.
    private static boolean isTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    private void show(ControlClient client, Interruption interruption, boolean ends) throws RequestException {
        PrintWriter out = system.out();
        Fields before = RunningSystemOption.ask(client, new ControlRequest.Ledger());
        while (awaitNext(interruption)) {
            Fields now = RunningSystemOption.ask(client, new ControlRequest.Ledger());
            out.print((ends ? "" : HOME_AND_CLEAR) + LedgerTable.write(before, now));
            out.flush();
            if (ends) {
                return;
            }
            before = now;
        }
    }

    /** {@return whether a second has passed, and nobody has interrupted it} */
    private static boolean awaitNext(Interruption interruption) {
        long endNs = System.nanoTime() + SECOND_NS;
        while (System.nanoTime() < endNs && !interruption.isRequested()) {
            LockSupport.parkNanos(LOOK_NS);
        }
        return !interruption.isRequested();
    }
}
