package dev.spine.command.option;

import java.io.PrintWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command: where it writes, and what it says of a mistake of the person's. The command's thread. */
public abstract class Verb {
    @Spec
    private @Nullable CommandSpec spec;

    /** Made by picocli, which fills the field. */
    protected Verb() {}

    /** {@return the parser of the command} */
    protected final CommandLine commandLine() {
        return Objects.requireNonNull(spec).commandLine();
    }

    /** {@return standard output} */
    protected final PrintWriter out() {
        return commandLine().getOut();
    }

    /**
     * {@return an error of the person's, to be thrown}
     *
     * @param problem what is wrong and what to do
     */
    protected final ParameterException wrong(@Nullable String problem) {
        return wrong(problem, null);
    }

    /**
     * {@return an error of the person's, to be thrown}
     *
     * @param problem what is wrong and what to do
     * @param cause what has said so, or null
     */
    protected final ParameterException wrong(@Nullable String problem, @Nullable Throwable cause) {
        return new ParameterException(commandLine(), String.valueOf(problem), cause);
    }
}
