package dev.spine.perf.benchmarks;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a measuring command was told: options by name, first, then numbers and words in order. Each reader says what is meant if nothing
 * was said. Whatever cannot be read is a {@link WrongArgumentException}, which {@link #main} tells the user in one line.
 */
public final class BenchArguments {
    private static final double MIN_SECONDS = 0.001;
    private static final double MAX_SECONDS = 86_400;
    /** What perf/bench puts before a name. */
    private static final String PACKAGE = "dev.spine.perf.benchmarks.";
    private static final int WRONG_USE = 2;

    private final List<String> left;

    /**
     * Arguments to read.
     *
     * @param given what the user typed behind the command's name
     */
    public BenchArguments(String... given) {
        left = new ArrayList<>(Arrays.asList(given));
    }

    /**
     * What a command does with its arguments.
     *
     * @param <E> what it may fail by
     */
    @FunctionalInterface
    public interface Command<E extends Exception> {
        /**
         * Reads the arguments, all of them before anything else, and does the work.
         *
         * @param arguments to read
         * @throws E when the work fails
         * @throws WrongArgumentException when an argument cannot be read
         */
        void run(BenchArguments arguments) throws E;
    }

    /**
     * The main method of a command: runs it, and ends the process with exit code 2 when an argument is wrong.
     *
     * @param <E> what the command may fail by
     * @param type of the command
     * @param usage what {@code --help} prints: the arguments in one line, then what they mean, and an example
     * @param given what the user typed
     * @param command what to do
     * @throws E when the work fails
     */
    public static <E extends Exception> void main(Class<?> type, String usage, String[] given, Command<E> command) throws E {
        int code = run(type, usage, given, command, System.out, System.err);
        if (code != 0) {
            System.exit(code);
        }
    }

    /** As {@link #main}, with the streams of one's own: {@return the exit code}. */
    static <E extends Exception> int run(Class<?> type, String usage, String[] given, Command<E> command, PrintStream out,
        PrintStream err) throws E {
        if (Arrays.asList(given).contains("--help")) {
            out.println("perf/bench " + type.getName().replace(PACKAGE, "") + " " + usage.strip());
            return 0;
        }
        try {
            command.run(new BenchArguments(given));
            return 0;
        } catch (WrongArgumentException e) {
            err.println(type.getSimpleName() + ": " + e.getMessage() + " (--help tells the arguments)");
            return WRONG_USE;
        }
    }

    /**
     * Whether an option without a value was given, which is then read.
     *
     * @param option its name with its hyphens
     * @return whether it was given
     */
    public boolean has(String option) {
        return left.remove(option);
    }

    /**
     * The value of an option, behind the next space or an equals sign.
     *
     * @param <T> of the values
     * @param option its name with its hyphens
     * @param values by the words for them
     * @param otherwise what is meant when the option is not given
     * @return the value
     */
    public <T> T option(String option, Map<String, T> values, T otherwise) {
        for (int i = 0; i < left.size(); i++) {
            if (left.get(i).startsWith(option + "=")) {
                return meant(option, left.remove(i).substring(option.length() + 1), values);
            }
            if (left.get(i).equals(option)) {
                left.remove(i);
                return meant(option, i < left.size() ? left.remove(i) : "", values);
            }
        }
        return otherwise;
    }

    /**
     * The next argument as a time.
     *
     * @param otherwise what is meant when there is none
     * @return seconds, 0.001 to 86,400
     */
    public double seconds(double otherwise) {
        String text = next();
        if (text == null) {
            return otherwise;
        }
        double value;
        try {
            value = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new WrongArgumentException(quoted(text) + " is no number of seconds");
        }
        // Written so that what is no number at all is refused, too.
        if (!(value >= MIN_SECONDS && value <= MAX_SECONDS)) {
            throw new WrongArgumentException("seconds are from 0.001 to 86400, not " + quoted(text));
        }
        return value;
    }

    /**
     * The next argument as a count.
     *
     * @param what is counted, in the plural
     * @param least the smallest that is taken
     * @param most the largest that is taken
     * @param otherwise what is meant when there is none
     * @return the count
     */
    public int count(String what, int least, int most, int otherwise) {
        String text = next();
        if (text == null) {
            return otherwise;
        }
        long value;
        try {
            value = Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new WrongArgumentException(quoted(text) + " is no number of " + what);
        }
        if (value < least || value > most) {
            throw new WrongArgumentException(what + " are from " + least + " to " + most + ", not " + quoted(text));
        }
        return (int) value;
    }

    /** {@return whether there is another argument and it looks like a number} */
    public boolean isNumberNext() {
        return !left.isEmpty() && left.getFirst().matches("[-+]?[0-9.].*");
    }

    /**
     * The next argument as it stands.
     *
     * @param otherwise what is meant when there is none
     * @return the text
     */
    public String text(String otherwise) {
        String text = next();
        return text == null ? otherwise : text;
    }

    /**
     * All that is left, each as one of some words.
     *
     * @param <T> of the values
     * @param what one of them is
     * @param values by the words for them, in small letters
     * @return the values in the order of the arguments; none when nothing is left
     */
    public <T> List<T> rest(String what, Map<String, T> values) {
        List<T> found = new ArrayList<>();
        for (String text = next(); text != null; text = next()) {
            found.add(meant(what, text.toLowerCase(Locale.ROOT), values));
        }
        return found;
    }

    /** Nothing may be left. */
    public void end() {
        String text = next();
        if (text != null) {
            throw new WrongArgumentException("there is an argument too many, " + quoted(text));
        }
    }

    private static <T> T meant(String what, String text, Map<String, T> values) {
        T value = values.get(text);
        if (value == null) {
            throw new WrongArgumentException(what + " is " + String.join(" or ", values.keySet()) + ", not " + quoted(text));
        }
        return value;
    }

    /** Options have been read before. */
    private @Nullable String next() {
        if (left.isEmpty()) {
            return null;
        }
        String text = left.removeFirst();
        if (text.startsWith("--")) {
            throw new WrongArgumentException("there is no option " + quoted(text));
        }
        return text;
    }

    private static String quoted(String text) {
        return '"' + text.replaceAll("\\p{Cntrl}", "?") + '"';
    }
}
