package dev.spine.device.tunnel;

import dev.spine.device.wire.WirePort;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Where the wires of a test have their connections; the device is the test itself. */
interface WirePlace {
    TunnelWire wire(String name, TunnelEnd end, TunnelSecurity security, int buffers, TunnelLimits limits) throws IOException;

    void close();

    /** Each on a thread of its own. */
    record OwnThreads() implements WirePlace {
        @Override
        public TunnelWire wire(String name, TunnelEnd end, TunnelSecurity security, int buffers, TunnelLimits limits) throws IOException {
            return new TunnelWire(name, end, security, buffers, WirePort.ETHERNET_PACKET_BYTES, limits, new OwnThread(name));
        }

        @Override
        public void close() {
            // A wire ends its thread.
        }
    }

    /** Each on the thread of a card of its own, which runs. */
    record Cards(List<LiveEngine> engines) implements WirePlace {
        Cards() {
            this(new ArrayList<>());
        }

        @Override
        public TunnelWire wire(String name, TunnelEnd end, TunnelSecurity security, int buffers, TunnelLimits limits) throws IOException {
            LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1);
            engines.add(engine);
            TunnelAgent agent = engine.add(name, ProcessorSpec.THIS_MACHINE, _ -> new TunnelAgent(name));
            TunnelWire wire = new TunnelWire(name, end, security, buffers, WirePort.ETHERNET_PACKET_BYTES, limits,
                agent.loop(engine, name));
            engine.start();
            return wire;
        }

        @Override
        public void close() {
            engines.forEach(LiveEngine::close);
        }
    }
}
