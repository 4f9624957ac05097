package dev.spine.system.kind;

import dev.spine.device.wire.ReceiveBuffers;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.link.LinkWire;
import dev.spine.system.WireKind;
import dev.spine.system.WireSite;
import dev.spine.system.WireSpec;
import dev.spine.system.file.TomlSection;

/** {@code kind = "link"}: two ports. Keys: {@code receive-buffers}, {@code max-packet-bytes}. Stateless; any thread. */
public final class LinkKind implements WireKind {
    private record Spec(String name, int receiveBuffers, int maxPacketBytes) implements WireSpec {
        @Override
        public int ports() {
            return 2;
        }

        @Override
        public long portBytes() {
            return ReceiveBuffers.bytes(receiveBuffers, maxPacketBytes);
        }
    }

    /** Stateless. */
    public LinkKind() {}

    @Override
    public WireSpec read(TomlSection section) {
        return new Spec(section.name("name"), (int) section.number("receive-buffers", 1, 65_536, 256),
            (int) section.number("max-packet-bytes", 64, 9_018, WirePort.ETHERNET_PACKET_BYTES));
    }

    @Override
    public Wire create(WireSpec spec, WireSite site) {
        Spec link = (Spec) spec;
        return new LinkWire(link.name, site.timing(), link.receiveBuffers, link.maxPacketBytes);
    }
}
