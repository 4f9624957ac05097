package dev.spine.perf.benchmarks;

import dev.spine.device.os.SystemCallException;
import dev.spine.system.file.SystemFileException;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/**
 * Runs a measuring command: the method {@code run} of its class, whose parameters are those of the command. A parameter of type double is
 * a time in seconds, one of type int a count from 1 on. What cannot be read, and what the operating system refuses, is told in one line.
 * The main thread.
 */
public final class Bench {
    private static final double MIN_SECONDS = 0.001;
    private static final double MAX_SECONDS = 86_400;
    /** What perf/bench puts before a name. */
    private static final String PACKAGE = "dev.spine.perf.benchmarks.";

    private Bench() {}

    /**
     * The main method of a command; ends the process with exit code 2 when an argument is wrong, with 1 when the work fails.
     *
     * @param type of the command
     * @param given what the user typed
     */
    public static void main(Class<?> type, String... given) {
        int code = run(type, given, new PrintWriter(System.out, true, System.out.charset()),
            new PrintWriter(System.err, true, System.err.charset()));
        if (code != 0) {
            System.exit(code);
        }
    }

    /** As {@link #main}, with the streams of one's own: {@return the exit code}. */
    static int run(Class<?> type, String[] given, PrintWriter out, PrintWriter err) {
        CommandLine line = new CommandLine(CommandLine.getCommandMethods(type, "run").getFirst());
        line.setCommandName("perf/bench " + type.getName().replace(PACKAGE, ""));
        CommandSpec spec = line.getCommandSpec();
        spec.addOption(OptionSpec.builder("--help").usageHelp(true).description("Tells this.").build());
        spec.usageMessage().showDefaultValues(true).width(140);
        line.registerConverter(double.class, Bench::seconds).registerConverter(int.class, Bench::count)
            .registerConverter(Integer.class, Bench::count);
        line.setCaseInsensitiveEnumValuesAllowed(true).setOut(out).setErr(err);
        line.setParameterExceptionHandler((wrong, _) -> tell(type, wrong, err));
        line.setExecutionExceptionHandler((failed, _, _) -> {
            if (failed instanceof WrongArgumentException || failed instanceof SystemFileException
                || failed instanceof SystemCallException) {
                return tell(type, failed, err);
            }
            throw failed;
        });
        return line.execute(given);
    }

    private static int tell(Class<?> type, Exception wrong, PrintWriter err) {
        err.println(type.getSimpleName() + ": " + String.valueOf(wrong.getMessage()).replaceAll("\\p{Cntrl}", "?")
            + " (--help tells the arguments)");
        return CommandLine.ExitCode.USAGE;
    }

    private static double seconds(String text) {
        try {
            double value = Double.parseDouble(text);
            // Written so that what is no number at all is refused, too.
            if (value >= MIN_SECONDS && value <= MAX_SECONDS) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Refused as well.
        }
        throw new TypeConversionException("seconds are from 0.001 to 86400, not '" + text + "'");
    }

    private static int count(String text) {
        try {
            int value = Integer.parseInt(text);
            if (value >= 1) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Refused as well.
        }
        throw new TypeConversionException("a count is a number from 1 on, not '" + text + "'");
    }

    /**
     * Checks a count that has narrower bounds.
     *
     * @param what is counted, in the plural
     * @param value the count
     * @param least the smallest that is taken
     * @param most the largest that is taken
     * @throws WrongArgumentException it lies outside
     */
    public static void within(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new WrongArgumentException(what + " are from " + least + " to " + most + ", not " + value);
        }
    }

    /**
     * {@return what was named, or all of it}
     *
     * @param named as picocli has it: null when nothing was
     * @param all what there is
     * @param <T> of the values
     */
    public static <T> List<T> orAll(@Nullable List<T> named, T[] all) {
        return named == null ? List.of(all) : named;
    }
}
