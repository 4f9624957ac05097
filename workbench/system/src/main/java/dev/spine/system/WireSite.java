package dev.spine.system;

import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.WireTiming;
import dev.spine.system.file.FilePosition;

/**
 * Where a wire is made.
 *
 * @param engine runs the wire's agent, if it has one
 * @param node path of the node, for example {@code "node0"}
 * @param timing how long frames take; immediate on the live engine
 * @param position where the wire is described, for errors
 */
public record WireSite(Engine engine, String node, WireTiming timing, FilePosition position) {
    /** {@return the processor of a wire's agent: a wire computes nothing that costs} */
    public ProcessorSpec processor() {
        return ProcessorSpec.THIS_MACHINE;
    }

    /**
     * {@return the path of a wire's agent}
     *
     * @param wire the wire's name
     */
    public String path(String wire) {
        return node + "/" + wire;
    }
}
