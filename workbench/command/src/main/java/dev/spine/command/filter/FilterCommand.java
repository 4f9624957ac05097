package dev.spine.command.filter;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code spine filter}: the commands that concern packet filters. */
@Command(
    name = "filter",
    description = "Makes packet filters: extensions that drop, pass or count packets by expressions as tcpdump takes them.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {CheckFilterCommand.class, ExplainFilterCommand.class, CompileFilterCommand.class},
    footer = {
        "  spine filter check 'tcp port 80 and not host 10.0.0.1'",
        "  spine filter explain 'tcp port 80 or 443'",
        "  spine filter compile --drop 'udp port 53' -o dns.jar    then: spine ext load dns.jar",
        "  spine filter compile --rules rules.txt -o filter.jar    rules a line: drop|pass|count EXPRESSION"
    })
public final class FilterCommand implements Runnable {
    @Spec
    private @Nullable CommandSpec spec;

    /** Made by picocli, which fills the fields. */
    public FilterCommand() {}

    /** Without a subcommand there is nothing to do: prints the help to standard output. */
    @Override
    public void run() {
        if (spec != null) {
            spec.commandLine().usage(spec.commandLine().getOut());
        }
    }
}
