package dev.spine.system.kind;

import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.SystemCallException;
import dev.spine.device.os.TapDevice;
import dev.spine.device.os.TapSettings;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.tap.TapWire;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.system.WireKind;
import dev.spine.system.WireSite;
import dev.spine.system.WireSpec;
import dev.spine.system.file.TomlSection;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * {@code kind = "tap"}: one port whose far end is a TAP interface of this machine; live engine only. Keys: {@code interface} (the wire's
 * name when missing), {@code netns} (name or path of a network namespace; that of this process when missing), {@code mtu},
 * {@code address} (of the interface), {@code state} (UP, AS_IT_IS, or LATER: no interface until
 * somebody attaches one), {@code offload} (NONE, SEGMENTS), {@code receive-buffers}. Stateless; any thread.
 */
public final class TapKind implements WireKind {
    /**
     * The settings of a TAP interface, for commands that describe a system without a file.
     *
     * @param name the wire's name
     * @param interfaceName the interface's name
     * @param namespace name or path of its namespace, null for that of this process
     * @param mtu largest packet behind the Ethernet header
     * @param hardwareAddress of the interface, or empty for one that Linux chooses
     * @param offload what Linux may leave undone
     * @param start whether the interface is set up
     * @param receiveBuffers how many packets can be outstanding
     */
    public record Spec(String name, String interfaceName, @Nullable String namespace, int mtu, OptionalLong hardwareAddress,
        TapSettings.Offload offload, TapSettings.Start start, int receiveBuffers) implements WireSpec {
        /**
         * A wire of 1500 bytes MTU.
         *
         * @param name the wire's name
         * @param interfaceName the interface's name
         * @param namespace name or path of its namespace, null for that of this process
         * @param offload what Linux may leave undone
         */
        public Spec(String name, String interfaceName, @Nullable String namespace, TapSettings.Offload offload) {
            this(name, interfaceName, namespace, offload, TapSettings.Start.UP);
        }

        private Spec(String name, String interfaceName, @Nullable String namespace, TapSettings.Offload offload,
            TapSettings.Start start) {
            this(name, interfaceName, namespace, STANDARD_MTU, OptionalLong.empty(), offload, start,
                offload == TapSettings.Offload.SEGMENTS ? BUFFERS_OF_SEGMENTS : TapWire.STANDARD_BUFFERS);
        }

        /**
         * {@return a wire of 1500 bytes MTU without an interface, which it gets while the system runs: {@link TapWire#attach}}
         *
         * @param name the wire's name
         * @param port what it is called while it has none
         * @param offload what Linux may leave undone
         */
        public static Spec later(String name, String port, TapSettings.Offload offload) {
            return new Spec(name, port, null, offload, TapSettings.Start.LATER);
        }

        @Override
        public int ports() {
            return 1;
        }

        @Override
        public long portBytes() {
            return TapWire.portBytes(settings(NetworkNamespace.OWN), receiveBuffers);
        }

        @Override
        public boolean leavesWorkUndone() {
            return offload == TapSettings.Offload.SEGMENTS;
        }

        private TapSettings settings(NetworkNamespace space) {
            return new TapSettings(interfaceName, space, OptionalInt.of(mtu), hardwareAddress, offload, start);
        }
    }

    private static final int STANDARD_MTU = 1500;
    /** Each has room for a super-packet: 16 MiB together. What waits beyond them waits in the interface's own queue. */
    private static final int BUFFERS_OF_SEGMENTS = 256;
    /** A frame of this MTU fits the transmit memory of a card. */
    private static final int MAX_MTU = 16_000;

    /** Stateless. */
    public TapKind() {}

    @Override
    public WireSpec read(TomlSection section) {
        String name = section.name("name");
        TapSettings.Start start = section.choice("state", TapSettings.Start.class, TapSettings.Start.UP);
        for (String key : new String[] {"interface", "netns"}) {
            if (start == TapSettings.Start.LATER && section.has(key)) {
                throw section.wrong(key, "is said when the interface comes: leave it out with state \"later\"");
            }
        }
        InterfaceKeys keys = InterfaceKeys.read(section);
        OptionalLong address = section.has("address") ? OptionalLong.of(HardwareAddress.read(section, "address")) : OptionalLong.empty();
        return new Spec(name, keys.name(), keys.namespace(),
            (int) section.number("mtu", TapSettings.MIN_MTU, MAX_MTU, STANDARD_MTU), address,
            section.choice("offload", TapSettings.Offload.class, TapSettings.Offload.NONE),
            start,
            (int) section.number("receive-buffers", 1, 65_536, TapWire.STANDARD_BUFFERS));
    }

    @Override
    public Wire create(WireSpec spec, WireSite site) {
        Spec wire = (Spec) spec;
        LiveEngine engine = LiveSite.engine(site, wire.name, "a TAP interface");
        TapDevice device;
        try {
            NetworkNamespace space = InterfaceKeys.space(wire.namespace);
            device = TapDevice.open(wire.settings(space));
        } catch (SystemCallException e) {
            throw site.position().wrong("wire '" + wire.name + "': " + e.getMessage());
        }
        TapWire made = engine.add(site.path(wire.name), site.processor(),
            agent -> new TapWire(agent, wire.name, device, wire.receiveBuffers));
        made.sleepIn(LiveSite.waitOf(engine, made));
        return made;
    }
}
