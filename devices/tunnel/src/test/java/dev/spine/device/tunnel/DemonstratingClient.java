package dev.spine.device.tunnel;

import com.google.common.net.HostAndPort;
import dev.spine.command.ardma.ServerLink;
import dev.spine.extension.ardma.host.Demonstrations;
import dev.spine.extension.ardma.host.Form;
import dev.spine.extension.ardma.host.RemoteServer;
import dev.spine.system.kind.LanKind;
import java.util.List;

/** A process that runs all demonstrations at a server of another one, and prints what comes out. */
final class DemonstratingClient {
    private static final int CLIENTS = 2;

    private DemonstratingClient() {}

    /** Arguments: the server's port at this machine, the form, and which client this is. */
    public static void main(String[] arguments) {
        Form form = Form.valueOf(arguments[1]);
        try (ServerLink link = ServerLink.open(HostAndPort.fromParts("127.0.0.1", Integer.parseInt(arguments[0])), "",
            LanKind.STANDARD_ADDRESS, 1)) {
            RemoteServer server = link.server();
            Demonstrations.outcomes(Demonstrations.ALL, server, form, server.lookup("first" + arguments[2]),
                server.lookup("second" + arguments[2])).forEach(System.out::println);
            System.out.println(Demonstrations.missingAtBarrier(List.of(server), form, 0, CLIENTS) + " missing at the barrier");
        }
    }
}
