package dev.spine.system;

import dev.spine.device.wire.Wire;
import dev.spine.iop.engine.BusTiming;
import dev.spine.iop.engine.DmaTiming;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.live.IdlePolicy;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.system.profile.ProfileFile;
import java.time.Duration;
import java.util.function.Consumer;

/** Which engine runs a system: a person's choice on the command line. Any thread. */
public enum EngineChoice {
    /** On this machine's clock, everything on one thread. The profile of the description is not used. */
    LIVE {
        @Override
        public Engine engine(SystemDescription description) {
            return watched(new LiveEngine(ThreadLayout.ONE_CORE, description.seed()), description, _ -> { });
        }

        @Override
        public SpineSystem build(SystemFactory factory, SystemDescription description, Engine engine) {
            return factory.build(description, engine, THIS_MACHINE, Wire.IMMEDIATE);
        }
    },
    /** In virtual time, on the machine that the description's profile describes. */
    MODELLED {
        @Override
        public Engine engine(SystemDescription description) {
            return new ModelledEngine(ProfileFile.find(description.profile()), description.seed());
        }

        @Override
        public SpineSystem build(SystemFactory factory, SystemDescription description, Engine engine) {
            MachineProfile profile = ProfileFile.find(description.profile());
            return factory.build(description, engine, profile, profile.wire());
        }
    };

    /** Costs nothing, because on the live engine the costs are what they are. Bus and DMA engine only fill their places. */
    private static final MachineProfile THIS_MACHINE = MachineProfile.named("this machine").host(ProcessorSpec.THIS_MACHINE)
        .iop(ProcessorSpec.THIS_MACHINE).bus(new BusTiming(1, 1, 0, 1, 1)).dma(new DmaTiming(0, 1)).wire(Wire.IMMEDIATE)
        .cardMemoryBytes(1).build();

    /**
     * Builds a system on an engine of its own.
     *
     * @param factory builds systems
     * @param description what to build
     * @return the system, not booted; closing it closes the engine
     * @throws dev.spine.system.file.SystemFileException when parts do not fit each other, the profile is wrong, or an outside resource
     *     cannot be had
     */
    public SpineSystem build(SystemFactory factory, SystemDescription description) {
        return build(factory, description, engine(description));
    }

    /**
     * Makes an engine for a system.
     *
     * @param description what will be built
     * @return the engine, without agents
     * @throws dev.spine.system.file.SystemFileException when the profile is wrong
     */
    public abstract Engine engine(SystemDescription description);

    /**
     * Builds a system on an engine that {@link #engine} has made.
     *
     * @param factory builds systems
     * @param description what to build
     * @param engine its engine
     * @return the system, not booted; closing it closes the engine
     * @throws dev.spine.system.file.SystemFileException when parts do not fit each other, the profile is wrong, or an outside resource
     *     cannot be had
     */
    public abstract SpineSystem build(SystemFactory factory, SystemDescription description, Engine engine);

    /**
     * Builds a system on a live engine that sleeps as its user wants, everything on one thread.
     *
     * @param factory builds systems
     * @param description what to build
     * @param idle how the thread backs off
     * @return the system, not booted; closing it closes the engine
     * @throws dev.spine.system.file.SystemFileException when parts do not fit each other, or an outside resource cannot be had
     */
    public static SpineSystem buildLive(SystemFactory factory, SystemDescription description, IdlePolicy idle) {
        return buildLive(factory, description, idle, _ -> { });
    }

    /**
     * As {@link #buildLive(SystemFactory, SystemDescription, IdlePolicy)}, and somebody hears of extensions that hang and of disks without
     * room.
     *
     * @param factory builds systems
     * @param description what to build
     * @param idle how the thread backs off
     * @param log is notified of each, in one line, on any thread
     * @return the system, not booted; closing it closes the engine
     * @throws dev.spine.system.file.SystemFileException when parts do not fit each other, or an outside resource cannot be had
     */
    public static SpineSystem buildLive(SystemFactory factory, SystemDescription description, IdlePolicy idle, Consumer<String> log) {
        LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, description.seed(), idle, LiveEngine.DEFAULT_LIMIT,
            LiveEngine.DEFAULT_AWAIT_LIMIT);
        return factory.build(description, watched(engine, description, log), THIS_MACHINE, Wire.IMMEDIATE);
    }

    private static LiveEngine watched(LiveEngine engine, SystemDescription description, Consumer<String> log) {
        engine.watch(Duration.ofMillis(description.service().activationLimitMs()), log);
        return engine;
    }

    /**
     * Builds one IOP for a host in another process, on a live engine of one thread.
     *
     * @param factory builds systems
     * @param description what it is part of
     * @param iop which
     * @param log is notified of extensions that hang and of disks without room, in one line each, on any thread
     * @return the card, not booted; closing it closes the engine
     * @throws dev.spine.system.file.SystemFileException as for {@link #build(SystemFactory, SystemDescription)}
     */
    public static ServedIop liveCard(SystemFactory factory, SystemDescription description, IopDescription iop, Consumer<String> log) {
        LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, description.seed());
        return factory.buildCard(description, iop, watched(engine, description, log), THIS_MACHINE);
    }
}
