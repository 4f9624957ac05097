package dev.spine.command.pdl;

import dev.spine.command.control.ControlClient;
import dev.spine.command.control.ControlProtocol;
import dev.spine.command.control.ProgramRequest;
import dev.spine.command.control.RequestException;
import dev.spine.command.option.InputFile;
import dev.spine.command.option.Verb;
import dev.spine.command.run.AnswerOption;
import dev.spine.command.run.CommandRefusedException;
import dev.spine.command.run.RunningSystemOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code spine pdl swap}: gives a loaded program other code. The command's thread. */
@Command(
    name = "swap",
    description = "Gives a loaded program other code between two activations, on one card or on several, all or none. Variables of the same"
        + " name and size, messages that wait and its state stay.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeList = {"0:swapped", "1:the card did not do it, and the program is as it was",
        "2:the user must change something; one line says what, or a line for each mistake in a text"},
    footer = {
        "  spine pdl swap gate.pdl              the program that has its number, or its name",
        "  spine pdl swap gate.program 40 --on nic"
    })
public final class SwapProgramCommand extends Verb implements Callable<Integer> {
    @Mixin
    private RunningSystemOption system = new RunningSystemOption();

    @Mixin
    private CardsOption cards = new CardsOption();

    @Mixin
    private InputFile input = new InputFile();

    @Parameters(index = "1", arity = "0..1", paramLabel = "PROGRAM", description = "The name or number of the program that gets the code."
        + " Default: the number in FILE, or else its name.")
    private @Nullable String program;

    @Mixin
    private AnswerOption json = new AnswerOption();

    /** Made by picocli, which fills the fields. */
    public SwapProgramCommand() {}

    @Override
    public Integer call() {
        Optional<ProgramInput> read = ProgramInput.of(input, commandLine().getErr());
        if (read.isEmpty()) {
            return commandLine().getCommandSpec().exitCodeOnInvalidInput();
        }
        ProgramInput by = read.get();
        String word = program != null ? program : by.program().id() != 0 ? Integer.toString(by.program().id()) : by.program().name();
        List<String> on = cards.names();
        try (ControlClient client = system.connect()) {
            LoadedProgram loaded = LoadedProgram.find(client, system, on.isEmpty() ? null : on.getFirst(), word);
            List<String> all = on.isEmpty() ? List.of(loaded.on()) : on;
            return json.show(RunningSystemOption.ask(client, new ProgramRequest.SwapProgram(all, loaded.number(), by.file())), out(),
                (answer, out) -> out.println("swapped program " + answer.number("program", 1, Integer.MAX_VALUE) + " on "
                    + String.join(", ", answer.textList("on", ControlProtocol.MAX_NAME)) + ": it is "
                    + answer.text("name", ControlProtocol.MAX_LINE) + " now"));
        } catch (RequestException e) {
            throw new CommandRefusedException(e);
        }
    }
}
