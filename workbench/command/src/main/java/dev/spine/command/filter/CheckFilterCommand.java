package dev.spine.command.filter;

import dev.spine.extension.services.host.filter.CompiledFilter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code spine filter check}: checks rules. */
@Command(
    name = "check",
    description = "Checks rules, and shows what they compile to.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:done", "2:the user must change something; one line says what"},
    footer = {
        "  spine filter check 'tcp port 80 and not host 10.0.0.1'"
    })
public final class CheckFilterCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private RulesArgument rules = new RulesArgument();

    /** Made by picocli, which fills the fields. */
    public CheckFilterCommand() {}

    @Override
    public Integer call() {
        CommandSpec command = Objects.requireNonNull(spec);
        CompiledFilter filter = rules.compile(command);
        int count = filter.rules().size();
        command.commandLine().getOut().println((count == 1 ? "1 rule, " : count + " rules, ") + filter.codeBytes() + " bytes of code");
        filter.unmatched().forEach(command.commandLine().getOut()::println);
        command.commandLine().getOut().flush();
        return 0;
    }
}
