package dev.spine.perf.route;

import dev.spine.device.os.TapDevice;
import java.util.function.Consumer;

/**
 * Keeps the MTU of a host interface within what its card can send: memory for frames is laid out when the card is made. Somebody who makes
 * it larger is told, and finds it as it was; a smaller one stays. The command's thread, but for {@link #look}.
 */
final class HostMtu {
    private final TapDevice device;
    private final int most;
    private int refused;

    /**
     * Begins with what the interface has now.
     *
     * @param device the interface, just made for its card
     */
    HostMtu(TapDevice device) {
        this.device = device;
        this.most = device.mtu();
    }

    /** Looks at it, and sets it back. On the host agent's thread, while the command's waits for that. */
    void look() {
        int now = device.mtu();
        if (most > 0 && now > most && device.setMtu(most) >= 0) {
            refused = now;
        }
    }

    /** Tells what the looks since the last time have set back. */
    void tell(Consumer<String> text) {
        if (refused > 0) {
            text.accept("the host interface " + device.name() + " had an MTU of " + refused + ", and its card and wire are made for " + most
                + ": it has " + most + " again; for more, stop this, and name mtu for the wire in a file");
            refused = 0;
        }
    }
}
