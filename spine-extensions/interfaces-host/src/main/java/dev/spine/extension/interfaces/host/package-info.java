/**
 * The host libraries of the interfaces whose card halves are in {@code dev.spine.extension.interfaces}: what an application on a node uses.
 *
 * <p>{@link dev.spine.extension.interfaces.host.UNetNode} makes endpoints after U-Net, {@link
 * dev.spine.extension.interfaces.host.UNetEndpoint}: an application sends and receives by memory accesses alone.
 *
 * <p>{@link dev.spine.extension.interfaces.host.GamEndpoint} is Generic Active Messages: requests and replies by handler number, put and
 * get. The card half is loaded onto the card of each node, the libraries are told of one another's addresses, and are used from tasks of
 * the host, or without blocking on the host's agent. docs/interfaces.md shows the use.
 */
@NullMarked
package dev.spine.extension.interfaces.host;

import org.jspecify.annotations.NullMarked;
