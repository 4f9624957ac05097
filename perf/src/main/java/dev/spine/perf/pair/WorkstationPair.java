package dev.spine.perf.pair;

import dev.spine.device.disk.store.Store;
import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.link.LinkWire;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.iop.engine.modelled.EngineObserver;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.node.Opened;
import dev.spine.system.profile.ProfileFile;
import org.jspecify.annotations.Nullable;

/** Two workstations at a wire, nothing else running: in virtual time, or live. One thread. */
public final class WorkstationPair implements AutoCloseable {
    private static final int RECEIVE_BUFFERS = 64;

    private final Engine engine;
    private final Opened opened;
    private final Workstation near;
    private final Workstation far;

    /**
     * Builds and boots them.
     *
     * @param reference of the machine's profile
     * @param seed of all randomness
     */
    public WorkstationPair(String reference, long seed) {
        this(reference, seed, null, null);
    }

    /**
     * Builds and boots them, with somebody who looks on.
     *
     * @param reference of the machine's profile
     * @param seed of all randomness
     * @param observer is notified of everything; changes nothing
     * @return the two
     */
    public static WorkstationPair observed(String reference, long seed, EngineObserver observer) {
        return new WorkstationPair(reference, seed, null, observer);
    }

    /**
     * Builds and boots them.
     *
     * @param reference of the machine's profile
     * @param seed of all randomness
     * @param disk bytes of a disk at the card of the one that answers; null for none
     */
    public WorkstationPair(String reference, long seed, @Nullable Store disk) {
        this(reference, seed, disk, null);
    }

    private WorkstationPair(String reference, long seed, @Nullable Store disk, @Nullable EngineObserver observer) {
        this(modelled(ProfileFile.find(reference), seed, observer), ProfileFile.find(reference), disk);
    }

    /**
     * Builds and boots them on this machine's clock, all agents on one thread.
     *
     * @param seed of all randomness
     * @return the two
     */
    public static WorkstationPair live(long seed) {
        return new WorkstationPair(new LiveEngine(ThreadLayout.ONE_CORE, seed), ProfileFile.find(ProfileFile.BUNDLED.getFirst()), null);
    }

    private static Engine modelled(MachineProfile profile, long seed, @Nullable EngineObserver observer) {
        ModelledEngine made = new ModelledEngine(profile, seed);
        if (observer != null) {
            made.observe(observer);
        }
        return made;
    }

    private WorkstationPair(Engine engine, MachineProfile profile, @Nullable Store disk) {
        this.engine = engine;
        LinkWire wire = new LinkWire("wire", profile.wire(), RECEIVE_BUFFERS, WirePort.ETHERNET_PACKET_BYTES);
        near = new Workstation(engine, profile, 0, wire.ports().getFirst(), null);
        far = new Workstation(engine, profile, 1, wire.ports().getLast(), disk);
        try (Opened starting = new Opened()) {
            starting.add(engine::close);
            engine.start();
            near.boot();
            far.boot();
            opened = starting.handOver();
        }
    }

    /** {@return the one that begins} */
    public Workstation near() {
        return near;
    }

    /** {@return the one that answers} */
    public Workstation far() {
        return far;
    }

    /**
     * {@return for how long a processor has worked so far, seconds}
     *
     * @param agent whose it is
     */
    public double processorSeconds(Agent agent) {
        return engine.meter(agent).processorSeconds();
    }

    /** Holds what has run in virtual time to the laws of conservation. */
    public void verify() {
        if (engine instanceof ModelledEngine modelled) {
            modelled.conservation().verify();
        }
    }

    @Override
    public void close() {
        opened.close();
    }
}
