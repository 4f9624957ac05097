package dev.spine.device.tunnel;

import java.io.IOException;

/** The contract of wires, for a tunnel on the thread of a card. */
class CardTunnelWireTest extends TunnelWireTest {
    CardTunnelWireTest() throws IOException {
        // Its wire is made with it.
    }

    @Override
    WirePlace place() {
        return new WirePlace.Cards();
    }
}
