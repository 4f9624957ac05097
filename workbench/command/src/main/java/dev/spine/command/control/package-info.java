/**
 * The control socket of a running system: protocol, server and client; docs/control-protocol.md describes it for people.
 *
 * <p>{@link ControlSocket} is the place in the file system, {@link ControlServer} takes
 * connections there and has {@link ControlRequest}s carried out by a
 * {@link ControlService}, {@link ControlClient} is the other end. What a client has asked to hear of without asking again comes as events,
 * through a bounded {@link EventQueue} and a thread of its own: who does not read them loses the oldest, then the connection, and holds up
 * nobody. This package knows nothing
 * of systems and extensions.
 *
 * <p>A client is whoever the operating system says he is ({@link Peer}). The server trusts nothing that comes:
 * lines, depth, numbers and texts are bounded, a request, a reply and a rest have their time, and one user's connections together get one
 * turn at a time, at a bounded rate.
 */
@NullMarked
package dev.spine.command.control;

import org.jspecify.annotations.NullMarked;
