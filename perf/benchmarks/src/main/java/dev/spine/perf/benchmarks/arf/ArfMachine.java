package dev.spine.perf.benchmarks.arf;

import dev.spine.extension.api.Extension;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.host.library.HostSide;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.iop.engine.live.IdlePolicy;
import dev.spine.system.EngineChoice;
import dev.spine.system.SpineSystem;
import dev.spine.system.graph.SpineComponent;

/** A node whose card has an end of a tunnel, a runtime with one extension, and perhaps a disk. The host's side of it; one thread. */
final class ArfMachine implements AutoCloseable {
    final SpineSystem system;
    final int instance;
    final HostSide side;

    /** Boots it: the keys of the tunnel, the card's address, what else the card has, and its extension. */
    ArfMachine(String tunnel, String address, String devices, Class<? extends Extension> extension) {
        SpineComponent graph = SpineComponent.create();
        system = EngineChoice.buildLive(graph.systemFactory(), graph.systemFile().read("node", """
            name = "node"

            [[wire]]
            kind = "tunnel"
            name = "outside"
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
            memory = "4M"
            %s
            """.formatted(tunnel, address, devices)),
            IdlePolicy.BACK_OFF);
        system.boot().orThrow();
        RuntimeClient runtime = new RuntimeClient(system.driver("nic"), system.device("nic", "runtime").tid(), system.hostMemory(),
            system.tasks());
        instance = runtime.load(PackagedExtension.image("extension", extension), LoadOptions.OF_NODE);
        side = new HostSide(runtime, system.host(), system.hostMemory(), system.tasks());
    }

    @Override
    public void close() {
        system.close();
    }
}
