/**
 * An IOP as a PCI function: what a host sees that knows configuration space, one memory window and an interrupt, and nothing of Java.
 *
 * <p>{@link dev.spine.iop.pci.PciCard} joins the parts: {@link dev.spine.iop.pci.ConfigurationSpace} (class 0x0E, command, one BAR), the
 * registers ({@link dev.spine.i2o.unit.RegisterInterface}) in the first 4 KiB of the window, the message frames from 0x1000 on, and the
 * interrupt line. It drives the same messaging unit as a host in the same process.
 *
 * <p>Memory of the host is {@link dev.spine.iop.pci.HostMemorySlots}: ranges of bus addresses with a backing that somebody else provides,
 * and that come, move and go. Taking a slot away is done in three steps, by the IOP's agent: {@code replace} stops new transfers, the fence
 * ({@code isDrained}) tells when none of before is on its way, and only then may the backing be used for something else.
 *
 * <p>Three parties call: the host's side (configuration and window; any one thread at a time), the IOP's agent (host memory), and whoever
 * listens to the interrupt line. Nothing that a host reads or writes throws or harms the card: what makes no sense reads as all ones or
 * has no effect, and is counted.
 *
 * <p>Source: I2O 1.5, PCI function and messaging unit; PCI Local Bus 2.2, configuration space.
 */
@NullMarked
package dev.spine.iop.pci;

import org.jspecify.annotations.NullMarked;
