package dev.spine.extension.panic.host.language;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A program as its text says. Immutable. Any thread.
 *
 * @param name for people and tools
 * @param id by which messages find it, 1 to 65,535; 0 when it is given at load time
 * @param variables in their order
 * @param triggers to which it listens
 * @param start runs once when the program does
 * @param handlers one for each trigger
 */
public record PdlProgram(String name, int id, List<Variable> variables, List<Trigger> triggers, Statement.Block start,
    List<Handler> handlers) {

    /**
     * What keeps words between activations.
     *
     * @param name as it is declared; capitals or not is the same
     * @param words how many it has, at least 1
     * @param isArray whether it is used with an index
     * @param at where its name is
     */
    public record Variable(String name, int words, boolean isArray, Position at) {
        /** Words of an array whose declaration is wrong. */
        static final int UNKNOWN = 0;
    }

    /**
     * What the program listens to.
     *
     * @param number 0 to 65,535
     * @param at where it is
     */
    public record Trigger(int number, Position at) {}

    /**
     * What a message starts.
     *
     * @param trigger whose
     * @param blocks one after another
     */
    public record Handler(Trigger trigger, List<Statement.Block> blocks) {
        /** Keeps a copy. */
        public Handler {
            blocks = List.copyOf(blocks);
        }
    }

    /** Keeps copies. */
    public PdlProgram {
        variables = List.copyOf(variables);
        triggers = List.copyOf(triggers);
        handlers = List.copyOf(handlers);
    }

    /**
     * {@return the variable of a name}
     *
     * @param variable the name
     */
    public Optional<Variable> variable(String variable) {
        return variables.stream().filter(each -> key(each.name).equals(key(variable))).findFirst();
    }

    /**
     * {@return whether nothing behind a statement is ever reached}
     *
     * @param statement of any program
     */
    public static boolean ends(Statement statement) {
        return switch (statement) {
            case Statement.Await _, Statement.Stop _ -> true;
            case Statement.Block block -> block.statements().stream().anyMatch(PdlProgram::ends);
            case Statement.If choice -> ends(choice.then()) && choice.otherwise().filter(PdlProgram::ends).isPresent();
            case Statement.While loop -> {
                OptionalInt condition = ConstantValue.of(loop.condition());
                yield condition.isPresent() && condition.getAsInt() != 0;
            }
            default -> false;
        };
    }

    static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
