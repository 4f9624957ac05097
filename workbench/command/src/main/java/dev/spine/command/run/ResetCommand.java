package dev.spine.command.run;

import dev.spine.command.control.ControlRequest;
import dev.spine.command.control.Fields;
import dev.spine.command.control.RequestException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code spine reset}: resets an IOP of a running system. The command's thread. */
@Command(
    name = "reset",
    description = "Resets an IOP of a running system, for example one that has failed because an extension did not come back, and loads"
        + " what the system file wants on it. Extensions of users on it are gone. Only root or the user running the system may do this.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:done", "1:the IOP did not come back, or an extension of the file was refused",
        "2:the user must change something; one line says what"},
    footer = {
        "  spine reset nic",
        "  docs/running.md tells when that is needed"
    })
public final class ResetCommand implements Callable<Integer> {
    private static final int LONGEST = 1 << 20;

    @Mixin
    private RunningSystemOption system = new RunningSystemOption();

    @Parameters(paramLabel = "IOP", description = "Its name in the system file.")
    private String iop = "";

    /** Made by picocli, which fills the fields. */
    public ResetCommand() {}

    @Override
    public Integer call() {
        Fields answer = system.ask(new ControlRequest.Reset(iop));
        try {
            List<String> refused = answer.textList("refused", LONGEST);
            system.out().println("reset " + iop);
            answer.textList("done", LONGEST).forEach(system.out()::println);
            refused.forEach(line -> system.out().println("refused: " + line));
            system.out().flush();
            return refused.isEmpty() ? 0 : 1;
        } catch (RequestException e) {
            throw new CommandRefusedException(e);
        }
    }
}
