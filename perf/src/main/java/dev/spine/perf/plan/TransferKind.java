package dev.spine.perf.plan;

import dev.spine.perf.move.MoveWorkload;
import dev.spine.system.SystemDescription;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What can go from which kind of device to which, and what each route needs on the cards. Any thread. */
public enum TransferKind {
    /** Packets of video from a network card to a window. */
    VIDEO("video", "lan", "display", Side.SOURCE, "forwarder", Side.SOURCE),
    /** Packets from one network card to another. */
    FORWARD("forward", "lan", "lan", Side.BOTH, "bridge", Side.SOURCE),
    /** Packets from the network to a disk. */
    STORE_IN("store-in", "lan", "disk", Side.SOURCE, "mover", Side.SOURCE),
    /** Blocks of a disk to the network. */
    STORE_OUT("store-out", "disk", "lan", Side.DESTINATION, "mover", Side.DESTINATION),
    /** Pictures of a disk to a screen. */
    SHOW("show", "disk", "display", Side.SOURCE, "mover", Side.SOURCE);

    /** Which cards something has to be on. */
    enum Side { SOURCE, DESTINATION, BOTH }

    private final String title;
    private final String source;
    private final String destination;
    private final Side runtimeOn;
    private final String module;
    private final Side moduleOn;

    TransferKind(String title, String source, String destination, Side runtimeOn, String module, Side moduleOn) {
        this.title = title;
        this.source = source;
        this.destination = destination;
        this.runtimeOn = runtimeOn;
        this.module = module;
        this.moduleOn = moduleOn;
    }

    /** {@return what goes from one kind of device to another; null when nothing does} */
    static @Nullable TransferKind of(String source, String destination) {
        return Arrays.stream(values()).filter(kind -> kind.source.equals(source) && kind.destination.equals(destination)).findFirst()
            .orElse(null);
    }

    /** {@return what there is, for people} */
    static String known() {
        return Arrays.stream(values()).map(kind -> kind.source + " to " + kind.destination).collect(Collectors.joining(", "));
    }

    /** {@return whether a device of a kind can be an end of a transfer} */
    static boolean isEnd(String device) {
        return Arrays.stream(values()).anyMatch(kind -> kind.source.equals(device) || kind.destination.equals(device));
    }

    /** {@return its name for people} */
    public String title() {
        return title;
    }

    /** {@return what is counted} */
    public String unit() {
        return this == VIDEO || this == FORWARD ? "packet" : "chunk";
    }

    Side runtimeOn() {
        return runtimeOn;
    }

    String module() {
        return module;
    }

    Side moduleOn() {
        return moduleOn;
    }

    /** {@return what is run to count the work of a unit on a system that is fitted like another one} */
    public PlannedWorkload workload(int frameBytes, long seed, UnaryOperator<SystemDescription> fitting) {
        return switch (this) {
            case VIDEO -> PlannedWorkloads.video(seed, fitting);
            case FORWARD -> PlannedWorkloads.forward(frameBytes, seed, fitting);
            case STORE_IN -> PlannedWorkloads.move(MoveWorkload.STORE_IN, seed, fitting);
            case STORE_OUT -> PlannedWorkloads.move(MoveWorkload.STORE_OUT, seed, fitting);
            case SHOW -> PlannedWorkloads.move(MoveWorkload.SHOW, seed, fitting);
        };
    }
}
