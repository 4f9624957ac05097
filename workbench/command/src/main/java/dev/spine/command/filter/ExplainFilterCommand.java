package dev.spine.command.filter;

import dev.spine.command.option.Verb;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code spine filter explain}: shows what rules compile to. The command's thread. */
@Command(
    name = "explain",
    description = "Shows the comparisons that rules compile to, as a graph: each with where it leads when it holds, when "
        + "it does not, and when the packet is too short for it.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:done", "2:the user must change something; one line says what"},
    footer = {
        "  spine filter explain 'tcp port 80 or 443'"
    })
public final class ExplainFilterCommand extends Verb implements Callable<Integer> {
    @Mixin
    private RulesArgument rules = new RulesArgument();

    /** Made by picocli, which fills the fields. */
    public ExplainFilterCommand() {}

    @Override
    public Integer call() {
        out().print(rules.compile(commandLine()).explanation());
        out().flush();
        return 0;
    }
}
