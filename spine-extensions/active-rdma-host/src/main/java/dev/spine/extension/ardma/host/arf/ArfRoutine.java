package dev.spine.extension.ardma.host.arf;

import dev.spine.extension.ardma.host.lift.RoutineLifter;
import java.util.List;

/** The file system as a routine, for whoever calls it or has its server keep it. Any thread. */
public final class ArfRoutine {
    private static final byte[] BYTES = RoutineLifter.lift(Program.class, "run", List.of(Words.class, Lock.class, Journal.class,
        Space.class, Nodes.class, Directory.class, Paths.class, Tree.class, Contents.class, ArfLayout.class))
        .areas(1).scratch(ArfLayout.SCRATCH_BYTES).build();

    private ArfRoutine() {}

    /** {@return its binary form} */
    public static byte[] bytes() {
        return BYTES.clone();
    }
}
