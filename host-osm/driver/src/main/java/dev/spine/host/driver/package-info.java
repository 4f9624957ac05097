/**
 * The host message driver: brings IOPs into operation and carries requests and replies between the host and them.
 *
 * <p>All of it runs on the one {@link dev.spine.host.driver.HostAgent}. There are two ways to speak to an IOP:
 * <ul>
 *   <li>The <b>data path</b> of an OSM: {@link dev.spine.host.driver.IopDriver#open} gives an
 *       {@link dev.spine.host.driver.OutgoingRequest} or null, {@link dev.spine.host.driver.ReplyHandler} gets the replies. Nothing is
 *       allocated. No frame is back-pressure: keep what there is to say; the agent is woken when a frame returns.</li>
 *   <li>The <b>control side</b>: {@link dev.spine.host.driver.IopDriver#call} and {@code HostDriver} give a
 *       {@link dev.spine.host.driver.Pending} result, which callbacks chain and tasks await.</li>
 * </ul>
 *
 * <p>An IOP is reached through a {@link dev.spine.host.driver.HostPort}: its queue pairs when it lives in the same process, or whatever
 * else takes and posts frames.
 *
 * <p>A request names its reply by a context of index and generation, so a late reply never completes the request that uses the slot next.
 * Every frame that is taken is posted or put back; every reply frame is returned before its handler is called, because handlers read a
 * private copy. A transport failure returns the preserved frame as a no-operation, as the architecture asks.
 */
@NullMarked
package dev.spine.host.driver;

import org.jspecify.annotations.NullMarked;
