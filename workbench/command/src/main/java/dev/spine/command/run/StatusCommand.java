package dev.spine.command.run;

import dev.spine.command.control.ControlRequest;
import dev.spine.command.control.Fields;
import dev.spine.command.control.RequestException;
import dev.spine.system.output.OutputFile;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spine status}: the state of a running system. */
@Command(
    name = "status",
    description = "Shows the state of a running system: of each IOP its state, logical configuration table, connections, queues and"
        + " counters; the extensions that you may know of; the accounts of the bus, and the wires.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {
        "  spine status",
        "  spine status --counters",
        "  spine status --socket /tmp/s.sock",
        "  spine status --json - | jq .iops    for programs"
    })
public final class StatusCommand implements Callable<Integer> {
    @Mixin
    private RunningSystemOption system = new RunningSystemOption();

    @Option(names = "--counters", description = "Show every counter of every part of the system instead, 0 or not.")
    private boolean counters;

    @Option(names = "--json", paramLabel = "FILE", description = "Write JSON to FILE; - for standard output, without text.")
    private @Nullable String json;

    /** Made by picocli, which fills the fields. */
    public StatusCommand() {}

    @Override
    public Integer call() {
        Fields status = system.ask(counters ? new ControlRequest.Counters() : new ControlRequest.Status());
        if (json == null || !new OutputFile(json).isStandardOutput()) {
            try {
                system.out().print(counters ? StatusText.counters(status) : StatusText.write(status));
                system.out().flush();
            } catch (RequestException e) {
                throw new CommandRefusedException(e);
            }
        }
        if (json != null) {
            system.write(status, json);
        }
        return 0;
    }
}
