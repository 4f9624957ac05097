package dev.spine.perf.plan;

import dev.spine.perf.plan.RoutePlanner.End;
import dev.spine.perf.report.CardMemory;
import dev.spine.perf.report.PathReading;
import dev.spine.system.DeviceSpec;
import dev.spine.system.IopDescription;
import dev.spine.system.IopDescription.PlacedDevice;
import dev.spine.system.SystemDescription;
import dev.spine.system.SystemDescription.PlacedWire;
import dev.spine.system.kind.CaptureKind;
import dev.spine.system.kind.DiskKind;
import dev.spine.system.kind.DisplayKind;
import dev.spine.system.kind.LanKind;
import dev.spine.system.kind.RuntimeKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Makes the two cards of a workload's system like those of a described one: their frames, what their devices are, and the receive buffers
 * of their wires. Other cards and devices have no part in the transfer and are left out; what comes over the wire is the workload's.
 * Any thread.
 */
public final class FittedCards implements UnaryOperator<SystemDescription> {
    private static final String BUS_AGENT = " bus agent ";

    private final SystemDescription described;
    private final TransferKind kind;
    private final Map<String, End> ends;
    /** In the order of their numbers in the workload's system. */
    private final List<String> cards;

    /**
     * Cards to be like.
     *
     * @param described the system that they are of
     * @param kind what is moved
     * @param ends what stands in for which card of the workload's system, by that card's name
     * @param cards all cards of the workload's system, in their order
     */
    FittedCards(SystemDescription described, TransferKind kind, Map<String, End> ends, List<String> cards) {
        this.described = described;
        this.kind = kind;
        this.ends = Map.copyOf(ends);
        this.cards = List.copyOf(cards);
    }

    @Override
    public SystemDescription apply(SystemDescription workload) {
        List<IopDescription> cards = new ArrayList<>();
        List<PlacedWire> wires = new ArrayList<>(workload.wires());
        for (IopDescription card : workload.iops()) {
            End end = ends.get(card.name());
            cards.add(end == null ? card : fitted(card, end, wires));
        }
        return new SystemDescription(workload.name(), workload.profile(), workload.seed(), described.hostModel(), wires, cards,
            workload.service());
    }

    private IopDescription fitted(IopDescription card, End end, List<PlacedWire> wires) {
        List<PlacedDevice> devices = new ArrayList<>();
        for (PlacedDevice device : card.devices()) {
            PlacedDevice model = device.kind().equals(end.device().kind()) ? end.device() : first(end.iop(), device.kind());
            if (model != null) {
                devices.add(new PlacedDevice(device.kind(), fitted(device.spec(), model.spec())));
                if (device.spec() instanceof LanKind.Spec lan && model.spec() instanceof LanKind.Spec likeIt) {
                    wires.replaceAll(wire -> wire.spec().name().equals(lan.wire()) ? fitted(wire, likeIt.wire()) : wire);
                }
            }
        }
        return new IopDescription(card.name(), end.iop().frameBytes(), end.iop().hostFrames(), devices);
    }

    private static @Nullable PlacedDevice first(IopDescription iop, String kind) {
        return iop.devices().stream().filter(device -> device.kind().equals(kind)).findFirst().orElse(null);
    }

    private DeviceSpec fitted(DeviceSpec device, DeviceSpec model) {
        return switch (model) {
            case RuntimeKind.Spec runtime -> new RuntimeKind.Spec(device.name(), runtime.memoryBytes());
            // Pictures of a disk have a size of their own.
            case DisplayKind.Spec display when kind == TransferKind.VIDEO ->
                new DisplayKind.Spec(device.name(), display.width(), display.height(), display.format());
            case DiskKind.Spec disk when device instanceof DiskKind.Spec usual -> DiskKind.Spec.inMemory(usual.settings()
                .withBlockBytes(disk.settings().blockBytes()).withQueueDepth(disk.settings().queueDepth()), usual.sizeBytes());
            default -> device;
        };
    }

    private PlacedWire fitted(PlacedWire wire, String model) {
        Optional<PlacedWire> likeIt = described.wires().stream().filter(each -> each.spec().name().equals(model)).findFirst();
        if (likeIt.isEmpty() || !(wire.spec() instanceof CaptureKind.Spec capture)) {
            return wire;
        }
        return new PlacedWire(wire.kind(), new CaptureKind.Spec(capture.name(), capture.capture(),
            likeIt.get().spec().receiveBuffers(), capture.replay()), wire.faults(), wire.position());
    }

    /** {@return the name of a resource in the described system: links of a switch are those of bus agents with names} */
    public String named(String resource) {
        int busAgent = resource.lastIndexOf(BUS_AGENT);
        if (busAgent >= 0) {
            int id = Integer.parseInt(resource.substring(busAgent + BUS_AGENT.length()));
            return resource.substring(0, busAgent + 1) + (id == 0 ? PathReading.HOST : named(cards.get(id - 1)));
        }
        int space = resource.indexOf(' ');
        String card = space < 0 ? resource : resource.substring(0, space);
        End end = ends.get(card);
        return end == null ? resource : end.iop().name() + resource.substring(card.length());
    }

    /** {@return what was counted, by the names of the described system} */
    public UnitWork named(UnitWork work) {
        CardMemory memory = work.cardMemory();
        return new UnitWork(renamed(work.seconds()), renamed(work.operations()), work.payloadBytes(), work.crossings(),
            memory == null ? null : named(memory));
    }

    /** A card has what its file says, or what the machine's have. */
    private CardMemory named(CardMemory memory) {
        End end = ends.get(memory.card());
        return new CardMemory(named(memory.card()), memory.heldBytes(), end == null || !end.iop().isLimited() ? memory.hasBytes()
            : end.iop().memoryBytes());
    }

    private <V> Map<String, V> renamed(Map<String, V> byResource) {
        Map<String, V> renamed = new LinkedHashMap<>();
        byResource.forEach((resource, value) -> renamed.put(named(resource), value));
        return renamed;
    }
}
