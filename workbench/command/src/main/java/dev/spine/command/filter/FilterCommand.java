package dev.spine.command.filter;

import dev.spine.command.option.VerbGroup;
import picocli.CommandLine.Command;

/** {@code spine filter}: the commands that concern packet filters. The command's thread. */
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
public final class FilterCommand extends VerbGroup {
    /** Made by picocli, which fills the fields. */
    public FilterCommand() {}
}
