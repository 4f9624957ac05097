package dev.spine.command.pdl;

import dev.spine.command.control.ProgramRequest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** {@code spine pdl watch}: how programs change. The command's thread. */
@Command(
    name = "watch",
    description = "Shows how programs of a running system change, as it happens: loaded, running, stopped, faulted and by what, unloaded;"
        + " first what each of them is. A state that lasts less than a tenth of a second may be missed.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeList = {"0:as many have come as --count says", "1:the system has ended", "2:the user must change something; one line says what",
        "130:interrupted"},
    footer = {
        "  spine pdl watch                 until Ctrl-C",
        "  spine pdl watch --count 1",
        "  spine pdl watch --count 1 --json - | jq -r .state"
    })
public final class WatchCommand extends EventsCommand {
    /** Made by picocli, which fills the fields. */
    public WatchCommand() {}

    @Override
    ProgramRequest.WatchPrograms request(@Nullable String on) {
        return new ProgramRequest.WatchPrograms(on, false, true);
    }

    @Override
    String kind() {
        return "state";
    }
}
