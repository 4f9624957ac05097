package dev.spine.command.ardma;

import com.google.common.net.HostAndPort;
import dev.spine.iop.packet.wire.MacAddress;
import dev.spine.system.kind.LanKind;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Which server of Active RDMA a command asks, and how it gets there: {@code HOST:PORT} of its tunnel. The command's thread. */
final class ServerOption {
    private static final String EXPECTED = "write the address of the server's tunnel, as 127.0.0.1:7000";
    private static final int MAX_INSTANCE = 255;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Parameters(index = "0", paramLabel = "HOST:PORT", description = "Where the tunnel of the server's system listens.")
    private String place = "";

    @Option(names = "--card", paramLabel = "ADDRESS", description = "Hardware address of the server's network card. Default: that of a"
        + " card whose system file says none.")
    private @Nullable String card;

    @Option(names = "--instance", paramLabel = "N", defaultValue = "1", description = "Number of the server's extension on its card, 1 to"
        + " 255. Default: 1, the first of the system file.")
    private int instance = 1;

    @Option(names = "--certificate", paramLabel = "FILE", description = "Certificate to show to a tunnel with TLS, in PEM.")
    private @Nullable Path certificate;

    @Option(names = "--key", paramLabel = "FILE", description = "Its key, in PEM.")
    private @Nullable Path key;

    @Option(names = "--authorities", paramLabel = "FILE", description = "Certificates that are believed, in PEM.")
    private @Nullable Path authorities;

    /** Connects; the result is closed by the caller. */
    ServerLink open() {
        HostAndPort at;
        long address;
        try {
            at = HostAndPort.fromString(place);
        } catch (IllegalArgumentException e) {
            throw wrong("'" + place + "' is no place: " + EXPECTED);
        }
        if (!at.hasPort() || at.getPort() == 0 || at.getHost().isEmpty()) {
            throw wrong("'" + place + "' is no place: " + EXPECTED);
        }
        try {
            address = card == null ? LanKind.STANDARD_ADDRESS : MacAddress.parse(card);
        } catch (IllegalArgumentException e) {
            throw wrong("--card " + card + " is no hardware address: write six bytes in hexadecimal, as 02:53:50:4e:00:01");
        }
        if (instance < 1 || instance > MAX_INSTANCE) {
            throw wrong("--instance is 1 to " + MAX_INSTANCE + ", not " + instance);
        }
        return ServerLink.open(at, security(), address, instance);
    }

    /** The keys of the wire that say whom it believes. */
    private String security() {
        Path shown = certificate;
        Path own = key;
        Path believed = authorities;
        if (shown == null && own == null && believed == null) {
            return "security = \"plain\"\n";
        }
        if (shown == null || own == null || believed == null) {
            throw wrong("a tunnel with TLS needs all of --certificate, --key and --authorities");
        }
        return "security = \"tls\"\ncertificate = '" + shown.toAbsolutePath() + "'\nkey = '" + own.toAbsolutePath() + "'\nauthorities = '"
            + believed.toAbsolutePath() + "'\n";
    }

    private ParameterException wrong(String problem) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), problem);
    }
}
