package dev.spine.command;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code spine help VERB}: what {@code spine VERB --help} shows. */
@Command(
    name = "help",
    description = "Shows the help of a command, as --help behind it does.",
    mixinStandardHelpOptions = true,
    footer = {
        "  spine help",
        "  spine help compare",
        "  spine help ext load"
    })
final class HelpCommand implements Runnable {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "Which, word by word. Default: the one that help stands behind.")
    private List<String> words = List.of();

    @Override
    public void run() {
        CommandLine command = Objects.requireNonNull(spec).commandLine().getParent();
        for (String word : words) {
            CommandLine next = command.getSubcommands().get(word);
            if (next == null) {
                throw new UnmatchedArgumentException(command, List.of(word));
            }
            command = next;
        }
        command.usage(Objects.requireNonNull(spec).commandLine().getOut());
    }
}
