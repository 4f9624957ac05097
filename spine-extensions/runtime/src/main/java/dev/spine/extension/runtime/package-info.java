/**
 * The SPINE runtime on an IOP: loads extensions, finds their handlers, runs them, and routes their messages.
 *
 * <p>{@link dev.spine.extension.runtime.RuntimeModule} is a device of the project's OEM class with a TID of its own. The host loads, lists
 * and unloads extensions by its private messages while the IOP runs ({@link dev.spine.extension.runtime.message.RuntimeProtocol}); small
 * and bulk messages are frames of function 0x81.
 *
 * <p>The way of a packet, one search per hop: {@code ExtensionRuntime.onPacket}, {@code Demultiplexer.find},
 * {@code Installation.onPacket}, {@code PacketPath.take} (the short way, which a handler gets after its first packets; those and what
 * is out of the ordinary go by {@code ExtensionInstance.onPacket}), the extension's handler, {@code CardTransfer.submit},
 * {@code ExtensionRuntime.doWork} (completion), {@code Lease.release}.
 *
 * <p>From the ground up, where no part knows one that comes later: {@code RuntimeParts} (what all share), {@code Holdings} (what an
 * instance holds) with {@code LocalRoutes} (where messages and reports wait), {@code Dispatcher} with the routes to peers, host and
 * network, {@code ExtensionInstance} with the versions of its code, {@code CardContext} (what that code asks for), {@code Instances} and
 * {@code Loads} (how they come and go), {@code ExtensionRuntime}, which makes all of them. Below, an instance is a {@code Resident};
 * upwards it tells its {@code InstanceEvents}.
 *
 * <p>What holds from the start (SPINE SIGOPS 1998, 3): extensions link only to what
 * {@link dev.spine.extension.runtime.load.LinkPolicy} allows; they name memory by capabilities only; a handler that throws stops
 * its extension and nobody else; unloading takes handlers, buffers, timers, surfaces and classes.
 */
@NullMarked
package dev.spine.extension.runtime;

import org.jspecify.annotations.NullMarked;
