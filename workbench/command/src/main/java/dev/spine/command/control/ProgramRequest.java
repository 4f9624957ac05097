package dev.spine.command.control;

import dev.spine.extension.panic.program.ProgramFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a client asks of the PANIC programs of a system: version 2 of the protocol. {@code on} names the card, and null means the only one
 * that has the VM; a program is known by its number. Immutable; any thread.
 */
public sealed interface ProgramRequest extends ControlRequest {
    /**
     * Load a program on a card, or on several, all or none.
     *
     * @param cards which; none for the only card that has the VM
     * @param file the program file
     * @param number the number for a program whose file has none; 0 for what the file says, or a free one
     */
    record LoadProgram(List<String> cards, Bulk file, int number) implements ProgramRequest {
        /** Keeps its own list. */
        public LoadProgram {
            cards = List.copyOf(cards);
        }
    }

    /**
     * Give a program other code on a card, or on several, all or none.
     *
     * @param cards which; none for the only card that has the VM
     * @param program its number
     * @param file the other program file
     */
    record SwapProgram(List<String> cards, int program, Bulk file) implements ProgramRequest {
        /** Keeps its own list. */
        public SwapProgram {
            cards = List.copyOf(cards);
        }
    }

    /**
     * Run a program that does not run.
     *
     * @param on which card
     * @param program its number
     */
    record RunProgram(@Nullable String on, int program) implements ProgramRequest {}

    /**
     * Stop a program that runs.
     *
     * @param on which card
     * @param program its number
     */
    record StopProgram(@Nullable String on, int program) implements ProgramRequest {}

    /**
     * Unload a program.
     *
     * @param on which card
     * @param program its number
     */
    record UnloadProgram(@Nullable String on, int program) implements ProgramRequest {}

    /**
     * Send a message to a program.
     *
     * @param on which card
     * @param program its number
     * @param trigger which of its triggers
     * @param data the payload
     */
    record SendToProgram(@Nullable String on, int program, int trigger, Bulk data) implements ProgramRequest {}

    /**
     * The programs of a card, or of all.
     *
     * @param on which card; null for all
     */
    record ListPrograms(@Nullable String on) implements ProgramRequest {}

    /**
     * The variables of a program, with their places in its data area.
     *
     * @param on which card
     * @param program its number
     */
    record ListVariables(@Nullable String on, int program) implements ProgramRequest {}

    /**
     * Words of a program's data area.
     *
     * @param on which card
     * @param program its number
     * @param first the first word
     * @param count how many
     */
    record ReadProgram(@Nullable String on, int program, int first, int count) implements ProgramRequest {}

    /**
     * Have events sent, until the connection ends; what was watched before is watched no more.
     *
     * @param on which card; null for all
     * @param display values that programs display
     * @param states changes of programs
     */
    record WatchPrograms(@Nullable String on, boolean display, boolean states) implements ProgramRequest {}

    /** The words of these requests, for messages. */
    String WORDS = "program-load, program-swap, program-run, program-stop, program-unload, program-send, program-list, program-variables,"
        + " program-read, program-watch";

    @Override
    default String word() {
        return switch (this) {
            case LoadProgram _ -> "program-load";
            case SwapProgram _ -> "program-swap";
            case RunProgram _ -> "program-run";
            case StopProgram _ -> "program-stop";
            case UnloadProgram _ -> "program-unload";
            case SendToProgram _ -> "program-send";
            case ListPrograms _ -> "program-list";
            case ListVariables _ -> "program-variables";
            case ReadProgram _ -> "program-read";
            case WatchPrograms _ -> "program-watch";
        };
    }

    @Override
    default int version() {
        return ControlProtocol.VERSION;
    }

    /** {@return the request of a line, or null when the word is none of these} */
    static @Nullable ProgramRequest read(String word, Fields fields) throws RequestException {
        return switch (word) {
            case "program-load" -> new LoadProgram(cards(fields), file(fields), (int) fields.number("number", 0, ProgramFormat.MAX_ID, 0));
            case "program-swap" -> new SwapProgram(cards(fields), program(fields), file(fields));
            case "program-run" -> new RunProgram(on(fields), program(fields));
            case "program-stop" -> new StopProgram(on(fields), program(fields));
            case "program-unload" -> new UnloadProgram(on(fields), program(fields));
            case "program-send" -> new SendToProgram(on(fields), program(fields), (int) fields.number("trigger", 0, ProgramFormat.MAX_ID),
                Bulk.of(fields, "data", ControlProtocol.MAX_MESSAGE));
            case "program-list" -> new ListPrograms(on(fields));
            case "program-variables" -> new ListVariables(on(fields), program(fields));
            case "program-read" -> new ReadProgram(on(fields), program(fields), (int) fields.number("first", 0, Integer.MAX_VALUE),
                (int) fields.number("count", 1, ControlProtocol.MAX_READ_WORDS));
            case "program-watch" -> new WatchPrograms(on(fields), fields.flag("display"), fields.flag("states"));
            default -> null;
        };
    }

    private static @Nullable String on(Fields fields) throws RequestException {
        return fields.textOrNull("on", ControlProtocol.MAX_NAME);
    }

    private static List<String> cards(Fields fields) throws RequestException {
        return fields.textList("cards", ControlProtocol.MAX_NAME);
    }

    private static int program(Fields fields) throws RequestException {
        return (int) fields.number("program", 1, ProgramFormat.MAX_ID);
    }

    private static Bulk file(Fields fields) throws RequestException {
        Bulk file = Bulk.of(fields, "file", ProgramFormat.MAX_BYTES);
        if (file.bytes().length == 0) {
            throw new RequestException(Refusal.MALFORMED, "\"file\" must hold at least a byte");
        }
        return file;
    }
}
