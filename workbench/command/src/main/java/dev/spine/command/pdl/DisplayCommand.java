package dev.spine.command.pdl;

import dev.spine.command.control.ProgramRequest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** {@code spine pdl display}: what programs display. The command's thread. */
@Command(
    name = "display",
    description = "Shows what programs of a running system display, as it comes; first the last 1,024 values of each card.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeList = {"0:as many have come as --count says", "1:the system has ended", "2:the user must change something; one line says what",
        "130:interrupted"},
    footer = {
        "  spine pdl display                 until Ctrl-C",
        "  spine pdl display --count 1",
        "  spine pdl display --count 1 --json - | jq .value"
    })
public final class DisplayCommand extends EventsCommand {
    /** Made by picocli, which fills the fields. */
    public DisplayCommand() {}

    @Override
    ProgramRequest.WatchPrograms request(@Nullable String on) {
        return new ProgramRequest.WatchPrograms(on, true, false);
    }

    @Override
    String kind() {
        return "display";
    }
}
