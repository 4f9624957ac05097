package dev.spine.command.ardma;

import com.google.common.net.HostAndPort;
import dev.spine.iop.packet.wire.MacAddress;
import dev.spine.system.kind.LanKind;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How a command gets to a server of Active RDMA, whose tunnel is at some {@code HOST:PORT}. The command's thread. */
public final class ServerOptions {
    private static final String EXPECTED = "write the address of the server's tunnel, as 127.0.0.1:7000";
    private static final int MAX_INSTANCE = 255;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(names = "--card", paramLabel = "ADDRESS", description = "Hardware address of the server's network card. Default: that of a"
        + " card whose system file says none.")
    private @Nullable String card;

    @Option(names = "--instance", paramLabel = "N", description = "Number of the server's extension on its card, 1 to"
        + " 255. Default: 1, the first of the system file.")
    private @Nullable Integer instance;

    @Option(names = "--certificate", paramLabel = "FILE", description = "Certificate to show to a tunnel with TLS, in PEM.")
    private @Nullable Path certificate;

    @Option(names = "--key", paramLabel = "FILE", description = "Its key, in PEM.")
    private @Nullable Path key;

    @Option(names = "--authorities", paramLabel = "FILE", description = "Certificates that are believed, in PEM.")
    private @Nullable Path authorities;

    /** Made by picocli, which fills the fields. */
    public ServerOptions() {}

    /** {@return whether any of them is given} */
    public boolean isGiven() {
        return Stream.of(card, instance, certificate, key, authorities).anyMatch(Objects::nonNull);
    }

    /**
     * Connects.
     *
     * @param place {@code HOST:PORT} of the server's tunnel
     * @return the way to the server, closed by the caller
     * @throws ParameterException for options that make no sense
     */
    public ServerLink open(String place) {
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
        int number = instance == null ? 1 : instance;
        if (number < 1 || number > MAX_INSTANCE) {
            throw wrong("--instance is 1 to " + MAX_INSTANCE + ", not " + number);
        }
        return ServerLink.open(at, security(), address, number);
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
