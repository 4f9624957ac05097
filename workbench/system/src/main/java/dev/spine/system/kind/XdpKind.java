package dev.spine.system.kind;

import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.SystemCallException;
import dev.spine.device.os.TapSettings;
import dev.spine.device.os.xdp.XdpInterface;
import dev.spine.device.os.xdp.XdpSettings;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.xdp.XdpWire;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.system.WireKind;
import dev.spine.system.WireSite;
import dev.spine.system.WireSpec;
import dev.spine.system.file.TomlSection;
import org.jspecify.annotations.Nullable;

/**
 * {@code kind = "xdp"}: one port that takes the packets of a Linux interface which is there already; live engine only. Keys:
 * {@code interface} (the wire's name when missing), {@code netns} (name or path of a network namespace; that of this process when
 * missing), {@code mode} (auto, native, generic), {@code mtu}, {@code receive-buffers}. Stateless; any thread.
 */
public final class XdpKind implements WireKind {
    /**
     * The settings of such a wire, for commands that describe a system without a file.
     *
     * @param name the wire's name
     * @param interfaceName the interface's name
     * @param namespace name or path of its namespace, null for that of this process
     * @param mode where in the kernel packets are taken
     * @param mtu largest packet behind the Ethernet header that the card takes
     * @param receiveBuffers how many packets can be outstanding
     */
    public record Spec(String name, String interfaceName, @Nullable String namespace, XdpSettings.Mode mode, int mtu,
        int receiveBuffers) implements WireSpec {
        /**
         * A wire of 1500 bytes MTU.
         *
         * @param name the wire's name
         * @param interfaceName the interface's name
         * @param namespace name or path of its namespace, null for that of this process
         */
        public Spec(String name, String interfaceName, @Nullable String namespace) {
            this(name, interfaceName, namespace, XdpSettings.Mode.AUTO, STANDARD_MTU, XdpWire.STANDARD_BUFFERS);
        }

        @Override
        public int ports() {
            return 1;
        }

        @Override
        public long portBytes() {
            return XdpWire.portBytes(mtu, receiveBuffers);
        }
    }

    private static final int STANDARD_MTU = 1500;

    /** Stateless. */
    public XdpKind() {}

    @Override
    public WireSpec read(TomlSection section) {
        String name = section.name("name");
        InterfaceKeys keys = InterfaceKeys.read(section);
        return new Spec(name, keys.name(), keys.namespace(),
            section.choice("mode", XdpSettings.Mode.class, XdpSettings.Mode.AUTO),
            (int) section.number("mtu", TapSettings.MIN_MTU, XdpInterface.MAX_MTU, STANDARD_MTU),
            (int) section.number("receive-buffers", 1, 65_536, XdpWire.STANDARD_BUFFERS));
    }

    @Override
    public Wire create(WireSpec spec, WireSite site) {
        Spec wire = (Spec) spec;
        LiveEngine engine = LiveSite.engine(site, wire.name, "an interface of Linux");
        XdpInterface device;
        try {
            NetworkNamespace space = InterfaceKeys.space(wire.namespace);
            device = XdpInterface.open(new XdpSettings(wire.interfaceName, space, wire.mode));
        } catch (SystemCallException e) {
            throw site.position().wrong("wire '" + wire.name + "': " + e.getMessage());
        }
        XdpWire made = engine.add(site.path(wire.name), site.processor(),
            agent -> new XdpWire(agent, wire.name, device, wire.mtu, wire.receiveBuffers));
        made.sleepIn(LiveSite.waitOf(engine, made));
        return made;
    }
}
