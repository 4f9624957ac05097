package dev.spine.command.pdl;

import dev.spine.command.control.ControlProtocol;
import dev.spine.command.control.ProgramRequest;
import dev.spine.command.option.InputFile;
import dev.spine.command.option.Verb;
import dev.spine.command.run.AnswerOption;
import dev.spine.command.run.RunningSystemOption;
import dev.spine.extension.panic.program.ProgramFormat;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spine pdl load}: loads a program onto a card of a running system. The command's thread. */
@Command(
    name = "load",
    description = "Loads a program onto a card of a running system, or onto several, all or none; it runs when spine pdl run says so."
        + " FILE is a text or a program file.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeList = {"0:loaded", "1:the card did not take it",
        "2:the user must change something; one line says what, or a line for each mistake in a text"},
    footer = {
        "  spine pdl load gate.pdl",
        "  spine pdl load gate.program --on nic",
        "  spine pdl load gate.pdl --on nic,other    on both, or on none"
    })
public final class LoadProgramCommand extends Verb implements Callable<Integer> {
    @Mixin
    private RunningSystemOption system = new RunningSystemOption();

    @Mixin
    private CardsOption cards = new CardsOption();

    @Mixin
    private InputFile input = new InputFile();

    @Option(names = "--number", paramLabel = "N", description = "The number of a program that has no ID. Default: one that is free.")
    private int number;

    @Mixin
    private AnswerOption json = new AnswerOption();

    /** Made by picocli, which fills the fields. */
    public LoadProgramCommand() {}

    @Override
    public Integer call() {
        if (number < 0 || number > ProgramFormat.MAX_ID) {
            throw wrong("--number is 1 to " + ProgramFormat.MAX_ID + ", not " + number);
        }
        Optional<ProgramInput> program = ProgramInput.of(input, commandLine().getErr());
        if (program.isEmpty()) {
            return commandLine().getCommandSpec().exitCodeOnInvalidInput();
        }
        int inFile = program.get().program().id();
        if (number != 0 && inFile != 0 && number != inFile) {
            throw wrong(input.shown() + " says that its number is " + inFile + ": leave out --number, or the ID in the text");
        }
        return json.show(system.ask(new ProgramRequest.LoadProgram(cards.names(), program.get().file(), number)), out(), (answer, out) ->
            out.println("loaded " + answer.text("name", ControlProtocol.MAX_LINE) + " on "
                + String.join(", ", answer.textList("on", ControlProtocol.MAX_NAME)) + " as program "
                + answer.number("program", 1, Integer.MAX_VALUE)));
    }
}
