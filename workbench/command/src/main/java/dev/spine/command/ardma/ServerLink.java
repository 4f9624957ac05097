package dev.spine.command.ardma;

import com.google.common.net.HostAndPort;
import dev.spine.device.wire.LinkState;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WirePort;
import dev.spine.extension.ardma.client.ClientExtension;
import dev.spine.extension.ardma.host.ArdmaClient;
import dev.spine.extension.ardma.host.RemoteServer;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.host.library.HostSide;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.iop.engine.live.IdlePolicy;
import dev.spine.iop.packet.wire.MacAddress;
import dev.spine.system.EngineChoice;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemDescription;
import dev.spine.system.file.FilePosition;
import dev.spine.system.graph.SpineComponent;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A node of this process alone, whose card has a client of Active RDMA and whose wire is a tunnel to the server's system. The command's
 * thread.
 */
public final class ServerLink implements AutoCloseable {
    private static final long LOOK_NS = 1_000_000;
    private static final long CONNECT_NS = 5_000_000_000L;
    private static final long LOCALLY_ADMINISTERED = 0x02_00_00_00_00_00L;
    private static final int RANDOM_BITS = 40;

    private final SpineSystem system;
    private final RemoteServer server;

    private ServerLink(SpineSystem system, RemoteServer server) {
        this.system = system;
        this.server = server;
    }

    /**
     * {@return a node that is connected}
     *
     * @param place of the server's tunnel
     * @param security keys of the wire, a line each
     * @param address hardware address of the server's card
     * @param instance of its extension
     * @throws dev.spine.system.file.SystemFileException when nobody listens there, or nothing here knows of tunnels
     * @throws dev.spine.extension.ardma.host.ArdmaException when the server does not answer
     */
    public static ServerLink open(HostAndPort place, String security, long address, int instance) {
        SpineComponent graph = SpineComponent.create();
        SystemDescription description = graph.systemFile().read("the way to " + place, """
            name = "client"

            [[wire]]
            kind = "tunnel"
            name = "outside"
            connect = "%s"
            %s
            [[iop]]
            name = "nic"

            [[iop.device]]
            kind = "lan"
            wire = "outside"
            address = "%s"

            [[iop.device]]
            kind = "runtime"
            window = 64
            answer-delay-us = 1000
            """.formatted(place, security, MacAddress.format(
                LOCALLY_ADMINISTERED | ThreadLocalRandom.current().nextLong(1L << RANDOM_BITS))));
        SpineSystem system = EngineChoice.buildLive(graph.systemFactory(), description, IdlePolicy.BACK_OFF);
        boolean opened = false;
        try {
            system.boot().orThrow();
            awaitLink(system.wire("outside"), place);
            RuntimeClient runtime = new RuntimeClient(system.driver("nic"), system.device("nic", "runtime").tid(), system.hostMemory(),
                system.tasks());
            int client = runtime.load(PackagedExtension.image("ardma-client", ClientExtension.class), LoadOptions.OF_NODE);
            RemoteServer server = new ArdmaClient(new HostSide(runtime, system.host(), system.hostMemory(), system.tasks()), client)
                .connect(address, instance);
            opened = true;
            return new ServerLink(system, server);
        } finally {
            if (!opened) {
                system.close();
            }
        }
    }

    private static void awaitLink(Wire wire, HostAndPort place) {
        WirePort port = wire.ports().getFirst();
        long start = System.nanoTime();
        while (port.link() == LinkState.DOWN) {
            if (System.nanoTime() - start > CONNECT_NS) {
                String refusal = wire.refusal();
                if (refusal != null) {
                    throw FilePosition.of(place.toString()).wrong("the certificates are not believed (" + refusal
                        + "): check those of both ends and their authorities");
                }
                throw FilePosition.of(place.toString()).wrong("nobody listens there, or certificates are not believed: start the server's"
                    + " system, or check the address and the files");
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    /** {@return the server} */
    public RemoteServer server() {
        return server;
    }

    @Override
    public void close() {
        system.close();
    }
}
