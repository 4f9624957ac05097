package dev.spine.command.ext;

import dev.spine.command.control.ControlClient;
import dev.spine.command.control.ControlProtocol;
import dev.spine.command.control.ControlRequest;
import dev.spine.command.control.Fields;
import dev.spine.command.control.Refusal;
import dev.spine.command.control.RequestException;
import dev.spine.command.run.CommandRefusedException;
import dev.spine.command.run.RunningSystemOption;
import dev.spine.iop.PlainText;
import dev.spine.system.ending.Interruption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spine ext load}: loads an extension onto a card of a running system. The command's thread. */
@Command(
    name = "load",
    description = "Loads an extension onto a card of a running system, as yours: only you and whoever runs the system see it,"
        + " replaces it or ends it. Prints its number.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeList = {"0:loaded", "1:refused by the card, or failed while the command waited",
        "2:the user must change something; one line says what", "130:interrupted"},
    footer = {
        "  spine ext load my.jar",
        "  spine ext load my.jar --parameter port=5004 --parameter name=left",
        "  spine ext load my.jar --tied    until Ctrl-C, or whatever ends this command",
        "  spine ext load video            an extension that comes with Spine"
    })
public final class LoadCommand implements Callable<Integer> {
    private static final int INTERRUPTED = 130;
    private static final long POLL_NS = 200_000_000L;

    @Mixin
    private RunningSystemOption system = new RunningSystemOption();

    @Mixin
    private RuntimeOption runtime = new RuntimeOption();

    @Parameters(index = "0", paramLabel = "JAR", description = "The image, or the name of an extension that comes with Spine.")
    private String image = "";

    @Option(names = {"-p", "--parameter"}, paramLabel = "NAME=VALUE", description = "What the extension is told; may be repeated.")
    private Map<String, String> parameters = new LinkedHashMap<>();

    @Option(names = "--tied", description = "The extension ends with this command, however that ends. The command waits.")
    private boolean tied;

    @Option(names = "--wait", description = "Wait until the extension has ended or failed.")
    private boolean waits;

    /** Made by picocli, which fills the fields. */
    public LoadCommand() {}

    @Override
    public Integer call() {
        ControlRequest.Load load = new ControlRequest.Load(runtime.iop(), ImageArgument.read(system, image), parameters,
            tied ? ControlRequest.Lifetime.OF_CONNECTION : ControlRequest.Lifetime.UNTIL_UNLOADED);
        try (Interruption interruption = Interruption.watch(); ControlClient client = system.connect()) {
            Fields answer = RunningSystemOption.ask(client, load);
            int extension = (int) answer.number("extension", 1, ControlProtocol.MAX_NUMBER);
            String on = answer.text("on", ControlProtocol.MAX_NAME);
            system.out().println("loaded " + PlainText.line(answer.text("name", ControlProtocol.MAX_LINE)) + " on " + on + " as extension "
                + extension);
            system.out().flush();
            return tied || waits ? awaitEnd(client, new ControlRequest.Inspect(on, extension), interruption) : 0;
        } catch (RequestException e) {
            throw new CommandRefusedException(e);
        }
    }

    private int awaitEnd(ControlClient client, ControlRequest.Inspect inspect, Interruption interruption) throws RequestException {
        while (!interruption.isRequested()) {
            Fields report;
            try {
                report = client.ask(inspect);
            } catch (RequestException e) {
                if (e.reason() == Refusal.NONE) {
                    system.out().println("extension " + inspect.extension() + " was unloaded");
                    return 0;
                }
                throw e;
            }
            String state = report.text("state", ControlProtocol.MAX_LINE);
            if (state.equals("failed")) {
                system.out().println("extension " + inspect.extension() + " failed: "
                    + PlainText.line(report.text("failure", ControlProtocol.MAX_LINE)));
                return 1;
            }
            if (state.equals("ended")) {
                system.out().println("extension " + inspect.extension() + " ended");
                return 0;
            }
            LockSupport.parkNanos(POLL_NS);
        }
        return INTERRUPTED;
    }
}
