package dev.spine.command.run;

import dev.spine.command.control.ControlRequest;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spine status}: the state of a running system. The command's thread. */
@Command(
    name = "status",
    description = "Shows the state of a running system: of each IOP its state, logical configuration table, connections, queues and"
        + " counters; the extensions that you may know of; the accounts of the bus, and the wires.",
    mixinStandardHelpOptions = true,
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

    @Mixin
    private AnswerOption json = new AnswerOption();

    /** Made by picocli, which fills the fields. */
    public StatusCommand() {}

    @Override
    public Integer call() {
        return json.show(system.ask(counters ? new ControlRequest.Counters() : new ControlRequest.Status()), system.out(),
            (status, out) -> out.print(counters ? StatusText.counters(status) : StatusText.write(status)));
    }
}
