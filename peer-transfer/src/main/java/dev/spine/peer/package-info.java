/**
 * Messages between IOPs that do not pass through the host.
 *
 * <p>Every IOP has a {@link dev.spine.peer.PeerTransport}. Modules of the IOP ask it, as {@link dev.spine.peer.PeerConnections}, for a
 * {@link dev.spine.peer.PeerConnection} to an object on another IOP and send through the connection's
 * {@link dev.spine.iop.kernel.MessageRoute}, straight into frames in the other IOP's memory, with the TIDs of the other IOP's space. What
 * finds no frame waits at its sender: in a module's own state, or in a {@link dev.spine.peer.PeerOutbox}.
 *
 * <p><b>How a connection is made.</b>
 * <ol>
 *   <li>SysTabSet tells the transport which IOPs there are and where their inbound ports lie on the bus.</li>
 *   <li>The first connection to an IOP begins a session with it: a note to its port asks for a queue pair of request frames in its
 * window.</li>
 *   <li>IopConnect, from executive to executive, on that queue pair; the reply comes on a queue pair of this IOP's window that is reserved
 * for it.</li>
 *   <li>ConnSetup for each pair of objects, one at a time. Before it, this IOP takes an alias TID and reserves a queue pair for the replies
 *       of the connection, with as many frames as requests can be outstanding on it. After it, both IOPs have a row
 *       ({@link dev.spine.iop.kernel.AliasEntry}, parameter group 0x0104), and the connection is open.</li>
 * </ol>
 *
 * <p><b>How this stands for a bus.</b> In a machine an IOP reads register 0x40 of another at the address in the system table, and writes
 * the frame at 0x40 bytes below it plus the MFA. Here an IOP has a list of frames of its own at each peer instead of the register's common
 * one, so there must be a way to ask for that list before there is a frame to ask in: {@link dev.spine.peer.PeerDirectory} turns the port's
 * address into a list on which notes arrive. A queue pair for replies is parked in the directory under (IOP, alias TID), and the request
 * names that alias, as IopConnect and ConnSetup do anyway; the receiver claims it. Notes, frames and claims are all that passes between
 * agents: no IOP ever touches another's state, on threads or in virtual time. Messages are charged as register accesses and programmed I/O.
 *
 * <p><b>Why nothing can stand still.</b> A reply is consumed without a frame. Nobody waits at the head of a post list. A request's frame
 * returns only when its last reply has left, so replies that wait are bounded by frames. Replies travel on queue pairs of their own, so
 * requests cannot take their frames.
 *
 * <p><b>When an IOP goes.</b> A cleared or reset IOP tells its peers by a note; both sides drop the session's rows, and open connections
 * become LOST. Frames are never forgotten: each is returned by whoever holds it, so queue pairs are used again by the next session. Replies
 * and requests of the old session carry TIDs that no row knows and are counted as stray or unconnected.
 *
 * <p>The packages below: {@code forward} sends video packets to a display, {@code bridge} packets to a LAN port, {@code plan} weighs and
 * reports routes.
 *
 * <p>Sources: I2O 1.5 peer connections and transport failures; SPINE SIGOPS 1998 for what peers are for.
 */
@NullMarked
package dev.spine.peer;

import org.jspecify.annotations.NullMarked;
