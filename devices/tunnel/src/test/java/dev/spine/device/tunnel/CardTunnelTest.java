package dev.spine.device.tunnel;

/** Tunnels on the threads of cards: what holds of tunnels holds of them. */
class CardTunnelTest extends TunnelTest {
    @Override
    WirePlace place() {
        return new WirePlace.Cards();
    }
}
