package dev.spine.device.tunnel;

import dev.spine.extension.ardma.host.ArdmaServer;
import dev.spine.extension.ardma.host.DiskBlocks;
import dev.spine.extension.ardma.host.arf.ArfRoutine;
import dev.spine.extension.ardma.host.arf.ArfVolume;
import dev.spine.extension.ardma.host.arf.FileArea;
import dev.spine.extension.ardma.host.arf.LocalPlacement;
import dev.spine.extension.ardma.host.arf.RemotePlacement;
import dev.spine.extension.ardma.server.ServerExtension;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.host.library.HostSide;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.iop.engine.live.IdlePolicy;
import dev.spine.iop.packet.wire.MacAddress;
import dev.spine.system.EngineChoice;
import dev.spine.system.SpineSystem;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.kind.LanKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;

/** A program that serves a file with an ARF as blocks of a card's disk, until it is killed. */
final class ArfServer {
    static final String READY = "serving";
    static final String AREA = "files";

    private ArfServer() {}

    /** Its port and the file. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path file = Path.of(arguments[1]);
        // What a server's host does before it opens the area.
        try (FileArea area = FileArea.open(file)) {
            ArfVolume.open(new LocalPlacement(area), InstantSource.system()).close();
        }
        SpineComponent graph = SpineComponent.create();
        SpineSystem system = EngineChoice.buildLive(graph.systemFactory(), graph.systemFile().read("the server", """
            name = "server"

            [[wire]]
            kind = "tunnel"
            name = "outside"
            listen = "127.0.0.1:%s"

            [[iop]]
            name = "nic"

            [[iop.device]]
            kind = "lan"
            wire = "outside"
            address = "%s"

            [[iop.device]]
            kind = "disk"
            name = "disk"
            file = "%s"

            [[iop.device]]
            kind = "runtime"
            """.formatted(arguments[0], MacAddress.format(LanKind.STANDARD_ADDRESS), file)),
            IdlePolicy.BACK_OFF);
        system.boot().orThrow();
        RuntimeClient runtime = new RuntimeClient(system.driver("nic"), system.device("nic", "runtime").tid(), system.hostMemory(),
            system.tasks());
        int instance = runtime.load(PackagedExtension.image("ardma", ServerExtension.class), LoadOptions.OF_NODE);
        ArdmaServer server = new ArdmaServer(new HostSide(runtime, system.host(), system.hostMemory(), system.tasks()), instance);
        int card = system.driver().iopId(system.driver("nic"));
        server.open(AREA, new DiskBlocks(card, system.device("nic", "disk").tid(), 0, Files.size(file)), true);
        server.offer(RemotePlacement.PROCEDURE, ArfRoutine.bytes());
        System.out.println(READY + " " + instance);
        new CountDownLatch(1).await();
    }
}
