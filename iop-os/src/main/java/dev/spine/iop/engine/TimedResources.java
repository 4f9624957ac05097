package dev.spine.iop.engine;

import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.DmaEngine;
import java.util.ArrayList;
import java.util.List;

/** The timed sides of the buses and DMA engines that the agents of a modelled engine use, made as they are first used. */
final class TimedResources {
    private final ModelledEngine engine;
    private final MachineProfile profile;
    private final List<ModelledDma> dmas = new ArrayList<>();
    private final List<ModelledBus> buses = new ArrayList<>();

    TimedResources(ModelledEngine engine, MachineProfile profile) {
        this.engine = engine;
        this.profile = profile;
    }

    /** The timed side of a DMA engine, which belongs to the agent that uses it first. */
    ModelledDma dmaOf(DmaEngine dma, ModelledContext user) {
        for (ModelledDma known : dmas) {
            if (known.dma() == dma) {
                return known;
            }
        }
        ModelledDma made = new ModelledDma(engine, dma, busOf(dma.bus()), profile.dma(), EventOrder.FIRST_DMA + user.endPoint());
        dmas.add(made);
        return made;
    }

    ModelledBus busOf(Bus bus) {
        for (ModelledBus known : buses) {
            if (known.bus() == bus) {
                return known;
            }
        }
        ModelledBus made = new ModelledBus(bus, profile.bus());
        buses.add(made);
        return made;
    }
}
