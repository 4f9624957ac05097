package dev.spine.command;

import dev.spine.command.ardma.ArdmaCommand;
import dev.spine.command.arf.ArfCommand;
import dev.spine.command.boot.BootCommand;
import dev.spine.command.calibrate.CalibrateCommand;
import dev.spine.command.compare.CompareCommand;
import dev.spine.command.debug.DebugCommand;
import dev.spine.command.disk.DiskCommand;
import dev.spine.command.ext.ExtCommand;
import dev.spine.command.filter.FilterCommand;
import dev.spine.command.option.VerbGroup;
import dev.spine.command.pdl.PdlCommand;
import dev.spine.command.plan.PlanCommand;
import dev.spine.command.play.PlayCommand;
import dev.spine.command.profile.ProfileCommand;
import dev.spine.command.reproduce.ReproduceCommand;
import dev.spine.command.route.RouteCommand;
import dev.spine.command.run.CommandRefusedException;
import dev.spine.command.run.ReloadCommand;
import dev.spine.command.run.ResetCommand;
import dev.spine.command.run.RunCommand;
import dev.spine.command.run.StatusCommand;
import dev.spine.command.run.StopCommand;
import dev.spine.command.run.TopCommand;
import dev.spine.command.serve.ServeIopCommand;
import dev.spine.command.spec.SpecCommand;
import dev.spine.command.trace.TraceCommand;
import dev.spine.host.driver.HostException;
import dev.spine.iop.NearestWord;
import dev.spine.iop.engine.AwaitFailedException;
import dev.spine.iop.engine.EngineFailedException;
import dev.spine.system.ending.Ending;
import dev.spine.system.file.SystemFileException;
import dev.spine.system.output.OutputFile;
import dev.spine.system.scenario.BudgetExceededException;
import dev.spine.system.scenario.IncompleteRunException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The {@code spine} command. Each thing it does is a subcommand in a class of its own; this class gives them one name, one help and
 * one set of exit codes: 0 done, 1 a result fell short or a check failed, 2 the user must change something, 130 interrupted.
 *
 * <p>Runs on the main thread, once per process.
 */
@Command(
        name = "spine",
        description = "An executable I2O system: runs workloads over its paths and shows what each path costs.",
        mixinStandardHelpOptions = true,
        versionProvider = SpineVersion.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeList = {
            "0:done",
            "1:a result fell short or a check failed",
            "2:the user must change something; one line says what",
            "130:interrupted by Ctrl-C; state was closed cleanly",
            "143:ended by SIGTERM, 129 by SIGHUP; as 130"
        },
        footer = {
            "  spine boot --engine modelled",
            "  spine play --png screen.png",
            "  spine help play              every command has examples: spine help COMMAND"
        })
public final class SpineCommand extends VerbGroup {
    private static final String TRACE_PROPERTY = "spine.trace";
    /** In the order of the help. */
    private static final List<Class<?>> VERBS = List.of(CompareCommand.class, BootCommand.class, PlayCommand.class, DiskCommand.class,
        SpecCommand.class, TraceCommand.class, DebugCommand.class, ServeIopCommand.class, RunCommand.class, StatusCommand.class,
        TopCommand.class, ReloadCommand.class, ResetCommand.class, StopCommand.class, ExtCommand.class, RouteCommand.class,
        FilterCommand.class, ArdmaCommand.class, ArfCommand.class, PdlCommand.class, ProfileCommand.class,
        ReproduceCommand.class, PlanCommand.class, CalibrateCommand.class);
    /** Columns of every help: what fits a terminal that shows two of them, and a page of a document. */
    static final int HELP_WIDTH = 100;

    /** Makes the command; picocli fills its fields before it runs. */
    public SpineCommand() {}

    /**
     * Parses and runs one command, then ends the process with its exit code.
     *
     * @param arguments what the user typed after {@code spine}
     */
    public static void main(String[] arguments) {
        Ending.begin();
        StandardOutput out = new StandardOutput(new FileOutputStream(FileDescriptor.out), StandardOutput.NAMES);
        CommandLine command = commandLine(arguments).setOut(new PrintWriter(new OutputStreamWriter(out, System.out.charset()), true));
        int code = command.execute(arguments);
        command.getOut().flush();
        String problem = out.problem();
        if (problem != null && code < 2) {
            code = say(command, "spine: " + problem, 2);
        }
        System.exit(code);
    }

    /**
     * {@return the parser of the command, ready to execute; tests run commands through it}
     *
     * @param arguments what is executed: if a verb comes first, the parser knows that one alone; without any it is of the whole command
     */
    public static CommandLine commandLine(String... arguments) {
        CommandLine spine = new CommandLine(new SpineCommand());
        List<Class<?>> typed = VERBS.stream().filter(verb -> arguments.length > 0 && name(verb).equals(arguments[0])).toList();
        (typed.isEmpty() ? VERBS : typed).forEach(verb -> spine.addSubcommand(new CommandLine(verb)));
        spine.getSubcommands().values().stream().filter(group -> !group.getSubcommands().isEmpty())
            .forEach(group -> group.addSubcommand(new HelpCommand()));
        spine.addSubcommand(new HelpCommand());
        setHeadings(spine);
        return spine
            .setUsageHelpWidth(HELP_WIDTH)
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setParameterExceptionHandler(SpineCommand::onMisuse)
            .setExecutionExceptionHandler(SpineCommand::onFailure);
    }

    /** Every help names its exit codes and examples, where it has any, by the same words. */
    private static void setHeadings(CommandLine command) {
        CommandLine.Model.UsageMessageSpec help = command.getCommandSpec().usageMessage();
        if (!help.exitCodeList().isEmpty()) {
            help.exitCodeListHeading("%nExit codes:%n");
        }
        if (help.footer().length > 0) {
            help.footerHeading("%nExamples:%n");
        }
        command.getSubcommands().values().forEach(SpineCommand::setHeadings);
    }

    private static String name(Class<?> verb) {
        return Objects.requireNonNull(verb.getAnnotation(Command.class)).name();
    }

    /** One line that says what the user must change, and exit code 2. */
    private static int onMisuse(ParameterException misuse, String[] arguments) {
        CommandLine command = misuse.getCommandLine();
        // Whoever mistypes an option that is needed has not left it out.
        List<String> unmatched = misuse instanceof UnmatchedArgumentException unknown ? unknown.getUnmatched()
            : misuse instanceof MissingParameterException ? command.getUnmatchedArguments() : List.of();
        String problem = unmatched.isEmpty() ? misuse.getMessage() : unmatched(command.getCommandSpec(), unmatched.getFirst(), misuse);
        command.getErr().printf("spine: %s (see %s --help)%n", problem, command.getCommandSpec().qualifiedName());
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** Of a word that stands for nothing: where it is unknown, and which may have been meant. */
    private static String unmatched(CommandSpec command, String word, ParameterException misuse) {
        boolean isOption = word.startsWith("-");
        if (!isOption && command.subcommands().isEmpty()) {
            return String.valueOf(misuse.getMessage());
        }
        String name = isOption && word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
        return command.qualifiedName() + " has no " + (isOption ? "option" : "command") + " '" + name + "'"
            + NearestWord.to(name, isOption ? command.optionsMap().keySet() : command.subcommands().keySet())
                .map(nearest -> "; did you mean '" + nearest + "'?").orElse("");
    }

    /** One line for what can go wrong; what cannot, a defect of Spine, keeps its stack trace. */
    private static int onFailure(Exception failure, CommandLine command, CommandLine.ParseResult parsed) throws Exception {
        if (Boolean.getBoolean(TRACE_PROPERTY)) {
            failure.printStackTrace(command.getErr());
        }
        return switch (failure) {
            case SystemFileException wrong -> say(command, "spine: " + wrong.getMessage(), 2);
            case OutputFile.OutputException wrong -> say(command, "spine: " + wrong.getMessage(), 2);
            case CommandRefusedException refused -> say(command, "spine: " + refused.getMessage(), refused.exitCode());
            case BudgetExceededException slow -> say(command, "spine: " + slow.getMessage(), 2);
            case IncompleteRunException slow -> say(command, "spine: " + slow.getMessage() + ": " + BudgetExceededException.ADVICE, 2);
            case HostException failed -> say(command, "spine: " + failed.getMessage(), 1);
            case AwaitFailedException failed -> say(command, "spine: " + failed.getMessage(), 1);
            case EngineFailedException defect -> say(command, "spine: " + defect.getMessage() + " (a defect of Spine; "
                + "SPINE_JAVA_OPTS=-D" + TRACE_PROPERTY + "=true shows where)", 1);
            default -> throw failure;
        };
    }

    private static int say(CommandLine command, @Nullable String line, int code) {
        command.getErr().println(line);
        return code;
    }
}
