package dev.spine.command.pdl;

import dev.spine.command.control.ControlClient;
import dev.spine.command.control.ControlProtocol;
import dev.spine.command.control.ProgramRequest;
import dev.spine.command.control.RequestException;
import dev.spine.command.run.AnswerOption;
import dev.spine.command.run.CommandRefusedException;
import dev.spine.command.run.RunningSystemOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A command about one program that is loaded on a card of a running system. */
abstract class LoadedProgramCommand implements Callable<Integer> {
    @Mixin
    private RunningSystemOption system = new RunningSystemOption();

    @Mixin
    private CardOption card = new CardOption();

    @Mixin
    private AnswerOption json = new AnswerOption();

    @Parameters(index = "0", paramLabel = "PROGRAM", description = "Its name or its number.")
    private String program = "";

    /** {@return the request} */
    abstract ProgramRequest request(LoadedProgram of);

    /** {@return the word for what was done} */
    abstract String done();

    /** {@return the way to the system, and where the command writes} */
    final RunningSystemOption system() {
        return system;
    }

    @Override
    public Integer call() {
        try (ControlClient client = system.connect()) {
            ProgramRequest request = request(LoadedProgram.find(client, system, card.name(), program));
            return json.show(RunningSystemOption.ask(client, request), system.out(), (answer, out) ->
                out.println(done() + " " + answer.text("name", ControlProtocol.MAX_LINE) + ", program "
                    + answer.number("program", 1, Integer.MAX_VALUE) + " on " + answer.text("on", ControlProtocol.MAX_NAME)));
        } catch (RequestException e) {
            throw new CommandRefusedException(e);
        }
    }
}
