package dev.spine.command.route.plan;

import static com.google.common.base.Preconditions.checkArgument;

import dev.spine.device.os.TapSettings;
import dev.spine.device.wire.capture.CaptureException;
import dev.spine.extension.router.RouterProtocol;
import dev.spine.extension.router.host.InterfaceAddress;
import dev.spine.extension.router.host.NextHop;
import dev.spine.extension.router.host.RouterSettings;
import dev.spine.extension.router.host.address.Prefix;
import dev.spine.iop.packet.wire.Address;
import dev.spine.system.NetworkService;
import dev.spine.system.NetworkServiceFile;
import dev.spine.system.WireSpec;
import dev.spine.system.file.SystemFileException;
import dev.spine.system.file.TomlFile;
import dev.spine.system.file.TomlSection;
import dev.spine.system.kind.CaptureKind;
import dev.spine.system.kind.LinkKind;
import dev.spine.system.kind.TapKind;
import dev.spine.system.kind.XdpKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A router as a TOML file describes it: ports with their wires and addresses, neighbours and routes. docs/routing.md is its reference.
 * The command's thread.
 */
public final class StaticTable {
    /** Begins the names of wires, which are in one list with those of cards. */
    private static final String WIRE = "wire-";
    private static final int CAPTURE_BUFFERS = 1_024;
    private static final int ETHERNET_MTU = 1_500;
    private static final int MIN_MTU = 68;
    private static final long MAC_MAX = 0xFFFF_FFFF_FFFFL;

    /** The router that is shown when nothing is named: the bundled colour bars come in by one port and leave by another. */
    static final String DEMONSTRATION = """
        [[port]]
        name = "in"
        capture = "bars"
        mac = "02:00:00:00:00:02"
        addresses = "10.0.0.1/24, 2001:db8::1/64"

        [[port]]
        name = "out"
        addresses = "10.0.1.1/24, 2001:db8:1::1/64"

        [[neighbour]]
        port = "out"
        address = "10.0.1.2"
        mac = "02:00:00:00:00:99"

        [[route]]
        prefix = "192.0.2.0/24"
        via = "10.0.1.2"
        port = "out"
        """;

    private final CardLayout layout;
    private final List<List<InterfaceAddress>> addresses = new ArrayList<>();
    private final Map<String, Integer> numbers = new LinkedHashMap<>();

    private StaticTable(RouterSettings settings) {
        this.layout = new CardLayout(settings);
    }

    /**
     * Reads a router.
     *
     * @param name of the file, for errors
     * @param text the text
     * @param settings of the cards' routers, of so many
     * @return the plan
     * @throws SystemFileException for what is wrong, with line and column
     */
    public static RoutePlan read(String name, String text, IntFunction<RouterSettings> settings) {
        return read(name, text, settings, List.of());
    }

    /**
     * {@return the plan of the demonstration}
     *
     * @param settings of the cards' routers
     * @param services beside them, on cards of these names
     */
    public static RoutePlan demonstration(RouterSettings settings, Function<List<String>, List<NetworkService>> services) {
        return read("demonstration", DEMONSTRATION, _ -> settings, services.apply(List.of("in", "out")));
    }

    private static RoutePlan read(String name, String text, IntFunction<RouterSettings> settings, List<NetworkService> others) {
        TomlSection root = TomlFile.parse(name, text);
        List<TomlSection> ports = root.sections("port");
        if (ports.isEmpty()) {
            throw root.wrong("a router needs ports: describe each in a [[port]]");
        }
        StaticTable table = new StaticTable(settings.apply(ports.size()));
        ports.forEach(table::port);
        List<RoutePlan.FixedNeighbour> neighbours = root.sections("neighbour").stream().map(table::neighbour).toList();
        Map<Prefix, NextHop> routes = new LinkedHashMap<>();
        for (TomlSection section : root.sections("route")) {
            Prefix prefix = value(section, "prefix", Prefix::parse);
            if (routes.put(prefix, table.route(section)) != null) {
                throw section.wrong("prefix", "has a route already: leave one out");
            }
        }
        List<NetworkService> services = new ArrayList<>(NetworkServiceFile.read(root, table.layout.names()));
        services.addAll(others);
        root.finish();
        return table.layout.plan(new RoutePlan.Fixed(table.addresses, neighbours, routes), services);
    }

    private static <T> T value(TomlSection section, String key, Function<String, T> parse) {
        String text = section.text(key);
        try {
            return parse.apply(text);
        } catch (IllegalArgumentException e) {
            throw section.wrong(key, "cannot be used: " + e.getMessage());
        }
    }

    private void port(TomlSection section) {
        String name = section.name("name");
        if (numbers.put(name, numbers.size() + 1) != null) {
            throw section.wrong("name", "is another port's, too: give each its own");
        }
        if (numbers.size() > RouterProtocol.MAX_PORTS) {
            throw section.wrong("a router has at most " + RouterProtocol.MAX_PORTS + " ports: leave the others out");
        }
        long mac = section.has("mac") ? mac(section) : layout.freeAddress();
        int mtu = (int) section.number("mtu", MIN_MTU, 16_000, ETHERNET_MTU);
        if (section.has("capture") && (section.has("tap") || section.has("xdp"))) {
            throw section.wrong("capture", "and tap or xdp exclude each other: keep one");
        }
        if (section.has("tap") && section.has("xdp")) {
            throw section.wrong("xdp", "and tap exclude each other: keep one");
        }
        if (section.has("xdp")) {
            String netns = section.has("netns") ? section.text("netns") : null;
            String xdp = interfaceName(section, "xdp");
            layout.add(name, "xdp", new XdpKind.Spec(WIRE + name, xdp, netns), label("xdp", xdp, netns), mac, mtu);
        } else if (section.has("tap")) {
            String netns = section.has("netns") ? section.text("netns") : null;
            String tap = interfaceName(section, "tap");
            TapSettings.Offload offload = section.choice("offload", TapSettings.Offload.class, TapSettings.Offload.SEGMENTS);
            layout.add(name, "tap", new TapKind.Spec(WIRE + name, tap, netns, offload), label("tap", tap, netns), mac, mtu);
        } else if (section.has("capture")) {
            layout.add(name, "capture", capture(section, WIRE + name), "capture " + section.text("capture"), mac, mtu);
        } else {
            // A wire on which nobody is.
            layout.add(name, "link", nobody(WIRE + name), "no wire", mac, mtu);
        }
        List<InterfaceAddress> own = new ArrayList<>();
        if (section.has("addresses")) {
            for (String each : List.of(section.text("addresses").split("\\s*,\\s*", -1))) {
                try {
                    own.add(InterfaceAddress.parse(each));
                } catch (IllegalArgumentException e) {
                    throw section.wrong("addresses", "cannot be used: " + e.getMessage());
                }
            }
        }
        addresses.add(own);
        section.finish();
    }

    /** {@return what a wire that ends in an interface of Linux is, for people} */
    public static String label(String kind, String name, @Nullable String namespace) {
        return kind + " " + name + (namespace == null ? "" : "@" + namespace);
    }

    private static String interfaceName(TomlSection section, String key) {
        String name = section.text(key);
        String wrong = TapSettings.wrongName(name);
        if (wrong != null) {
            throw section.wrong(key, "\"" + name + "\" " + wrong);
        }
        return name;
    }

    private static WireSpec nobody(String name) {
        return new LinkKind().read(TomlFile.parse("built-in wire", "name = \"" + name + "\""));
    }

    private static WireSpec capture(TomlSection section, String name) {
        try {
            return new CaptureKind.Spec(name, CaptureKind.open(section.text("capture")), CAPTURE_BUFFERS,
                section.choice("replay", CaptureKind.Replay.class, CaptureKind.Replay.RECORDED));
        } catch (CaptureException e) {
            throw section.wrong("capture", "cannot be used: " + e.getMessage());
        }
    }

    private static long mac(TomlSection section) {
        return value(section, "mac", text -> {
            String digits = text.replace(":", "");
            checkArgument(digits.matches("[0-9a-fA-F]{12}"), "it must be six bytes in hexadecimal, for example \"02:53:50:4e:00:01\"");
            return Long.parseLong(digits, 16) & MAC_MAX;
        });
    }

    private int portOf(TomlSection section) {
        String name = section.text("port");
        Integer number = numbers.get(name);
        if (number == null) {
            throw section.wrong("port", "\"" + name + "\" is no port; there are " + String.join(", ", numbers.keySet()));
        }
        return number;
    }

    private RoutePlan.FixedNeighbour neighbour(TomlSection section) {
        RoutePlan.FixedNeighbour neighbour = new RoutePlan.FixedNeighbour(portOf(section), value(section, "address", Address::parse),
            mac(section));
        section.finish();
        return neighbour;
    }

    private NextHop route(TomlSection section) {
        NextHop hop;
        if (section.has("type")) {
            String type = section.text("type");
            hop = switch (type.toLowerCase(Locale.ROOT)) {
                case "blackhole" -> new NextHop.Blackhole();
                case "unreachable" -> new NextHop.Unreachable();
                case "prohibit" -> new NextHop.Prohibited();
                case "host" -> new NextHop.ToHost();
                default -> throw section.wrong("type", "must be blackhole, unreachable, prohibit or host");
            };
        } else {
            int port = portOf(section);
            hop = section.has("via") ? new NextHop.Via(port, value(section, "via", Address::parse)) : new NextHop.OnLink(port);
        }
        section.finish();
        return hop;
    }
}
