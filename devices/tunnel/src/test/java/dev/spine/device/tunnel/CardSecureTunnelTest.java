package dev.spine.device.tunnel;

/** The same on the threads of cards, where handshakes are computed beside. */
class CardSecureTunnelTest extends SecureTunnelTest {
    @Override
    WirePlace place() {
        return new WirePlace.Cards();
    }
}
