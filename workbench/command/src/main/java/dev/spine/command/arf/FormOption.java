package dev.spine.command.arf;

import dev.spine.extension.ardma.host.RemoteArea;
import dev.spine.extension.ardma.host.RemoteServer;
import dev.spine.extension.ardma.host.arf.ArfPlacement;
import dev.spine.extension.ardma.host.arf.ArfVolume;
import dev.spine.extension.ardma.host.arf.RemotePlacement;
import java.io.IOException;
import java.time.Duration;
import picocli.CommandLine.Option;

/** Where the code of a file system runs that a server has. */
final class FormOption {
    private static final Duration LEASE = Duration.ofSeconds(60);

    /** Where the code runs, and whose it is. */
    enum Form {
        /** At the server, to which the client sends it. */
        ACTIVE,
        /** At the server, whose host offers it. */
        PROCEDURE,
        /** Here, by reads and writes. */
        DIRECT;

        ArfPlacement over(RemoteServer server, RemoteArea area) {
            return switch (this) {
                case ACTIVE -> RemotePlacement.active(server, area);
                case PROCEDURE -> RemotePlacement.procedure(server, area);
                case DIRECT -> RemotePlacement.direct(server, area);
            };
        }
    }

    @Option(names = "--form", paramLabel = "FORM", description = "Of a server's area: where the file system's code runs: active (sent to"
        + " the server), procedure (its host offers it), direct (here, by reads and writes). Default: active.")
    private Form form = Form.ACTIVE;

    /** Made by picocli, which fills the field. */
    FormOption() {}

    /** {@return whether everything is done here, by reads and writes} */
    boolean isDirect() {
        return form == Form.DIRECT;
    }

    /** Opens a file system that other clients may use. */
    ArfVolume share(RemoteServer server, RemoteArea area) throws IOException {
        return ArfVolume.share(form.over(server, area), LEASE);
    }
}
