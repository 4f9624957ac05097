/**
 * The host side of Active RDMA: {@link dev.spine.extension.ardma.host.ArdmaServer} opens areas on the own card, {@link
 * dev.spine.extension.ardma.host.ArdmaClient} connects to servers on other nodes, and {@link dev.spine.extension.ardma.host.RemoteServer}
 * is one of them: plain access to its areas, and routines that are sent there, called as procedures, or run at the client by direct access:
 * three places of one {@link dev.spine.extension.ardma.host.RemoteRoutine}. What was not done is an {@link
 * dev.spine.extension.ardma.host.ArdmaException}, which says what to do. Tools that make routines are in {@code
 * dev.spine.extension.ardma.host.tool}.
 */
@NullMarked
package dev.spine.extension.ardma.host;

import org.jspecify.annotations.NullMarked;
