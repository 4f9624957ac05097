package dev.spine.command.debug;

import dev.spine.command.option.Verb;
import dev.spine.command.scenario.Scenarios;
import dev.spine.iop.engine.EngineFailedException;
import dev.spine.system.profile.ProfileFile;
import dev.spine.system.scenario.ModelledTime;
import dev.spine.system.scenario.Scenario;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spine debug}: a modelled run, event by event, forward and backward. The command's thread. */
@Command(
    name = "debug",
    description = "Runs a scenario on the modelled engine, event by event, forward and backward, and shows at each one what happens: the"
        + " message, the transfer, the code of an extension, processors and buses, what is pending. Commands come from the terminal, from"
        + " standard input, or from --commands; 'help' lists them.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
        "  spine debug spine --at 500                 video by the extension, after event 500",
        "  spine debug forward-spine --commands 'break handler packet; continue; activation'",
        "  spine debug SYSTEM.toml --time 1.5ms       the boot of a described system"
    })
public final class DebugCommand extends Verb implements Callable<Integer> {
    private static final int MAX_PACKETS = 1_000_000;

    @Parameters(arity = "0..1", paramLabel = "SCENARIO|SYSTEM.toml", description = "What is run: boot (the built-in system); video over a"
        + " path: host, i2o, spine; packets over a path: forward-host, forward-i2o, forward-spine, ...; or a system file. Default: spine.")
    private String what = "spine";

    @Option(names = "--at", paramLabel = "EVENT", description = "Begin after this event.")
    private @Nullable Long at;

    @Option(names = "--time", paramLabel = "TIME", description = "Begin after the last event up to this virtual time, for example 1.5ms.")
    private @Nullable String time;

    @Option(names = "--commands", paramLabel = "COMMANDS", description = "Execute these commands, separated by semicolons, and end.")
    private @Nullable String commands;

    @Option(names = "--packets", paramLabel = "N", description = "Packets in a scenario. Default: 20.")
    private int packets = 20;

    @Option(names = "--profile", paramLabel = "NAME", description = "Machine profile of a scenario, see 'spine profile list'. Default:"
        + " lanai-33.")
    private String profile = "lanai-33";

    @Option(names = "--seed", paramLabel = "N", description = "Seed of all randomness. Default: 1, or that of the system file.")
    private @Nullable Long seed;

    /** Made by picocli, which fills the fields. */
    public DebugCommand() {}

    @Override
    public Integer call() {
        if (packets < 1 || packets > MAX_PACKETS) {
            throw wrong("--packets " + packets + ": run 1 to " + MAX_PACKETS);
        }
        if (at != null && time != null) {
            throw wrong("--at and --time both say where to begin: give one of them");
        }
        if (at != null && at < 0) {
            throw wrong("--at " + at + ": events are counted from 1, and 0 is the start");
        }
        checkTime();
        Scenario scenario = Scenarios.of(what, ProfileFile.reference(profile, List.of()), packets);
        if (scenario == null) {
            throw wrong("'" + what + "' is no scenario: write one of " + Scenarios.WORDS);
        }
        PrintWriter out = out();
        try (SteppedRun run = new SteppedRun(scenario, seed == null ? scenario.standardSeed() : seed)) {
            DebugSession session = new DebugSession(run, out);
            begin(run, session);
            return commands == null ? converse(session, out) : perform(session, commands, out);
        }
    }

    private void checkTime() {
        try {
            if (time != null) {
                ModelledTime.parse(time);
            }
        } catch (IllegalArgumentException e) {
            throw wrong("--time: " + e.getMessage());
        }
    }

    /** Goes to where the person wants to begin; an event that the run does not have is a mistake, and not its last one. */
    private void begin(SteppedRun run, DebugSession session) {
        if (time != null) {
            session.execute("time " + time);
            return;
        }
        if (at != null) {
            run.to(at);
            if (run.engine().eventNumber() < at) {
                throw wrong("--at " + at + ": the run is done after event " + run.engine().eventNumber() + "; begin at that or an earlier"
                    + " one, or give it more --packets");
            }
        }
        session.event();
    }

    /** All commands, the first that cannot be done ends it. */
    private int perform(DebugSession session, String given, PrintWriter out) {
        for (String line : given.split(";", -1)) {
            if (!line.isBlank()) {
                out.printf("> %s%n", line.strip());
            }
            try {
                if (!session.execute(line)) {
                    return 0;
                }
            } catch (DebugException e) {
                out.flush();
                throw wrong("--commands: " + e.getMessage());
            }
        }
        return 0;
    }

    /** A command a line until the end of input or quit; what cannot be done is told, and the next one may be. */
    @SuppressWarnings("SystemConsoleNull") // Without a terminal JDK 25 does return null.
    private static int converse(DebugSession session, PrintWriter out) {
        Console console = System.console();
        boolean terminal = console != null && console.isTerminal();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
        int code = 0;
        try {
            boolean goesOn = true;
            while (goesOn) {
                if (terminal) {
                    out.print("(spine) ");
                    out.flush();
                }
                String line = in.readLine();
                if (line == null) {
                    break;
                }
                try {
                    goesOn = session.execute(line);
                } catch (DebugException | EngineFailedException e) {
                    out.println("  " + e.getMessage());
                    out.flush();
                    code = terminal ? 0 : 2;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return code;
    }
}
