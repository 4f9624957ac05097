package dev.spine.command.ardma;

import dev.spine.command.option.InputFile;
import dev.spine.command.option.Verb;
import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.ardma.routine.RoutineException;
import dev.spine.extension.ardma.routine.RoutineFormat;
import dev.spine.extension.ardma.routine.RoutineReader;
import dev.spine.extension.ardma.routine.RoutineVerifier;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code spine ardma verify}: the verdict of a server on a routine. The command's thread. */
@Command(
    name = "verify",
    description = "Tells whether a server would take a routine. Nothing of it runs.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:accepted", "1:rejected", "2:the user must change something; one line says what"},
    footer = {
        "  spine ardma verify list.routine"
    })
public final class VerifyRoutineCommand extends Verb implements Callable<Integer> {
    @Mixin
    private InputFile input = new InputFile();

    /** Made by picocli, which fills the fields. */
    public VerifyRoutineCommand() {}

    @Override
    public Integer call() {
        byte[] bytes = input.bytes(RoutineFormat.MAX_BYTES);
        try {
            RoutineVerifier.verify(RoutineReader.read(new ArrayArea(bytes, false)));
        } catch (RoutineException e) {
            out().println("rejected: " + FlawText.of(e));
            out().flush();
            return 1;
        }
        out().println("accepted: " + RoutineSummary.of(bytes));
        out().flush();
        return 0;
    }
}
