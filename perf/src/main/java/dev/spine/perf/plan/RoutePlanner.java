package dev.spine.perf.plan;

import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.video.VideoExtension;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.BusAgent;
import dev.spine.peer.PeerConnection;
import dev.spine.peer.plan.Conditions;
import dev.spine.peer.plan.DataLocation;
import dev.spine.peer.plan.TransferPlan;
import dev.spine.peer.plan.TransferRoute;
import dev.spine.perf.move.MoveExperiment;
import dev.spine.system.IopDescription;
import dev.spine.system.IopDescription.PlacedDevice;
import dev.spine.system.SystemDescription;
import dev.spine.system.kind.DiskKind;
import dev.spine.system.kind.DisplayKind;
import dev.spine.system.kind.RuntimeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Weighs the routes between two devices of a described system, of which nothing is built. Any thread. */
public final class RoutePlanner {
    private static final String RUNTIME = "runtime";

    private final SystemDescription system;

    /**
     * Plans on a system, which does not run.
     *
     * @param system described
     */
    public RoutePlanner(SystemDescription system) {
        this.system = system;
    }

    /**
     * A route.
     *
     * @param path which carries it, as in records
     * @param route the way
     * @param possible whether it can be taken
     * @param reason why, or why not
     * @param hops the bus agents that bytes are in one after the other
     */
    public record Route(String path, TransferRoute route, boolean possible, String reason, List<String> hops) {
        /** {@return the same, which turns out to be impossible} */
        public Route impossible(String why) {
            return new Route(path, route, false, why, hops);
        }
    }

    /**
     * A device and where it is.
     *
     * @param iop the card
     * @param device on it
     */
    public record End(IopDescription iop, PlacedDevice device) {
        String name() {
            return iop.name() + "/" + device.spec().name();
        }
    }

    /**
     * What is to be moved from where to where.
     *
     * @param kind of the transfer
     * @param source where the bytes are
     * @param destination where they go
     * @param routes the best first
     */
    public record Routes(TransferKind kind, End source, End destination, List<Route> routes) {
        /** {@return the source, {@code IOP/DEVICE}} */
        public String from() {
            return source.name();
        }

        /** {@return the destination, {@code IOP/DEVICE}} */
        public String to() {
            return destination.name();
        }
    }

    /**
     * Weighs all routes.
     *
     * @param from the source, {@code IOP/DEVICE}
     * @param to the destination
     * @throws PlanException when one of them is not there, or nothing goes from such a device to such a one
     */
    public Routes between(String from, String to) throws PlanException {
        End source = end(from);
        End destination = end(to);
        if (source.equals(destination)) {
            throw new PlanException(from + " is both ends: name two devices");
        }
        TransferKind kind = TransferKind.of(source.device().kind(), destination.device().kind());
        if (kind == null) {
            throw new PlanException("nothing goes from a " + source.device().kind() + " to a " + destination.device().kind() + ": "
                + TransferKind.known());
        }
        if (source.iop().equals(destination.iop())) {
            throw new PlanException(from + " and " + to + " are on one card: a plan is of a transfer from card to card");
        }
        String memory = againstMemory(source.iop());
        memory = memory == null ? againstMemory(destination.iop()) : memory;
        memory = memory == null ? againstBlocks(kind, source, destination) : memory;
        List<Route> routes = new ArrayList<>();
        routes.add(direct(kind, source, destination, memory));
        routes.add(pulled(kind, source, destination, memory));
        List<String> hops = List.of(source.name(), "memory of the host", destination.name());
        routes.add(memory == null ? new Route("host", TransferRoute.THROUGH_HOST_MEMORY, true, "the host reaches every device", hops)
            : new Route("host", TransferRoute.THROUGH_HOST_MEMORY, false, memory, hops));
        return new Routes(kind, source, destination, routes);
    }

    private End end(String written) throws PlanException {
        int slash = written.indexOf('/');
        List<String> names = new ArrayList<>();
        for (IopDescription iop : system.iops()) {
            for (PlacedDevice device : iop.devices()) {
                String name = iop.name() + "/" + device.spec().name();
                if (name.equals(written)) {
                    return new End(iop, device);
                }
                if (TransferKind.isEnd(device.kind())) {
                    names.add(name);
                }
            }
        }
        throw new PlanException((slash < 0 ? "'" + written + "' names no device: write IOP/DEVICE; there are "
            : "there is no '" + written + "': there are ") + String.join(", ", names));
    }

    /** An extension on a card writes into what the other card grants it. */
    private Route direct(TransferKind kind, End source, End destination, @Nullable String memory) {
        List<String> hops = List.of(source.name(), destination.name());
        List<End> needed = kind.runtimeOn() == TransferKind.Side.BOTH ? List.of(source, destination)
            : List.of(kind.runtimeOn() == TransferKind.Side.SOURCE ? source : destination);
        String against = memory;
        for (End end : needed) {
            if (against == null) {
                against = againstExtension(kind, end.iop());
            }
        }
        if (against != null) {
            return new Route("spine", TransferRoute.DEVICE_TO_DEVICE, false, against, hops);
        }
        TransferPlan.Option option = weigh(kind, source, destination, Conditions.Grant.HELD, Conditions.SourceCard.CONVERTS)
            .option(TransferRoute.DEVICE_TO_DEVICE);
        String reason = "an extension on " + needed.getFirst().iop().name() + " asks "
            + (needed.getFirst().equals(source) ? destination : source).iop().name() + " for a grant";
        return new Route("spine", TransferRoute.DEVICE_TO_DEVICE, option.possible(), option.possible() ? reason : option.reason(), hops);
    }

    private Route pulled(TransferKind kind, End source, End destination, @Nullable String memory) {
        List<String> hops = List.of(source.name(), destination.name());
        End owner = kind.moduleOn() == TransferKind.Side.DESTINATION ? destination : source;
        String against = memory;
        if (against == null && !has(owner.iop(), kind.module())) {
            against = missing(owner.iop(), kind.module(), "which tells the other card by messages where the bytes are");
        }
        if (against != null) {
            return new Route("i2o", TransferRoute.PEER_MESSAGE_AND_PULL, false, against, hops);
        }
        TransferPlan.Option option = weigh(kind, source, destination, Conditions.Grant.NOT_ASKED, Conditions.SourceCard.MOVES)
            .option(TransferRoute.PEER_MESSAGE_AND_PULL);
        return new Route("i2o", TransferRoute.PEER_MESSAGE_AND_PULL, option.possible(), option.possible() ? "the " + kind.module() + " on "
            + owner.iop().name() + " connects to " + (owner.equals(source) ? destination : source).iop().name() : option.reason(), hops);
    }

    private TransferPlan weigh(TransferKind kind, End source, End destination, Conditions.Grant grant, Conditions.SourceCard card) {
        DataLocation from = new DataLocation(new BusAgent(system.iops().indexOf(source.iop()) + 1, source.iop().name()),
            source.device().spec().name(), format(kind, source));
        DataLocation to = new DataLocation(new BusAgent(system.iops().indexOf(destination.iop()) + 1, destination.iop().name()),
            destination.device().spec().name(), format(kind, destination));
        return TransferPlan.between(from, to, new Conditions(PeerConnection.State.OPEN, grant, Access.READ, card));
    }

    /** Of video, whose packets are all of one format; other bytes are moved as they are. */
    private static String format(TransferKind kind, End end) {
        if (kind != TransferKind.VIDEO) {
            return "";
        }
        return (end.device().spec() instanceof DisplayKind.Spec display ? display.format() : PlannedWorkloads.VIDEO_FORMAT).name();
    }

    /** What comes in a packet fills blocks. */
    private static @Nullable String againstBlocks(TransferKind kind, End source, End destination) {
        if (kind != TransferKind.STORE_IN && kind != TransferKind.STORE_OUT) {
            return null;
        }
        End disk = kind == TransferKind.STORE_IN ? destination : source;
        return disk.device().spec() instanceof DiskKind.Spec spec && spec.settings().blockBytes() > MoveExperiment.PACKET_DATA
            ? String.format(Locale.ROOT, "no way: %s has blocks of %,d bytes, and a packet carries %,d", disk.name(),
                spec.settings().blockBytes(), MoveExperiment.PACKET_DATA) : null;
    }

    private static boolean has(IopDescription iop, String kind) {
        return iop.devices().stream().anyMatch(device -> device.kind().equals(kind));
    }

    private static String missing(IopDescription iop, String kind, String what) {
        return "no way: IOP " + iop.name() + " has no device of kind '" + kind + "', " + what;
    }

    private static @Nullable String againstExtension(TransferKind kind, IopDescription iop) {
        for (PlacedDevice device : iop.devices()) {
            if (device.spec() instanceof RuntimeKind.Spec runtime) {
                long image = kind == TransferKind.VIDEO ? PackagedExtension.image("video", VideoExtension.class).length : 0;
                return runtime.memoryBytes() > image ? null : String.format(Locale.ROOT,
                    "no memory: the runtime on IOP %s has %,d bytes, and the extension's image alone has %,d", iop.name(),
                    runtime.memoryBytes(), image);
            }
        }
        return missing(iop, RUNTIME, "which extensions run on");
    }

    /** A card whose memory the file limits must hold its frames and what its devices need. */
    private static @Nullable String againstMemory(IopDescription iop) {
        if (iop.memoryBytes() == IopDescription.AS_NEEDED) {
            return null;
        }
        long needed = needed(iop);
        return needed <= iop.memoryBytes() ? null : String.format(Locale.ROOT,
            "no memory: IOP %s has %,d bytes, and its frames and devices need %,d", iop.name(), iop.memoryBytes(), needed);
    }

    /** {@return bytes of a card's memory that its frames and devices need} */
    static long needed(IopDescription iop) {
        return (long) iop.frameBytes() * iop.hostFrames() + iop.devices().stream().mapToLong(device -> device.spec().memoryBytes()).sum();
    }
}
