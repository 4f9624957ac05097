package dev.spine.command.run;

import dev.spine.command.control.ControlRequest;
import dev.spine.command.control.Fields;
import dev.spine.command.control.RequestException;
import dev.spine.system.output.OutputFile;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spine reload}: has a running system read its file again. */
@Command(
    name = "reload",
    description = "Has a running system read its file again: extensions that are new are loaded, those that changed are replaced"
        + " between two messages, those that are gone are unloaded, and quotas change; says what takes a restart. A file with a"
        + " mistake changes nothing. Only root or the user running the system may do this. SIGHUP to the system does the same.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:something was refused, and stays as it was", "2:the user must change something; one line says what"},
    footerHeading = "%nExamples:%n",
    footer = {
        "  spine reload",
        "  spine reload --json - | jq .restart    for programs"
    })
public final class ReloadCommand implements Callable<Integer> {
    private static final int LONGEST = 1 << 20;

    @Mixin
    private RunningSystemOption system = new RunningSystemOption();

    @Option(names = "--json", paramLabel = "FILE", description = "Write JSON to FILE; - for standard output, without text.")
    private @Nullable String json;

    /** Made by picocli, which fills the fields. */
    public ReloadCommand() {}

    @Override
    public Integer call() {
        Fields answer = system.ask(new ControlRequest.Reload());
        try {
            List<String> refused = answer.textList("refused", LONGEST);
            if (json == null || !new OutputFile(json).isStandardOutput()) {
                print(answer.textList("done", LONGEST), refused, answer.textList("restart", LONGEST));
            }
            if (json != null) {
                system.write(answer, json);
            }
            return refused.isEmpty() ? 0 : 1;
        } catch (RequestException e) {
            throw new CommandRefusedException(e);
        }
    }

    private void print(List<String> done, List<String> refused, List<String> restart) {
        done.forEach(system.out()::println);
        refused.forEach(line -> system.out().println("refused: " + line));
        restart.forEach(line -> system.out().println("needs a restart: " + line));
        if (done.isEmpty() && refused.isEmpty() && restart.isEmpty()) {
            system.out().println("nothing has changed");
        }
        system.out().flush();
    }
}
