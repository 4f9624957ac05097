/**
 * Kernel extensions: extensions that run on the host, beside the host's drivers, instead of on a card.
 *
 * <p>{@link dev.spine.extension.host.kernel.KernelRuntime} is the runtime of the host: it takes the same images as a card, verifies, meters
 * and limits them in the same way, and runs them on the host's agent. Applications load extensions and exchange small and bulk messages
 * with them; {@link dev.spine.extension.host.kernel.KernelRuntime#serve} makes them peers of a card's extensions, with data, and
 * {@link dev.spine.extension.host.kernel.KernelRuntime#join} lets the half of an application that runs on a card send to the half that runs
 * here as to the application. {@link dev.spine.extension.host.kernel.HostEnvironment} is what the host has to offer to the runtime's core
 * (its {@linkplain dev.spine.extension.runtime.environment.ExecutionEnvironment porting interface}),
 * {@link dev.spine.extension.host.kernel.LanPacketPort} gives it the packets of a LAN port, and {@code HostDisks} the disks of all IOPs
 * through block OSMs.
 * {@link dev.spine.extension.host.kernel.KernelClient} is for callers outside the host's agent.
 *
 * <p>Sources: SPINE as described at SIGOPS 1998, sections 3.1 and 3.2, and by its note of the same year, section 2.1: kernel extensions,
 * for applications that need both halves tightly coupled.
 */
@NullMarked
package dev.spine.extension.host.kernel;

import org.jspecify.annotations.NullMarked;
