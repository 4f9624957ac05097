/**
 * An IOP as a PCI device of another process: a virtual machine, or a host driver under test in any language.
 *
 * <p>{@link dev.spine.device.remote.RemoteIopServer} listens on a UNIX socket and speaks the protocol of multi-process QEMU: accesses to
 * configuration space and to the BAR as messages, host memory as descriptors of shared memory, interrupts as eventfds. The card behind it
 * is a {@link dev.spine.iop.pci.PciCard} of an IOP that a live engine runs.
 *
 * <p>The socket is not for Java's channels, which carry no descriptors: all system calls go through {@code java.lang.foreign}. A client is
 * not trusted. What it sends is checked before it has an effect, what it does not send in time ends its connection, memory that it could
 * shrink under the card is not mapped, and everything it has given (mappings, descriptors) is given up when it goes.
 *
 * <p>{@code docs/serve-iop.md} is the guide, with a client in C.
 */
@NullMarked
package dev.spine.device.remote;

import org.jspecify.annotations.NullMarked;
