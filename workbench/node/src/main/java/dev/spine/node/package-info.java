/**
 * How nodes are made: the only main code outside {@code dev.spine.iop} that makes a bus, a host or an IOP.
 *
 * <p>A start makes an engine, live or modelled, and wires. A {@link dev.spine.node.NodeBuilder} for each node puts host and IOPs on its
 * bus:
 *
 * <pre>{@code
 * NodeBuilder node = new NodeBuilder(engine, "node0", 1);
 * NodeHost host = node.host(profile.host());
 * Iop card = node.join(node.iop("card", profile.iop(), iop -> iop.window(1 << 20)));
 * int lan = card.install(new NicModule(NicSettings.of("lan", address), wire.ports().getFirst()));
 * IopDriver driver = host.driver().add(card.function());
 * engine.start();
 * Pending.await(engine.tasks(host.agent()), "the boot", host.driver()::boot);
 * }</pre>
 *
 * <p>The order of these calls is that of agents, places on the bus and addresses, so it is part of what a modelled run repeats. What was
 * opened is closed by {@link dev.spine.node.Opened}, in reverse order, also when a later step of the start fails. An engine is added to it
 * right before it is started, so that it stops before what its agents use is closed. Devices, wires
 * and extensions are the caller's.
 */
@NullMarked
package dev.spine.node;

import org.jspecify.annotations.NullMarked;
