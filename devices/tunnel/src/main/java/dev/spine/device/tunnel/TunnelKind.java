package dev.spine.device.tunnel;

import com.google.common.net.HostAndPort;
import dev.spine.device.wire.ReceiveBuffers;
import dev.spine.device.wire.Wire;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.system.WireKind;
import dev.spine.system.WireSite;
import dev.spine.system.WireSpec;
import dev.spine.system.file.TomlSection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * {@code kind = "tunnel"}: one port whose far ends are other processes; live engine only. Keys: {@code listen} or {@code connect}, each
 * {@code "HOST:PORT"}; {@code security} (PLAIN, TLS), with TLS also {@code certificate}, {@code key} and {@code authorities}, files in PEM;
 * {@code receive-buffers}, {@code max-packet-bytes}. Stateless; any thread.
 */
final class TunnelKind implements WireKind {
    /** A long frame costs hardly more than a short one: nothing that lies between the ends of a tunnel needs short ones. */
    private static final int LONGEST = 9_018;

    private enum Security { PLAIN, TLS }

    private record Spec(String name, TunnelEnd end, TunnelSecurity security, int receiveBuffers, int maxPacketBytes) implements WireSpec {
        @Override
        public int ports() {
            return 1;
        }

        @Override
        public long portBytes() {
            return ReceiveBuffers.bytes(receiveBuffers, maxPacketBytes);
        }
    }

    @Override
    public WireSpec read(TomlSection section) {
        if (section.has("listen") == section.has("connect")) {
            throw section.wrong("a tunnel has one of listen = \"ADDRESS:PORT\" and connect = \"HOST:PORT\"");
        }
        TunnelEnd end = section.has("listen") ? listen(section) : connect(section);
        return new Spec(section.name("name"), end, security(section, end),
            (int) section.number("receive-buffers", 1, 65_536, 1024),
            (int) section.number("max-packet-bytes", 64, LONGEST, LONGEST));
    }

    private static HostAndPort place(TomlSection section, String key) {
        try {
            HostAndPort place = HostAndPort.fromString(section.text(key));
            if (place.hasPort() && !place.getHost().isEmpty()) {
                return place;
            }
        } catch (IllegalArgumentException e) {
            // The answer is the same.
        }
        throw section.wrong(key, "is no place: write \"HOST:PORT\", as \"127.0.0.1:7000\"");
    }

    private static TunnelEnd listen(TomlSection section) {
        HostAndPort place = place(section, "listen");
        InetSocketAddress address = new InetSocketAddress(place.getHost(), place.getPort());
        if (address.isUnresolved()) {
            throw section.wrong("listen", "is no address of this machine: use 127.0.0.1 or one of its own");
        }
        return new TunnelEnd.Listen(address);
    }

    private static TunnelEnd connect(TomlSection section) {
        HostAndPort place = place(section, "connect");
        if (place.getPort() == 0) {
            throw section.wrong("connect", "has port 0: write that of the tunnel that listens");
        }
        return new TunnelEnd.Connect(place.getHost(), place.getPort());
    }

    private static boolean isLoopback(TunnelEnd end) {
        InetSocketAddress place = switch (end) {
            case TunnelEnd.Listen listen -> listen.address();
            case TunnelEnd.Connect to -> new InetSocketAddress(to.host(), to.port());
        };
        InetAddress address = place.getAddress();
        return address != null && address.isLoopbackAddress();
    }

    private static TunnelSecurity security(TomlSection section, TunnelEnd end) {
        if (!section.has("security") && !isLoopback(end)) {
            throw section.wrong("a tunnel that leaves this machine says security = \"tls\", or \"plain\" where every machine of the network"
                + " is trusted");
        }
        if (section.choice("security", Security.class, Security.PLAIN) == Security.PLAIN) {
            for (String key : new String[] {"certificate", "key", "authorities"}) {
                if (section.has(key)) {
                    throw section.wrong(key, "is for security = \"tls\"");
                }
            }
            return TunnelSecurity.PLAIN;
        }
        try {
            return TunnelSecurity.certificates(section.file("certificate"), section.file("key"), section.file("authorities"));
        } catch (IOException e) {
            throw section.wrong(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public Wire create(WireSpec spec, WireSite site) {
        Spec wire = (Spec) spec;
        if (!(site.engine() instanceof LiveEngine engine)) {
            throw site.position().wrong("wire '" + wire.name + "' is a tunnel and lives on the wall clock, not in virtual time: use the"
                + " live engine, or a link or a switch");
        }
        try {
            String path = site.path(wire.name);
            TunnelAgent agent = engine.add(path, site.processor(), _ -> new TunnelAgent(path));
            return new TunnelWire(wire.name, wire.end, wire.security, wire.receiveBuffers, wire.maxPacketBytes, TunnelLimits.STANDARD,
                agent.loop(engine, wire.name));
        } catch (IOException e) {
            Throwable cause = e.getCause();
            throw site.position().wrong("wire '" + wire.name + "': nothing can listen at its address ("
                + (cause == null ? e : cause).getMessage() + "): choose another address or port");
        }
    }
}
