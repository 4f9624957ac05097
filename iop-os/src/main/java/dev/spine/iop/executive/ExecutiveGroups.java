package dev.spine.iop.executive;

import dev.spine.i2o.param.ParameterSet;

/** A device module that has parameter groups of its own, beside those that every object has. The IOP's agent. */
public interface ExecutiveGroups {
    /**
     * Adds the module's groups. Called once, after {@code attach}; the values are asked for later, on the IOP's agent.
     *
     * @param set holds the generic groups already, 0xF000 and up
     */
    void addTo(ParameterSet set);
}
