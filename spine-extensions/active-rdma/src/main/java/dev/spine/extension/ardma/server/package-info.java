/**
 * The card half of a server. {@link dev.spine.extension.ardma.server.ServerExtension} takes requests from the network; each is a {@link
 * dev.spine.extension.ardma.server.Request} of a {@link dev.spine.extension.ardma.server.Session} until its answer has left. Plain access
 * is answered at once by {@link dev.spine.extension.ardma.server.PlainAccess}; what takes longer, proofs of routines and runs, is done in
 * slices by {@link dev.spine.extension.ardma.server.SlicedWork}. What the own host offers to all clients has its name in {@link
 * dev.spine.extension.ardma.server.Procedures}. An area in card memory is where it is; of others a {@link
 * dev.spine.extension.ardma.server.PagedArea} has pages in the {@link dev.spine.extension.ardma.server.PageCache}, which its {@link
 * dev.spine.extension.ardma.server.Backing} brings and takes back. All of it belongs to the card's agent.
 */
@NullMarked
package dev.spine.extension.ardma.server;

import org.jspecify.annotations.NullMarked;
