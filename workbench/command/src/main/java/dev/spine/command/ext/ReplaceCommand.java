package dev.spine.command.ext;

import dev.spine.command.control.ControlRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spine ext replace}: puts another version in the place of an extension. The command's thread. */
@Command(
    name = "replace",
    description = "Puts another version of its code in the place of one of your extensions, between two messages: it keeps its number"
        + " and the state that both versions know, and no message or packet is lost. If the new version is refused or fails, the old"
        + " one goes on.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:replaced", "1:refused by the card", "2:the user must change something; one line says what"},
    footer = {
        "  spine ext replace 3 my-2.jar",
        "  spine ext replace 3 my-2.jar --parameter port=5006    instead of all parameters before"
    })
public final class ReplaceCommand extends ExtensionCommand {
    @Parameters(index = "1", paramLabel = "JAR", description = "The image, or the name of an extension that comes with Spine.")
    private String image = "";

    @Option(names = {"-p", "--parameter"}, paramLabel = "NAME=VALUE",
        description = "What the new version is told; may be repeated. Without any it is told what the old one was.")
    private Map<String, String> parameters = new LinkedHashMap<>();

    /** Made by picocli, which fills the fields. */
    public ReplaceCommand() {}

    @Override
    public Integer call() {
        system().ask(new ControlRequest.Replace(iop(), number(), ImageArgument.read(system(), image), parameters));
        system().out().println("replaced extension " + number());
        return 0;
    }
}
