package dev.spine.command.ardma;

import dev.spine.command.option.JsonOption;
import dev.spine.extension.ardma.host.CallResult;
import dev.spine.extension.ardma.host.RemoteArea;
import dev.spine.extension.ardma.host.RemoteServer;
import dev.spine.system.output.OutputFile;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spine ardma call}: sends a routine to a server, runs it there, and shows what it returns. The command's thread. */
@Command(
    name = "call",
    description = "Sends a routine to a server and runs it there, in one trip. The server is a system with the extension ardma whose card"
        + " is on a tunnel: docs/active-rdma.md.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:it has returned", "1:it has ended by a fault, or did not run; one line says why",
        "2:the user must change something; one line says what"},
    footer = {
        "  spine ardma call 127.0.0.1:7000 length.routine --area list 0",
        "  spine ardma call 127.0.0.1:7000 dump.routine --area list --emitted list.bin"
    })
public final class CallCommand extends ServerVerb {
    @Parameters(index = "1", paramLabel = "FILE", description = "The routine, as spine ardma assemble writes it.")
    private Path file = Path.of("");

    @Parameters(index = "2..*", paramLabel = "ARGUMENT", description = "Its arguments: whole numbers.")
    private List<Long> arguments = new ArrayList<>();

    @Option(names = "--area", paramLabel = "NAME", description = "An area of the server; the first one is area 0 of the routine.")
    private List<String> areas = new ArrayList<>();

    @Option(names = "--emitted", paramLabel = "FILE", description = "Where the bytes go that it emits. Default: they are counted and"
        + " dropped.")
    private @Nullable String emitted;

    @Mixin
    private JsonOption json = new JsonOption();

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private byte[] routine = {};

    /** Made by picocli, which fills the fields. */
    public CallCommand() {}

    @Override
    public Integer call() {
        json.check();
        OutputFile stream = emitted == null ? null : new OutputFile(emitted);
        if (stream != null && stream.isStandardOutput()) {
            throw wrong("bytes are no text: name a file for them");
        } else if (stream != null) {
            stream.check();
        }
        routine = routine(file);
        int code = super.call();
        if (stream != null && code == 0) {
            stream.write(bytes.toByteArray());
        }
        return code;
    }

    @Override
    int on(RemoteServer server) {
        List<RemoteArea> looked = new ArrayList<>();
        for (String area : areas) {
            looked.add(server.lookup(area));
        }
        CallResult result = server.callOnce(routine, bytes::writeBytes, looked,
            arguments.stream().mapToLong(Long::longValue).toArray());
        json.write(() -> String.format(Locale.ROOT, "{\"value\": %d, \"steps\": %d, \"emitted\": %d}%n", result.value(), result.steps(),
            result.emitted()), () -> String.format(Locale.ROOT, "%d   after %,d steps, %,d bytes emitted%n", result.value(), result.steps(),
                result.emitted()), out());
        return 0;
    }
}
