/**
 * {@code spine ardma}: assembles, disassembles and verifies routines of Active RDMA, and asks servers: what they have opened, whether they
 * take a routine, what it returns. A server is reached by {@link dev.spine.command.ardma.ServerLink}.
 */
@NullMarked
package dev.spine.command.ardma;

import org.jspecify.annotations.NullMarked;
