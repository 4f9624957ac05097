package dev.spine.iop;

import dev.spine.i2o.unit.MessagingUnit;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.executive.Executive;
import dev.spine.iop.executive.ExecutiveSettings;
import dev.spine.iop.executive.Utilities;
import dev.spine.iop.kernel.IopKernel;

/**
 * Builds an IOP with kernel, executive and utilities, ready for devices.
 *
 * <pre>{@code
 * IopBuilder builder = new IopBuilder("iop1", bus, new BusAgent(1, "iop1"));
 * Iop iop = engine.add("node0/iop1", processor, builder::build);
 * int lan = iop.install(nic);
 * }</pre>
 *
 * <p>Used by one thread while a system is built.
 */
public final class IopBuilder {
    private static final int DEFAULT_FRAME_BYTES = 512;
    private static final int DEFAULT_HOST_FRAMES = 64;
    private static final int DEFAULT_WINDOW_BYTES = 256 * 1024;

    private final String name;
    private final Bus bus;
    private final BusAgent busAgent;
    private int frameBytes = DEFAULT_FRAME_BYTES;
    private int hostFrames = DEFAULT_HOST_FRAMES;
    private int windowBytes = DEFAULT_WINDOW_BYTES;
    private ExecutiveSettings settings = ExecutiveSettings.STANDARD;

    /**
     * An IOP with frames of 512 bytes, 64 of them for the host, in a window of 256 KiB.
     *
     * @param name its name in the system file
     * @param bus the node's bus
     * @param busAgent the IOP as the bus knows it
     */
    public IopBuilder(String name, Bus bus, BusAgent busAgent) {
        this.name = name;
        this.bus = bus;
        this.busAgent = busAgent;
    }

    /**
     * Sets the inbound frames.
     *
     * @param bytes of a frame, a multiple of 4, 128 to 512
     * @param forHost how many the host gets, at least 8
     */
    public IopBuilder frames(int bytes, int forHost) {
        this.frameBytes = bytes;
        this.hostFrames = forHost;
        return this;
    }

    /**
     * Sets the size of the frame window, which holds the frames of the host, of all peers and of the IOP's own modules.
     *
     * @param bytes 16 KiB to 1 MiB
     */
    public IopBuilder window(int bytes) {
        this.windowBytes = bytes;
        return this;
    }

    /**
     * Sets what the executive says of the IOP.
     *
     * @param what the settings
     */
    public IopBuilder settings(ExecutiveSettings what) {
        this.settings = what;
        return this;
    }

    /**
     * Builds the IOP.
     *
     * @param agent the context of its agent
     * @return the IOP, booting, without devices
     * @throws IllegalArgumentException when sizes do not fit each other
     */
    public Iop build(AgentContext agent) {
        if (frameBytes < 128 || frameBytes > 512 || (frameBytes & 3) != 0 || hostFrames < 8) {
            throw new IllegalArgumentException(name + ": frames have 128 to 512 bytes, a multiple of 4, and a host needs 8 or more, not "
                + hostFrames + " of " + frameBytes);
        }
        Region window = bus.allocate(name + " frame window", busAgent, Access.OWNER, windowBytes);
        MessagingUnit unit = new MessagingUnit(name, window.memory(), frameBytes, hostFrames);
        // The window is a range of addresses; of the card's memory its frames take what they need.
        bus.memory(busAgent).exempt(window);
        bus.memory(busAgent).hold(name + " message frames", unit::frameMemoryBytes);
        DmaEngine dma = new DmaEngine(bus, busAgent);
        Utilities utilities = new Utilities();
        IopKernel kernel = new IopKernel(name, agent, dma, unit, utilities);
        Executive executive = new Executive(kernel, utilities, settings);
        kernel.installExecutive(executive);
        return new Iop(kernel, executive, dma, new PciFunction(name, busAgent, unit.hostLink(), window.base()));
    }
}
