package dev.spine.extension.services.shaping;

import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.router.part.ExtensionParameters;
import dev.spine.extension.services.packet.IpPrefix;
import dev.spine.extension.services.packet.PacketHeaders;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which packets belong together, and how fast they may go.
 *
 * <p>Parameters of a class {@code c}: {@code c.match}, conditions separated by commas of which all hold: {@code dscp=46}, {@code proto=17},
 * {@code src=10.0.0.0/8}, {@code dst=...}, {@code sport=53}, {@code dport=53}; nothing for every packet. {@code c.rate} in bits a second,
 * {@code c.burst} in bytes (15,000).
 */
final class TrafficClass {
    /** The most classes. */
    static final int MAX = 12;

    private final String name;
    private final TokenBucket bucket;
    private int dscp = -1;
    private int protocol = -1;
    private int sourcePort = -1;
    private int destinationPort = -1;
    private @Nullable IpPrefix source;
    private @Nullable IpPrefix destination;
    private boolean anything = true;

    private TrafficClass(ExtensionContext context, String name, int leastBurst) {
        this.name = name;
        long rate = ExtensionParameters.number(context, name + ".rate", 0, 1, TokenBucket.MAX_RATE);
        if (rate == 0) {
            throw new IllegalArgumentException("the class " + name + " needs the parameter " + name + ".rate, in bits a second");
        }
        bucket = new TokenBucket(rate, ExtensionParameters.number(context, name + ".burst", 15_000, leastBurst, TokenBucket.MAX_BURST),
            context.nowNs());
        for (String condition : ExtensionParameters.list(context, name + ".match")) {
            add(condition);
        }
    }

    /**
     * The classes of the parameter {@code classes}, in the order in which packets are compared with them.
     *
     * @param leastBurst a class whose bucket has no room for a frame would never let it go
     */
    static List<TrafficClass> read(ExtensionContext context, int leastBurst) {
        List<TrafficClass> classes = new ArrayList<>();
        for (String name : ExtensionParameters.list(context, "classes")) {
            classes.add(new TrafficClass(context, name, leastBurst));
        }
        if (classes.isEmpty() || classes.size() > MAX) {
            throw new IllegalArgumentException("the parameter classes names 1 to " + MAX + " classes, separated by commas");
        }
        return classes;
    }

    private void add(String condition) {
        anything = false;
        int equals = condition.indexOf('=');
        String value = equals < 0 ? "" : condition.substring(equals + 1).trim();
        switch (equals < 0 ? condition : condition.substring(0, equals).trim()) {
            case "dscp" -> dscp = number(value, 63);
            case "proto" -> protocol = number(value, 255);
            case "sport" -> sourcePort = number(value, 0xFFFF);
            case "dport" -> destinationPort = number(value, 0xFFFF);
            case "src" -> source = IpPrefix.parse(value);
            case "dst" -> destination = IpPrefix.parse(value);
            default -> throw new IllegalArgumentException("the class " + name + " has the condition '" + condition
                + "': write dscp, proto, src, dst, sport or dport, and a value");
        }
    }

    private int number(String text, int most) {
        int value;
        try {
            value = Integer.parseInt(text);
        } catch (NumberFormatException e) {
            value = -1;
        }
        if (value < 0 || value > most) {
            throw new IllegalArgumentException("the class " + name + " has the value '" + text + "': write a number of 0 to " + most);
        }
        return value;
    }

    String name() {
        return name;
    }

    TokenBucket bucket() {
        return bucket;
    }

    /** Whether a packet belongs to the class; only a class without conditions has packets without IP. */
    boolean has(PacketHeaders packet) {
        if (anything) {
            return true;
        }
        return packet.version() != 0 && (dscp < 0 || packet.trafficClass() >>> 2 == dscp) && (protocol < 0 || packet.protocol() == protocol)
            && (sourcePort < 0 || packet.hasPorts() && packet.sourcePort() == sourcePort)
            && (destinationPort < 0 || packet.hasPorts() && packet.destinationPort() == destinationPort)
            && (source == null || source.matches(packet.version(), packet.sourceHigh(), packet.sourceLow()))
            && (destination == null || destination.matches(packet.version(), packet.destinationHigh(), packet.destinationLow()));
    }
}
