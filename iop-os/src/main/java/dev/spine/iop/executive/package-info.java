/**
 * The executive of an IOP and the utility messages of all its devices.
 *
 * <p>{@link dev.spine.iop.executive.Executive} lives at TID 0. {@link dev.spine.iop.executive.LifeCycle} takes the IOP through its
 * states; {@link dev.spine.iop.executive.HandlerTable} has a {@linkplain dev.spine.iop.executive.ExecutiveHandler handler} for each
 * function, and other packages add theirs, as the peer connections do. Whoever must know the system table implements
 * {@link dev.spine.iop.executive.SystemTableListener}.
 *
 * <pre>
 *   INITIALIZING -boot-&gt; RESET -OutboundInit-&gt; HOLD -SysTabSet-&gt; READY -SysEnable-&gt; OPERATIONAL
 * </pre>
 *
 * <p>{@link dev.spine.iop.executive.Utilities} answers the utility messages of every TID: parameters (a device adds its own groups as
 * {@link dev.spine.iop.executive.ExecutiveGroups}), claims, and events (a device reports through the
 * {@link dev.spine.iop.executive.EventSource} that it finds among the services of its context).
 *
 * <p>Buffers of a request are reached as programmed I/O: {@link dev.spine.iop.executive.BusWindow} checks the rights of both the IOP and
 * the sender, charges the processor, and enters the bytes in the account. A wrong address is answered or counted, never thrown.
 *
 * <p>Source: I2O 1.5 executive and utility messages; SIG headers; the habits of Linux, NetBSD, OpenSolaris and FreeBSD drivers, which are
 * tolerated where the comments say so.
 */
@NullMarked
package dev.spine.iop.executive;

import org.jspecify.annotations.NullMarked;
