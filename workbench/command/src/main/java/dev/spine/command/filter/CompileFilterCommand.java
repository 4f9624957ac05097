package dev.spine.command.filter;

import dev.spine.command.option.Verb;
import dev.spine.extension.services.host.filter.CompiledFilter;
import dev.spine.system.output.OutputFile;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spine filter compile}: makes the jar of a filter. The command's thread. */
@Command(
    name = "compile",
    description = "Compiles rules to the jar of an extension. Loaded onto a card or the host, it sees packets before a "
        + "router does; its parameter order says where.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:done", "2:the user must change something; one line says what"},
    footer = {
        "  spine filter compile --drop 'udp port 53' -o dns.jar"
    })
public final class CompileFilterCommand extends Verb implements Callable<Integer> {
    @Mixin
    private RulesArgument rules = new RulesArgument();

    @Option(names = {"-o", "--output"}, required = true, paramLabel = "JAR", description = "Where the jar goes.")
    private @Nullable Path output;

    @Option(names = "--name", paramLabel = "NAME", description = "The name of the extension in listings; ${DEFAULT-VALUE} by default.")
    private String name = "filter";

    /** Made by picocli, which fills the fields. */
    public CompileFilterCommand() {}

    @Override
    public Integer call() {
        Path file = Objects.requireNonNull(output);
        CompiledFilter filter = rules.compile(commandLine());
        new OutputFile(file.toString()).write(filter.image(name));
        out().println("wrote " + file + ": " + filter.codeBytes() + " bytes of code for "
            + (filter.rules().size() == 1 ? "1 rule" : filter.rules().size() + " rules"));
        out().flush();
        return 0;
    }
}
