/**
 * The kernel of an IOP: one agent that owns everything on its card.
 *
 * <p>{@link dev.spine.iop.kernel.IopKernel} polls its inbound queue pairs in turn, copies each posted frame into a private
 * {@link dev.spine.iop.kernel.KernelRequest}, checks the copy once, finds the target in its {@link dev.spine.iop.kernel.IopDirectory} and
 * calls the {@link dev.spine.iop.kernel.DeviceModule} (DDM) that lives there. Modules answer through the request, and start messages of
 * their own through a {@link dev.spine.iop.kernel.MessageRoute}. The kernel hands out its parts; only polling and dispatch are its own.
 *
 * <p>The way of a frame, one search per hop: {@code IopKernel.onFrame}, {@code IopKernel.dispatch}, {@code DeviceModule.onMessage},
 * {@code KernelRequest.sendReply}, {@code MessageRoute.post}.
 *
 * <p>Rules against deadlock between peers (all held here): a reply is consumed without a frame; nobody waits at the head of a post list:
 * what a module cannot do yet waits in its event queue; a request's frame is returned only when its last solicited reply has left, so
 * waiting replies are bounded by the frames; open-ended replies wait in the module's own bounded state.
 */
@NullMarked
package dev.spine.iop.kernel;

import org.jspecify.annotations.NullMarked;
