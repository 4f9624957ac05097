package dev.spine.perf.benchmarks.arf;

import dev.spine.extension.ardma.host.ArdmaServer;
import dev.spine.extension.ardma.host.DiskBlocks;
import dev.spine.extension.ardma.host.arf.ArfRoutine;
import dev.spine.extension.ardma.host.arf.RemotePlacement;
import dev.spine.extension.ardma.server.ServerExtension;
import dev.spine.extension.runtime.load.LoadOptions;
import java.util.concurrent.locks.LockSupport;

/** The process of an ARF server: areas over a file, by a disk of its card, and of the card's memory. It serves until it is killed. */
final class ArfServer {
    static final String ADDRESS = "02:00:00:00:00:01";
    static final String READY = "serves as instance ";
    static final int MEMORY_BYTES = 65_536;

    private static final int FORMS = 8;
    private static final int HOT_STEPS = 10_000;
    private static final long LOOK_NS = 50_000_000L;

    private ArfServer() {}

    /** Arguments: keys of the tunnel, the file, its bytes, and what the disk has beside. */
    public static void main(String[] arguments) {
        ArfMachine node = new ArfMachine(arguments[0], ADDRESS, """
            [[iop.device]]
            kind = "disk"
            name = "disk"
            file = "%s"
            """.formatted(arguments[1]), ServerExtension.class);
        ArdmaServer server = new ArdmaServer(node.side, node.instance);
        int iop = node.system.driver().iopId(node.system.driver("nic"));
        server.open("files", new DiskBlocks(iop, node.system.device("nic", "disk").tid(), 0,
            Long.parseLong(arguments[2])), true);
        server.open("memory", MEMORY_BYTES, true);
        server.offer(RemotePlacement.PROCEDURE, ArfRoutine.bytes());
        server.compile(FORMS, HOT_STEPS, LoadOptions.OF_NODE);
        System.out.println(READY + node.instance);
        while (true) {
            server.compileWanted();
            LockSupport.parkNanos(LOOK_NS);
        }
    }
}
