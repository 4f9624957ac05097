package dev.spine.command.pdl;

import dev.spine.command.control.ControlClient;
import dev.spine.command.control.ControlProtocol;
import dev.spine.command.control.Fields;
import dev.spine.command.control.ProgramRequest;
import dev.spine.command.control.RequestException;
import dev.spine.command.run.RunningSystemOption;
import dev.spine.extension.panic.program.ProgramFormat;
import dev.spine.iop.NearestWord;
import dev.spine.iop.PlainText;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A program that is loaded on a card of a running system.
 *
 * @param on the card
 * @param number its number there
 */
record LoadedProgram(String on, int number) {
    /**
     * {@return the program of a name or a number} A number on a named card is the system's to know.
     *
     * @param client asks the system
     * @param system for errors of the person's
     * @param on the card, or null when none was named
     * @param word as the person wrote it; capitals or not is the same
     * @throws RequestException when the system does not say
     */
    static LoadedProgram find(ControlClient client, RunningSystemOption system, @Nullable String on, String word) throws RequestException {
        int number = number(system, word);
        if (number != 0 && on != null) {
            return new LoadedProgram(on, number);
        }
        Map<String, LoadedProgram> found = new TreeMap<>();
        Map<String, String> names = new TreeMap<>();
        for (Fields row : RunningSystemOption.ask(client, new ProgramRequest.ListPrograms(on)).objects("programs")) {
            String name = row.text("name", ControlProtocol.MAX_LINE);
            names.put(name.toLowerCase(Locale.ROOT), name);
            LoadedProgram program = new LoadedProgram(row.text("on", ControlProtocol.MAX_NAME),
                (int) row.number("program", 1, ProgramFormat.MAX_ID));
            if ((number == 0 ? name.equalsIgnoreCase(word) : program.number == number) && found.put(program.on, program) != null) {
                throw system.wrong("several programs of " + program.on + " are called " + name + ": name one by its number");
            }
        }
        if (found.isEmpty()) {
            throw system.wrong((number == 0 ? "no program '" + PlainText.line(word) + "'" : "no program " + number) + " is loaded"
                + (on == null ? "" : " on " + on)
                + NearestWord.to(word.toLowerCase(Locale.ROOT), names.keySet())
                    .map(nearest -> "; did you mean '" + names.get(nearest) + "'?").orElse("; spine pdl list shows what is"));
        }
        if (found.size() > 1) {
            throw system.wrong("several cards have program " + PlainText.line(word) + ": say on which, "
                + String.join(", ", found.keySet()));
        }
        return found.values().iterator().next();
    }

    /** {@return the number that a word says, 0 when it is a name} */
    private static int number(RunningSystemOption system, String word) {
        if (!word.matches("[0-9]{1,9}")) {
            return 0;
        }
        int number = Integer.parseInt(word);
        if (number < 1 || number > ProgramFormat.MAX_ID) {
            throw system.wrong("a program has a number from 1 to " + ProgramFormat.MAX_ID + ", not " + word);
        }
        return number;
    }
}
