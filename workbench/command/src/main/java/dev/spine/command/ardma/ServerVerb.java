package dev.spine.command.ardma;

import dev.spine.command.option.Verb;
import dev.spine.extension.ardma.host.ArdmaException;
import dev.spine.extension.ardma.host.RemoteServer;
import dev.spine.extension.ardma.routine.RoutineFormat;
import dev.spine.iop.PlainText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A command that asks a server. What the server refuses is a line, and exit code 1. */
abstract class ServerVerb extends Verb implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "HOST:PORT", description = "Where the tunnel of the server's system listens.")
    private String place = "";

    @Mixin
    private ServerOptions way = new ServerOptions();

    /** Asks what the command asks: {@return its exit code} */
    abstract int on(RemoteServer server);

    @Override
    public Integer call() {
        try (ServerLink link = way.open(place)) {
            return on(link.server());
        } catch (ArdmaException e) {
            out().println(PlainText.line(String.valueOf(e.getMessage())));
            out().flush();
            return 1;
        }
    }

    /** {@return the bytes of a routine's file, no more than a byte beyond what one can have} */
    final byte[] routine(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(RoutineFormat.MAX_BYTES + 1);
        } catch (NoSuchFileException e) {
            throw wrong("there is no file " + PlainText.line(file.toString()), e);
        } catch (IOException e) {
            throw wrong(PlainText.line(file.toString()) + " cannot be read: " + e.getMessage(), e);
        }
    }
}
