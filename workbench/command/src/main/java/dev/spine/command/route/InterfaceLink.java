package dev.spine.command.route;

import dev.spine.device.os.TapDevice;
import dev.spine.iop.packet.wire.MacAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Keeps a host interface at what its card was made for: memory for frames is laid out, and the address that the card answers to is set,
 * when it is made. A larger MTU or another hardware address is set back, with a line; a smaller MTU stays. The
 * command's thread, but for {@link #look}.
 */
final class InterfaceLink {
    private final TapDevice device;
    private final int mtu;
    private final long address;
    private final List<String> news = new ArrayList<>();

    /**
     * Begins with what the interface has now.
     *
     * @param device the interface, just made for its card
     */
    InterfaceLink(TapDevice device) {
        this.device = device;
        this.mtu = device.mtu();
        this.address = device.hardwareAddress();
    }

    /** Looks at it, and sets it back. On the host agent's thread, while the command's waits for that. */
    void look() {
        int size = device.mtu();
        if (mtu > 0 && size > mtu && device.setMtu(mtu) >= 0) {
            news.add("an MTU of " + size + ", and its card and wire are made for " + mtu + ": it has " + mtu
                + " again; for more, stop this, and name mtu for the wire in a file");
        }
        long now = device.hardwareAddress();
        if (address >= 0 && now >= 0 && now != address && device.setHardwareAddress(address) >= 0) {
            news.add("the hardware address " + MacAddress.format(now) + ", and its card answers to " + MacAddress.format(address)
                + ": it has that again; for another, stop this, and name mac for the port in a file");
        }
    }

    /** Tells what the looks since the last time have set back. */
    void notify(Consumer<String> text) {
        news.forEach(had -> text.accept("the host interface " + device.name() + " had " + had));
        news.clear();
    }
}
