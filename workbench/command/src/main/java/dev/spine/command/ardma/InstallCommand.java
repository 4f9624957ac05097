package dev.spine.command.ardma;

import dev.spine.command.option.JsonOption;
import dev.spine.extension.ardma.host.RemoteServer;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code spine ardma install}: sends a routine to a server, which proves it and keeps it for a moment. The command's thread. */
@Command(
    name = "install",
    description = "Tells whether a server takes a routine, and under which hash: sends it, and has the server forget it again, since it"
        + " keeps routines for the client that has sent them, and this client ends.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:it takes it", "1:it refuses it; one line says why", "2:the user must change something; one line says what"},
    footer = {
        "  spine ardma install 127.0.0.1:7000 length.routine"
    })
public final class InstallCommand extends ServerVerb {
    private static final double NS_PER_US = 1e3;

    @Parameters(index = "1", paramLabel = "FILE", description = "The routine, as spine ardma assemble writes it.")
    private Path file = Path.of("");

    @Mixin
    private JsonOption json = new JsonOption();

    private byte[] routine = {};

    /** Made by picocli, which fills the fields. */
    public InstallCommand() {}

    @Override
    public Integer call() {
        json.check();
        routine = routine(file);
        return super.call();
    }

    @Override
    int on(RemoteServer server) {
        long begin = System.nanoTime();
        long hash = server.install(routine);
        double us = (System.nanoTime() - begin) / NS_PER_US;
        server.forget(hash);
        json.write(() -> String.format(Locale.ROOT, "{\"hash\": \"0x%016x\", \"bytes\": %d, \"us\": %.1f}%n", hash, routine.length, us),
            () -> String.format(Locale.ROOT, "taken: %,d bytes, hash 0x%016x, after %,.0f us%n", routine.length, hash, us), out());
        return 0;
    }
}
