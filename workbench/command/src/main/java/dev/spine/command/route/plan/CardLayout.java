package dev.spine.command.route.plan;

import dev.spine.extension.router.host.RouterSettings;
import dev.spine.system.IopDescription;
import dev.spine.system.NetworkService;
import dev.spine.system.SystemDescription;
import dev.spine.system.WireSpec;
import dev.spine.system.kind.LanKind;
import dev.spine.system.kind.RuntimeKind;
import java.util.ArrayList;
import java.util.List;

/** Puts a card on each wire: a network device, and a runtime with memory for the router and its table. The command's thread. */
public final class CardLayout {
    /** For the image and state of the router, beside its table and its batches, and for services that a reload adds. */
    private static final long RUNTIME_BYTES = 4 << 20;
    /** Batches to another card that it can have at a time, and batches of that card that it can hold. */
    private static final long BATCHES = 9 + 8;
    /** All cards have places on one bus of 4 GiB. */
    private static final long MAX_BATCH_BYTES = 8 << 20;
    private static final int FRAME_BYTES = 512;
    private static final int HOST_FRAMES = 256;
    /** Locally administered; the last two bytes are the card's, the two before them the process's. */
    private static final long ADDRESS = 0x02_52_00_00_00_00L;

    private final List<SystemDescription.PlacedWire> wires = new ArrayList<>();
    private final List<Card> cards = new ArrayList<>();
    private final List<RoutePlan.Port> ports = new ArrayList<>();
    private final RouterSettings settings;

    private record Card(String name, LanKind.Spec lan) {}

    public CardLayout(RouterSettings settings) {
        this.settings = settings;
    }

    /** {@return a hardware address for the next card that no other process on this machine is likely to use} */
    public long freeAddress() {
        return ADDRESS | (ProcessHandle.current().pid() & 0xFFFF) << 16 | cards.size() + 1;
    }

    /**
     * Adds a card.
     *
     * @param name of the card
     * @param kind of its wire
     * @param wire settings of its wire
     * @param label what the wire is, for people
     * @param hardwareAddress of the card
     * @param mtu largest IP packet of the wire
     */
    public void add(String name, String kind, WireSpec wire, String label, long hardwareAddress, int mtu) {
        wires.add(new SystemDescription.PlacedWire(kind, wire));
        cards.add(new Card(name, new LanKind.Spec(RoutePlan.LAN, wire.name(), hardwareAddress)));
        ports.add(new RoutePlan.Port(name, RoutePlan.LAN, RoutePlan.RUNTIME, wire.name(), label, hardwareAddress, mtu));
    }

    /** {@return names of all cards, in the order of the ports} */
    public List<String> names() {
        return cards.stream().map(Card::name).toList();
    }

    /** {@return the plan of a router of all cards, with room for its services} */
    public RoutePlan plan(RoutePlan.Source source, List<NetworkService> services) {
        List<IopDescription> iops = cards.stream().map(card -> new IopDescription(card.name, FRAME_BYTES, HOST_FRAMES, List.of(
            new IopDescription.PlacedDevice("lan", card.lan),
            new IopDescription.PlacedDevice("runtime", new RuntimeKind.Spec(RoutePlan.RUNTIME, bytes(card, services)))))).toList();
        return new RoutePlan(new SystemDescription("router", "none", 1, wires, iops), ports, settings, source, services);
    }

    private long bytes(Card card, List<NetworkService> services) {
        return RUNTIME_BYTES + settings.tableBytes() + batchBytes(cards.size(), settings)
            + services.stream().filter(service -> service.isOn(card.name)).mapToLong(NetworkService::memoryBytes).sum();
    }

    /** {@return bytes of a card's memory for batches to all others of a router} */
    static long batchBytes(int ports, RouterSettings settings) {
        return Math.min(MAX_BATCH_BYTES, Math.max(ports - 1, 1) * BATCHES * settings.batchBytes());
    }
}
