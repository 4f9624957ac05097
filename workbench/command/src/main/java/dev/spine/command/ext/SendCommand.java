package dev.spine.command.ext;

import dev.spine.command.control.ControlProtocol;
import dev.spine.command.control.ControlRequest;
import dev.spine.command.option.WordText;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code spine ext send}: sends a small message to an extension. The command's thread. */
@Command(
    name = "send",
    description = "Sends a small message to a handler of one of your extensions.",
    mixinStandardHelpOptions = true,
    footer = {
        "  spine ext send 3 1               handler 1, words of zero",
        "  spine ext send 3 1 5004 0x10     with two of its 12 words"
    })
public final class SendCommand extends ExtensionCommand {
    @Parameters(index = "1", paramLabel = "HANDLER", description = "Its number, 1 to 255.")
    private int handler;

    @Parameters(index = "2..*", paramLabel = "WORD", description = "Words of 32 bits, decimal or with 0x; at most "
        + ControlProtocol.MAX_WORDS + ".")
    private List<String> words = new ArrayList<>();

    /** Made by picocli, which fills the fields. */
    public SendCommand() {}

    @Override
    public Integer call() {
        system().ask(new ControlRequest.Send(iop(), number(), handler, WordText.read(words, system()::wrong)));
        return 0;
    }
}
