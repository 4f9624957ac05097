package dev.spine.command.pdl;

import dev.spine.command.control.Bulk;
import dev.spine.command.control.ControlProtocol;
import dev.spine.command.control.ProgramRequest;
import dev.spine.command.option.WordText;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code spine pdl send}: sends a message to a program. The command's thread. */
@Command(
    name = "send",
    description = "Sends a message to a program that runs: its block for the trigger begins, and PACKET[0] is the first word.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:the message waits for the program", "1:the card did not take it",
        "2:the user must change something; one line says what"},
    footer = {
        "  spine pdl send gate 1                 a message without words",
        "  spine pdl send gate 2 5004 0x10"
    })
public final class SendToProgramCommand extends LoadedProgramCommand {
    private static final int MAX_WORDS = ControlProtocol.MAX_MESSAGE / Integer.BYTES;

    @Parameters(index = "1", paramLabel = "TRIGGER", description = "Its number, as MESSAGE names it.")
    private int trigger;

    @Parameters(index = "2..*", paramLabel = "WORD", description = "Words of 32 bits, decimal or with 0x.")
    private List<String> words = new ArrayList<>();

    /** Made by picocli, which fills the fields. */
    public SendToProgramCommand() {}

    @Override
    ProgramRequest request(LoadedProgram of) {
        if (words.size() > MAX_WORDS) {
            throw system().wrong("a message has at most " + MAX_WORDS + " words, not " + words.size());
        }
        ByteBuffer data = ByteBuffer.allocate(words.size() * Integer.BYTES);
        WordText.read(words, system()::wrong).forEach(data::putInt);
        return new ProgramRequest.SendToProgram(of.on(), of.number(), trigger, new Bulk(data.array()));
    }

    @Override
    String done() {
        return "sent to";
    }
}
