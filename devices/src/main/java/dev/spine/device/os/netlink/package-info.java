/**
 * The network of a Linux kernel, as rtnetlink tells it: interfaces with some of their settings, addresses, neighbours, next hops, routes,
 * rules, and every change of them, whoever makes it. No native code is shipped: the calls go through the JDK's foreign functions.
 *
 * <ul>
 *   <li>{@link dev.spine.device.os.netlink.KernelWatch} reads the tables of a network namespace and then hears events; when the kernel had
 *       to drop some it reads all again. It tells a {@link dev.spine.device.os.netlink.KernelListener}.
 *   <li>{@link dev.spine.device.os.netlink.KernelEvent} is what it tells: records with what a router needs, nothing else.
 *   <li>{@link dev.spine.device.os.netlink.KernelNetwork} changes interfaces and settings.
 *   <li>{@link dev.spine.device.os.netlink.FilterChain} says which packet filters the kernel has for what it forwards.
 * </ul>
 *
 * <p>What the kernel sends is checked like anything that comes from outside: a message that does not hold together is counted
 * ({@link dev.spine.device.os.netlink.NetlinkCounters}) and left out. What the kernel knows and these records do not say, such as tunnels,
 * sources and types of service, is told as {@code encapsulated} or {@code special}, so that nobody takes it for something simpler.
 */
@NullMarked
package dev.spine.device.os.netlink;

import org.jspecify.annotations.NullMarked;
