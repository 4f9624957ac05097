package dev.spine.perf;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * The {@code spine} command. Each thing it does is a subcommand in a class of its own; this class gives them one name, one help and
 * one set of exit codes: 0 done, 1 a result fell short or a check failed, 2 the user must change something, 130 interrupted.
 *
 * <p>Runs on the main thread, once per process.
 */
@Command(
        name = "spine",
        description = "An executable I2O system: runs workloads over its paths and says what each path costs.",
        mixinStandardHelpOptions = true,
        versionProvider = SpineVersion.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:a result fell short or a check failed",
            "2:the user must change something; one line says what",
            "130:interrupted; state was closed cleanly"
        })
public final class SpineCommand implements Runnable {
    @Spec
    private @Nullable CommandSpec spec;

    /** Makes the command; picocli fills its fields before it runs. */
    public SpineCommand() {}

    /** Without a subcommand there is nothing to do: prints the help to standard output. */
    @Override
    public void run() {
        if (spec != null) {
            spec.commandLine().usage(spec.commandLine().getOut());
        }
    }

    /**
     * Parses and runs one command, then ends the process with its exit code.
     *
     * @param arguments what the user typed after {@code spine}
     */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    /** {@return the parser of the whole command, ready to execute; tests run commands through it} */
    static CommandLine commandLine() {
        return new CommandLine(new SpineCommand()).setParameterExceptionHandler(SpineCommand::onMisuse);
    }

    /** One line that says what the user must change, and exit code 2. */
    private static int onMisuse(CommandLine.ParameterException misuse, String[] arguments) {
        CommandLine command = misuse.getCommandLine();
        command.getErr().printf("spine: %s (see %s --help)%n", misuse.getMessage(), command.getCommandSpec().qualifiedName());
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }
}
