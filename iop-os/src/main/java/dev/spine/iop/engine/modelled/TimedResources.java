package dev.spine.iop.engine.modelled;

import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.engine.BusFabric;
import dev.spine.iop.engine.MachineProfile;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The timed sides of the buses and DMA engines that the agents of a node use, made as they are first used. */
final class TimedResources {
    private final ModelledNode node;
    private final MachineProfile profile;
    private @Nullable EngineObserver observer;
    private final List<ModelledDma> dmas = new ArrayList<>();
    private final List<ModelledBus> buses = new ArrayList<>();

    TimedResources(ModelledNode node, MachineProfile profile) {
        this.node = node;
        this.profile = profile;
    }

    /** Somebody looks on, at all that is made from now on. */
    void observe(EngineObserver hears) {
        observer = hears;
    }

    List<ModelledDma> dmas() {
        return dmas;
    }

    List<ModelledBus> buses() {
        return buses;
    }

    /** The timed side of a DMA engine, which belongs to the agent that uses it first. */
    ModelledDma dmaOf(DmaEngine dma, ModelledContext user) {
        for (ModelledDma known : dmas) {
            if (known.dma() == dma) {
                return known;
            }
        }
        ModelledDma made = new ModelledDma(node, dma, busOf(dma.bus(), user), profile, user, observer);
        dmas.add(made);
        return made;
    }

    /** For how long a bus was held up to a time. */
    long heldPs(Bus bus, long nowPs) {
        return buses.stream().filter(known -> known.bus() == bus).mapToLong(known -> known.heldPs(nowPs)).findAny().orElse(0);
    }

    private ModelledBus busOf(Bus bus, ModelledContext user) {
        for (ModelledBus known : buses) {
            if (known.bus() == bus) {
                return known;
            }
        }
        // It lies beside its first user.
        String name = user.path().substring(0, user.path().lastIndexOf('/') + 1) + "bus";
        ModelledBus made = bus(bus, name);
        buses.add(made);
        return made;
    }

    private ModelledBus bus(Bus bus, String name) {
        BusFabric fabric = profile.fabric();
        return switch (fabric.topology()) {
            case SWITCHED -> new SwitchedBus(node.effects(), bus, profile.bus(), fabric, name, observer);
            case SHARED -> fabric.turnBytes() < DmaEngine.CHUNK_BYTES
                ? new TurnsBus(node.effects(), bus, profile.bus(), fabric, name, observer)
                : new SharedBus(bus, profile.bus(), name, observer);
        };
    }

    /** The agent of a bus agent on a bus, as far as it has used a DMA engine; null before. */
    @Nullable ModelledContext agentOf(ModelledBus bus, int busAgent) {
        for (ModelledDma known : dmas) {
            if (known.bus() == bus && known.dma().busAgent().id() == busAgent) {
                return known.user();
            }
        }
        return null;
    }
}
