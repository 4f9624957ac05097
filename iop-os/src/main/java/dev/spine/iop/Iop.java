package dev.spine.iop;

import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.engine.Renewable;
import dev.spine.iop.executive.Executive;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.iop.kernel.IopKernel;

/**
 * A simulated IOP: its kernel, its executive at TID 0, its DMA engine, and the front end that it shows on the bus. Made by {@link
 * IopBuilder}. Any thread; each part says whose it is.
 *
 * @param kernel what runs on the card
 * @param executive what lives at TID 0
 * @param dma the card's DMA engine
 * @param function the card as a host finds it
 */
public record Iop(IopKernel kernel, Executive executive, DmaEngine dma, PciFunction function) implements Renewable {
    /**
     * Adds a device at the next free TID. While the system is built, or on the IOP's agent.
     *
     * @param module the device
     * @return its TID
     */
    public int install(DeviceModule module) {
        return kernel.install(module);
    }

    @Override
    public int doWork(int limit) {
        return kernel.doWork(limit);
    }

    @Override
    public void threadLost() {
        kernel.threadLost();
        executive.fail();
    }

    @Override
    public void threadEnded() {
        kernel.threadEnded();
    }

    @Override
    public String roleName() {
        return kernel.roleName();
    }
}
