package dev.spine.perf.benchmarks.wire;

import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.router.host.InterfaceAddress;
import dev.spine.extension.router.host.RouterHost;
import dev.spine.extension.router.host.RouterNode;
import dev.spine.extension.router.host.RouterPort;
import dev.spine.extension.router.host.RouterSettings;
import dev.spine.iop.engine.live.IdlePolicy;
import dev.spine.iop.packet.wire.Address;
import dev.spine.system.EngineChoice;
import dev.spine.system.SpineSystem;
import dev.spine.system.graph.SpineComponent;
import java.util.List;

/**
 * Spine's router on two cards whose wires end in interfaces of Linux, on one thread that sleeps in poll. It knows its neighbours from the
 * beginning, so nothing goes by the host. For one thread.
 */
final class SpineRouter implements AutoCloseable {
    private static final int MTU = 1500;
    private static final int BATCH_BYTES = 96 << 10;

    private final SpineSystem system;
    private final RouterNode router;

    /** What the wires of the cards end in. */
    enum Wires {
        /** TAP interfaces; packets are complete. */
        TAP("kind = \"tap\""),
        /** TAP interfaces that bring super-packets. */
        TAP_SEGMENTS("kind = \"tap\"\noffload = \"segments\""),
        /** Interfaces that are there, by XDP sockets. */
        XDP("kind = \"xdp\"");

        private final String keys;

        Wires(String keys) {
            this.keys = keys;
        }
    }

    /** One side of it. */
    record Side(String space, String interfaceName, long cardAddress, String address) {
        private String toml(String iop, Wires wires) {
            return """
                [[wire]]
                %4$s
                name = "w%1$s"
                interface = "%2$s"
                netns = "%3$s"
                receive-buffers = 512

                [[iop]]
                name = "%1$s"

                [[iop.device]]
                kind = "lan"
                wire = "w%1$s"
                address = "%5$012x"

                [[iop.device]]
                kind = "runtime"
                memory = "16M"

                """.formatted(iop, interfaceName, space, wires.keys, cardAddress);
        }
    }

    SpineRouter(Side left, Side right, Wires wires) {
        SpineComponent graph = SpineComponent.create();
        String text = "name = \"router\"\n" + left.toml("left", wires) + right.toml("right", wires);
        system = EngineChoice.buildLive(graph.systemFactory(), graph.systemFile().read("router", text), IdlePolicy.WOKEN);
        boolean done = false;
        try {
            system.boot().orThrow();
            router = new RouterNode(new RouterHost(system.driver(), system.host(), system.hostMemory(), system.tasks()),
                RouterSettings.STANDARD.withBatchBytes(BATCH_BYTES));
            open("left", left);
            open("right", right);
            done = true;
        } finally {
            if (!done) {
                system.close();
            }
        }
    }

    private void open(String iop, Side side) {
        int tid = system.device(iop, "runtime").tid();
        RuntimeClient runtime = new RuntimeClient(system.driver(iop), tid, system.hostMemory(), system.tasks());
        int port = router.port(new RouterPort(iop, runtime, system.driver(iop), tid, side.cardAddress(), MTU));
        router.addresses(port, List.of(InterfaceAddress.parse(side.address())));
    }

    /** Says which hardware address a neighbour of the left (1) or the right (2) has. */
    void neighbour(int port, String address, long hardwareAddress) {
        router.neighbour(port, Address.parse(address), hardwareAddress);
        router.acknowledged().toCompletableFuture().join();
    }

    /** What the cards have counted, for people. */
    String counters() {
        return "left: " + router.counters(1) + "; right: " + router.counters(2);
    }

    @Override
    public void close() {
        router.close();
        system.close();
    }
}
