package dev.spine.command.filter;

import dev.spine.command.option.Verb;
import dev.spine.extension.services.host.filter.CompiledFilter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code spine filter check}: checks rules. The command's thread. */
@Command(
    name = "check",
    description = "Checks rules, and shows what they compile to.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:done", "2:the user must change something; one line says what"},
    footer = {
        "  spine filter check 'tcp port 80 and not host 10.0.0.1'"
    })
public final class CheckFilterCommand extends Verb implements Callable<Integer> {
    @Mixin
    private RulesArgument rules = new RulesArgument();

    /** Made by picocli, which fills the fields. */
    public CheckFilterCommand() {}

    @Override
    public Integer call() {
        CompiledFilter filter = rules.compile(commandLine());
        int count = filter.rules().size();
        out().println((count == 1 ? "1 rule, " : count + " rules, ") + filter.codeBytes() + " bytes of code");
        filter.unmatched().forEach(out()::println);
        out().flush();
        return 0;
    }
}
