package dev.spine.perf.benchmarks.ardma;

import dev.spine.extension.ardma.client.ClientExtension;
import dev.spine.extension.ardma.host.ArdmaClient;
import dev.spine.extension.ardma.host.ArdmaServer;
import dev.spine.extension.ardma.host.DiskBlocks;
import dev.spine.extension.ardma.host.RemoteArea;
import dev.spine.extension.ardma.host.RemoteServer;
import dev.spine.extension.ardma.host.grep.RemoteGrep;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.host.library.HostSide;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.iop.engine.live.IdlePolicy;
import dev.spine.iop.packet.wire.MacAddress;
import dev.spine.system.BuiltInExtension;
import dev.spine.system.EngineChoice;
import dev.spine.system.SpineSystem;
import dev.spine.system.graph.SpineComponent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Two cards on one thread with a wire in memory between them, a server on one, a client on the other: a text in the memory of the server's
 * card and the same on its disk. One thread beside the engine's.
 */
final class GrepNode implements AutoCloseable {
    /** Of the text the first so many bytes are in card memory: an area is zeroed by the fuel of one activation. */
    static final int MAX_ON_CARD = 4 << 20;

    private static final int BLOCK = 4_096;
    private static final int FORMS = 4;
    private static final String ADDRESS = "02:53:50:00:00:01";

    final ArdmaServer server;
    final RemoteServer remote;
    final RemoteArea card;
    final RemoteArea disk;
    private final SpineSystem system;

    /** Boots it; {@code file} gets the text as its disk. */
    GrepNode(byte[] text, Path file) throws IOException {
        Files.write(file, Arrays.copyOf(text, (text.length + BLOCK - 1) / BLOCK * BLOCK));
        SpineComponent graph = SpineComponent.create();
        system = EngineChoice.buildLive(graph.systemFactory(), graph.systemFile().read("two cards", description(file)), IdlePolicy.SPIN);
        system.boot().orThrow();
        RuntimeClient near = runtime("client");
        RuntimeClient far = runtime("server");
        int instance = far.load(BuiltInExtension.ARDMA.image().bytes(), LoadOptions.OF_NODE);
        server = new ArdmaServer(side(far), instance);
        server.limit(Long.MAX_VALUE >>> 1, Integer.MAX_VALUE, FORMS);
        server.offer(RemoteGrep.PROCEDURE, RemoteGrep.procedure());
        int onCard = Math.min(text.length, MAX_ON_CARD);
        server.open("card", onCard, true);
        server.open("disk", new DiskBlocks(system.driver().iopId(system.driver("server")), system.device("server", "disk").tid(), 0,
            ((long) text.length + BLOCK - 1) / BLOCK * BLOCK), false);
        int client = near.load(PackagedExtension.image("client", ClientExtension.class), LoadOptions.OF_NODE);
        remote = new ArdmaClient(side(near), client).connect(MacAddress.parse(ADDRESS), instance);
        card = remote.lookup("card");
        disk = remote.lookup("disk");
        for (int at = 0; at < onCard; at += RemoteServer.MAX_TRANSFER_BYTES) {
            remote.write(card, at, Arrays.copyOfRange(text, at, Math.min(onCard, at + RemoteServer.MAX_TRANSFER_BYTES)));
        }
        server.compile(FORMS, 1, LoadOptions.OF_NODE);
    }

    private static String description(Path file) {
        return """
            name = "grep"

            [[wire]]
            kind = "link"
            name = "between"
            max-packet-bytes = 9018

            [[iop]]
            name = "server"

            [[iop.device]]
            kind = "lan"
            wire = "between"
            address = "02:53:50:00:00:01"

            [[iop.device]]
            kind = "runtime"
            memory = "16M"

            [[iop.device]]
            kind = "disk"
            name = "disk"
            file = "%s"

            [[iop]]
            name = "client"

            [[iop.device]]
            kind = "lan"
            wire = "between"
            address = "02:53:50:00:00:02"

            [[iop.device]]
            kind = "runtime"
            memory = "16M"
            """.formatted(file);
    }

    private RuntimeClient runtime(String iop) {
        return new RuntimeClient(system.driver(iop), system.device(iop, "runtime").tid(), system.hostMemory(), system.tasks());
    }

    private HostSide side(RuntimeClient of) {
        return new HostSide(of, system.host(), system.hostMemory(), system.tasks());
    }

    @Override
    public void close() {
        system.close();
    }
}
