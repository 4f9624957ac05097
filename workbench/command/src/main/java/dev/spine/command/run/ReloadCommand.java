package dev.spine.command.run;

import dev.spine.command.control.ControlRequest;
import dev.spine.command.control.Fields;
import dev.spine.command.control.RequestException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code spine reload}: has a running system read its file again. The command's thread. */
@Command(
    name = "reload",
    description = "Has a running system read its file again: extensions that are new are loaded, those that changed are replaced"
        + " between two messages, those that are gone are unloaded, and quotas change; says what takes a restart. A file with a"
        + " mistake changes nothing. Only root or the user running the system may do this. SIGHUP to the system does the same.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:done", "1:something was refused, and stays as it was", "2:the user must change something; one line says what"},
    footer = {
        "  spine reload",
        "  spine reload --json - | jq .restart    for programs"
    })
public final class ReloadCommand implements Callable<Integer> {
    private static final int LONGEST = 1 << 20;

    @Mixin
    private RunningSystemOption system = new RunningSystemOption();

    @Mixin
    private AnswerOption json = new AnswerOption();

    /** Made by picocli, which fills the fields. */
    public ReloadCommand() {}

    @Override
    public Integer call() {
        Fields reloaded = system.ask(new ControlRequest.Reload());
        try {
            List<String> refused = reloaded.textList("refused", LONGEST);
            json.show(reloaded, system.out(),
                (answer, out) -> print(answer.textList("done", LONGEST), refused, answer.textList("restart", LONGEST), out));
            return refused.isEmpty() ? 0 : 1;
        } catch (RequestException e) {
            throw new CommandRefusedException(e);
        }
    }

    private static void print(List<String> done, List<String> refused, List<String> restart, PrintWriter out) {
        done.forEach(out::println);
        refused.forEach(line -> out.println("refused: " + line));
        restart.forEach(line -> out.println("needs a restart: " + line));
        if (done.isEmpty() && refused.isEmpty() && restart.isEmpty()) {
            out.println("nothing has changed");
        }
    }
}
