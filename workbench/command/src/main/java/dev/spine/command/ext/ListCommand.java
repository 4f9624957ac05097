package dev.spine.command.ext;

import dev.spine.command.control.ControlRequest;
import dev.spine.command.run.AnswerOption;
import dev.spine.command.run.ExtensionTables;
import dev.spine.command.run.RunningSystemOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code spine ext list}: the extensions of a running system. The command's thread. */
@Command(
    name = "list",
    description = "Lists your extensions on all cards of a running system; whoever runs it sees everyone's.",
    mixinStandardHelpOptions = true,
    footer = {
        "  spine ext list",
        "  spine ext list --json - | jq '.extensions[].extension'"
    })
public final class ListCommand implements Callable<Integer> {
    @Mixin
    private RunningSystemOption system = new RunningSystemOption();

    @Mixin
    private AnswerOption json = new AnswerOption();

    /** Made by picocli, which fills the fields. */
    public ListCommand() {}

    @Override
    public Integer call() {
        return json.show(system.ask(new ControlRequest.ListExtensions()), system.out(),
            (answer, out) -> out.print(answer.objects("extensions").isEmpty() ? "none\n" : ExtensionTables.list(answer)));
    }
}
