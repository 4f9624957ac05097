package dev.spine.command.pdl;

import dev.spine.command.control.ControlClient;
import dev.spine.command.control.ControlProtocol;
import dev.spine.command.control.Fields;
import dev.spine.command.control.Json;
import dev.spine.command.control.ProgramRequest;
import dev.spine.command.control.RequestException;
import dev.spine.command.run.CommandRefusedException;
import dev.spine.command.run.RunningSystemOption;
import dev.spine.system.output.OutputFile;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command that shows events of programs as they come, until it is interrupted or has shown enough. */
abstract class EventsCommand implements Callable<Integer> {
    @Mixin
    private RunningSystemOption system = new RunningSystemOption();

    @Mixin
    private CardOption card = new CardOption();

    @Option(names = "--count", paramLabel = "N", description = "Ends when so many have come. Default: goes on until Ctrl-C.")
    private @Nullable Integer count;

    @Option(names = "--json", paramLabel = "FILE", description = "Write a JSON object a line to FILE, at the end; - for standard output,"
        + " as they come, without text.")
    private @Nullable String json;

    /** {@return what is to be sent} */
    abstract ProgramRequest.WatchPrograms request(@Nullable String on);

    /** {@return the kind of events that are counted} */
    abstract String kind();

    @Override
    public Integer call() {
        Integer most = count;
        if (most != null && most < 1) {
            throw system.wrong("--count is at least 1, not " + most);
        }
        OutputFile file = json == null ? null : new OutputFile(json);
        if (file != null && !file.isStandardOutput()) {
            if (most == null) {
                throw system.wrong("--json " + json + " is written at the end: say with --count when that is, or write --json -");
            }
            file.check();
        }
        try (ControlClient client = system.connect()) {
            RunningSystemOption.ask(client, request(card.name()));
            show(client, file, most == null ? Integer.MAX_VALUE : most);
            return 0;
        } catch (RequestException e) {
            throw new CommandRefusedException(e);
        }
    }

    private void show(ControlClient client, @Nullable OutputFile file, int most) throws RequestException {
        PrintWriter out = system.out();
        StringBuilder lines = new StringBuilder();
        int shown = 0;
        while (shown < most) {
            Fields event = client.nextEvent();
            if (event.text(ControlProtocol.EVENT_KEY, ControlProtocol.MAX_NAME).equals(kind())) {
                shown++;
            }
            if (file == null || !file.isStandardOutput()) {
                out.println(EventText.of(event));
            }
            if (file != null) {
                Map<String, Object> members = new LinkedHashMap<>(event.members());
                members.remove(ControlProtocol.VERSION_KEY);
                String line = Json.line(members);
                if (file.isStandardOutput()) {
                    out.print(line);
                } else {
                    lines.append(line);
                }
            }
            out.flush();
        }
        if (file != null && !file.isStandardOutput()) {
            file.write(lines.toString(), out);
        }
    }
}
