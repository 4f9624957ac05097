package dev.spine.command.ext;

import dev.spine.command.control.ControlRequest;
import dev.spine.command.control.Fields;
import dev.spine.command.control.RequestException;
import dev.spine.command.run.CommandRefusedException;
import dev.spine.command.run.ExtensionTables;
import dev.spine.command.run.RunningSystemOption;
import dev.spine.system.output.OutputFile;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spine ext list}: the extensions of a running system. */
@Command(
    name = "list",
    description = "Lists your extensions on all cards of a running system; whoever runs it sees everyone's.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {
        "  spine ext list",
        "  spine ext list --json - | jq '.extensions[].extension'"
    })
public final class ListCommand implements Callable<Integer> {
    @Mixin
    private RunningSystemOption system = new RunningSystemOption();

    @Option(names = "--json", paramLabel = "FILE", description = "Write JSON to FILE; - for standard output, without text.")
    private @Nullable String json;

    /** Made by picocli, which fills the fields. */
    public ListCommand() {}

    @Override
    public Integer call() {
        Fields answer = system.ask(new ControlRequest.ListExtensions());
        if (json == null || !new OutputFile(json).isStandardOutput()) {
            try {
                system.out().print(answer.objects("extensions").isEmpty() ? "none\n" : ExtensionTables.list(answer));
                system.out().flush();
            } catch (RequestException e) {
                throw new CommandRefusedException(e);
            }
        }
        if (json != null) {
            system.write(answer, json);
        }
        return 0;
    }
}
