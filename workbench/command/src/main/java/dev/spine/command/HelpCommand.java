package dev.spine.command;

import dev.spine.command.option.Verb;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
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
final class HelpCommand extends Verb implements Runnable {
    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "Which, word by word. Default: the one that help stands behind.")
    private List<String> words = List.of();

    @Override
    public void run() {
        CommandLine command = commandLine().getParent();
        for (String word : words) {
            CommandLine next = command.getSubcommands().get(word);
            if (next == null) {
                throw new UnmatchedArgumentException(command, List.of(word));
            }
            command = next;
        }
        command.usage(out());
    }
}
