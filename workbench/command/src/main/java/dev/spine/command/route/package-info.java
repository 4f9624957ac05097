/**
 * {@code spine route}: network cards as an IP router of this machine.
 *
 * <ul>
 *   <li>{@link RouteCommand} reads the command line into a plan, {@code RouteRun} carries it out: system, interfaces,
 *       routers on the cards, and what fills their tables.
 *   <li>{@code KernelFollower} keeps the cards at what the kernel says: {@code KernelTable} holds both sides against each other and
 *       tells the difference through {@code RouterTables}, {@code RouteChoice} says what a card does for a route of the kernel,
 *       {@code IntakeChoice} which packets cards may forward by its settings and rules.
 *   <li>{@link dev.spine.command.route.plan} says what the router is to be, {@link dev.spine.command.route.service} which services stand
 *       beside it.
 *   <li>{@code RouterFigures}, {@code RouteDisplay}, {@code MetricsEndpoint} and {@code RouteEvents} show what goes on.
 *   <li>{@code RouterControl} answers {@code spine route status}, {@code lookup}, {@code dump} and {@code trace} at the control socket that
 *       {@code RouterSocket} finds; {@code PacketTrace} follows packets, {@code KernelRoutes} reads the kernel anew for a comparison.
 *   <li>{@code Overflow} tells what the cards have no room for.
 * </ul>
 */
@NullMarked
package dev.spine.command.route;

import org.jspecify.annotations.NullMarked;
