package dev.spine.system.kind;

import dev.spine.device.wire.ReceiveBuffers;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.udp.UdpWire;
import dev.spine.system.WireKind;
import dev.spine.system.WireSite;
import dev.spine.system.WireSpec;
import dev.spine.system.file.TomlSection;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * {@code kind = "udp"}: one port that receives the datagrams of a UDP socket of this machine; live engine only. Keys: {@code address}
 * (loopback when missing), {@code port}, {@code receive-buffers}. Stateless; any thread.
 */
public final class UdpKind implements WireKind {
    /**
     * The settings of a socket, for commands that describe a system without a file.
     *
     * @param name the wire's name
     * @param address where it listens
     * @param receiveBuffers how many packets can be outstanding
     */
    public record Spec(String name, InetSocketAddress address, int receiveBuffers) implements WireSpec {
        @Override
        public int ports() {
            return 1;
        }

        @Override
        public long portBytes() {
            return ReceiveBuffers.bytes(receiveBuffers, WirePort.ETHERNET_PACKET_BYTES);
        }
    }

    private static final long HARDWARE_ADDRESS = 0x02_53_50_00_00_01L;

    /** Stateless. */
    public UdpKind() {}

    @Override
    public WireSpec read(TomlSection section) {
        String host = section.text("address", "127.0.0.1");
        InetSocketAddress address = new InetSocketAddress(host, (int) section.number("port", 0, 65_535, 5004));
        if (address.isUnresolved()) {
            throw section.wrong("address", "is no address of this machine: use 127.0.0.1 or one of its own");
        }
        return new Spec(section.name("name"), address, (int) section.number("receive-buffers", 1, 65_536, 4096));
    }

    @Override
    public Wire create(WireSpec spec, WireSite site) {
        Spec wire = (Spec) spec;
        LiveSite.engine(site, wire.name, "a UDP socket");
        try {
            return new UdpWire(wire.name, wire.address, HARDWARE_ADDRESS, wire.receiveBuffers, WirePort.ETHERNET_PACKET_BYTES);
        } catch (IOException e) {
            throw site.position().wrong("wire '" + wire.name + "': UDP port " + wire.address.getPort() + " at "
                + wire.address.getHostString()
                + " cannot be opened (" + e.getMessage() + "): choose another address or port");
        }
    }
}
