package dev.spine.perf.plan;

import dev.spine.perf.forward.ForwardExperiment;
import dev.spine.perf.forward.ForwardInput;
import dev.spine.perf.forward.FrameSizes;
import dev.spine.perf.move.MoveExperiment;
import dev.spine.perf.move.MoveWorkload;
import dev.spine.perf.video.VideoExperiment;
import dev.spine.system.IopDescription;
import dev.spine.system.SystemDescription;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The transfers of the workloads that are compared, with their systems. Any thread. */
public enum BuiltInTransfer {
    VIDEO(TransferKind.VIDEO, "nic/lan", "screen/display"),
    FORWARD(TransferKind.FORWARD, "in/lan", "out/lan"),
    STORE_IN(TransferKind.STORE_IN, "card/lan", "storage/disk"),
    STORE_OUT(TransferKind.STORE_OUT, "storage/disk", "card/lan"),
    SHOW(TransferKind.SHOW, "card/disk", "screen/display");

    private final TransferKind kind;
    private final String from;
    private final String to;

    BuiltInTransfer(TransferKind kind, String from, String to) {
        this.kind = kind;
        this.from = from;
        this.to = to;
    }

    /**
     * {@return the transfer of a name, if there is one}
     *
     * @param name one of {@link #names}
     */
    public static Optional<BuiltInTransfer> of(String name) {
        return Arrays.stream(values()).filter(each -> each.kind.title().equals(name)).findFirst();
    }

    /** {@return that of a kind} */
    public static BuiltInTransfer of(TransferKind kind) {
        return Arrays.stream(values()).filter(each -> each.kind == kind).findFirst().orElseThrow();
    }

    /** {@return what makes its system like a described one, of which it moves something from one end to the other} */
    public FittedCards fitted(SystemDescription described, RoutePlanner.End source, RoutePlanner.End destination, int frameBytes,
        long seed) {
        return new FittedCards(described, kind, Map.of(card(from), source, card(to), destination),
            system(frameBytes, seed).iops().stream().map(IopDescription::name).toList());
    }

    private static String card(String device) {
        return device.substring(0, device.indexOf('/'));
    }

    /** {@return the names of all} */
    public static List<String> names() {
        return Arrays.stream(values()).map(each -> each.kind.title()).toList();
    }

    /** {@return the source, {@code IOP/DEVICE}} */
    public String from() {
        return from;
    }

    /** {@return the destination, {@code IOP/DEVICE}} */
    public String to() {
        return to;
    }

    /**
     * {@return the system on which it is planned}
     *
     * @param frameBytes of packets that are forwarded, with their checksum
     * @param seed of the engine
     */
    public SystemDescription system(int frameBytes, long seed) {
        String usual = "lanai-33";
        return switch (this) {
            case VIDEO -> VideoExperiment.system(usual, seed);
            case FORWARD -> ForwardExperiment.system(usual, ForwardInput.made(List.of(FrameSizes.of(frameBytes)), 1).getFirst(), seed);
            case STORE_IN -> MoveExperiment.system(usual, MoveWorkload.STORE_IN, seed);
            case STORE_OUT -> MoveExperiment.system(usual, MoveWorkload.STORE_OUT, seed);
            case SHOW -> MoveExperiment.system(usual, MoveWorkload.SHOW, seed);
        };
    }
}
