package dev.spine.host.driver;

import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.InterruptListener;
import dev.spine.iop.Iop;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.pci.CardIdentity;
import dev.spine.iop.pci.HostMemorySlots;
import dev.spine.iop.pci.PciCard;

/** The two ways from a host to an IOP, which a driver must not be able to tell apart. */
public enum HostInterface {
    /** The queue pairs of an IOP in the same process. */
    QUEUE_PAIRS,
    /** Registers and window of the IOP's PCI function. */
    REGISTERS;

    /** Adds an IOP of the same node to a host's driver. */
    public IopDriver add(HostDriver driver, HostAgent host, Iop iop) {
        return this == QUEUE_PAIRS ? driver.add(iop.function()) : driver.add(port(host, iop));
    }

    private static RegisterPort port(HostAgent host, Iop iop) {
        Delivery delivery = host.context();
        HostMemorySlots memory = new HostMemorySlots(host.dma().bus(), BusAgent.host());
        PciCard card = new PciCard(iop, CardIdentity.EXPERIMENTAL, memory, delivery, InterruptListener.NOBODY);
        return new RegisterPort(iop.function().name(), iop.function().busAgent(), card, iop.function().inboundPortAddress(),
            iop.function().link().outbound().slotBytes(), agent -> agent.consumes(iop.function().link().outbound().postList()));
    }

    /** The host's end of a scripted IOP. */
    HostPort port(ScriptedIop iop, HostMemory memory) {
        if (this == QUEUE_PAIRS) {
            return new QueuePairPort(iop.function);
        }
        return new RegisterPort(iop.function.name(), iop.function.busAgent(), iop.registers(memory), iop.function.inboundPortAddress(),
            ScriptedIop.FRAME_BYTES, agent -> agent.consumes(iop.outbound.postList()));
    }
}
