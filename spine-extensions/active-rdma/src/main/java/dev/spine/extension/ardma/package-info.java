/**
 * Active RDMA on cards: a server opens areas under names, and clients read and write them, or send routines that run next to them, without
 * the server's host. The server's card has {@link dev.spine.extension.ardma.server.ServerExtension}, a client's card has {@link
 * dev.spine.extension.ardma.client.ClientExtension}, and {@link dev.spine.extension.ardma.ArdmaProtocol} is what they say to each other and
 * to their hosts. Routines are in {@code dev.spine.extension.ardma.routine}, the libraries of the hosts in {@code
 * dev.spine.extension.ardma.host}. docs/active-rdma.md is the manual.
 */
@NullMarked
package dev.spine.extension.ardma;

import org.jspecify.annotations.NullMarked;
