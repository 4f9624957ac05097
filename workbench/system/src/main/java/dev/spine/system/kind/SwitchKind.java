package dev.spine.system.kind;

import dev.spine.device.wire.ReceiveBuffers;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.link.SwitchWire;
import dev.spine.system.WireKind;
import dev.spine.system.WireSite;
import dev.spine.system.WireSpec;
import dev.spine.system.file.TomlSection;

/** {@code kind = "switch"}. Keys: {@code ports}, {@code receive-buffers}, {@code max-packet-bytes}. Stateless; any thread. */
public final class SwitchKind implements WireKind {
    private record Spec(String name, int ports, int receiveBuffers, int maxPacketBytes) implements WireSpec {
        @Override
        public long portBytes() {
            return ReceiveBuffers.bytes(receiveBuffers, maxPacketBytes);
        }
    }

    /** Stateless. */
    public SwitchKind() {}

    @Override
    public WireSpec read(TomlSection section) {
        return new Spec(section.name("name"), (int) section.number("ports", 2, 64, 8),
            (int) section.number("receive-buffers", 1, 65_536, 256),
            (int) section.number("max-packet-bytes", 64, 9_018, WirePort.ETHERNET_PACKET_BYTES));
    }

    @Override
    public Wire create(WireSpec spec, WireSite site) {
        Spec wire = (Spec) spec;
        return site.engine().add(site.path(wire.name), site.processor(),
            agent -> new SwitchWire(agent, wire.name, wire.ports, site.timing(), wire.receiveBuffers, wire.maxPacketBytes));
    }
}
