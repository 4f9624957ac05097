/**
 * {@code spine ardma}: assembles, disassembles and verifies routines of Active RDMA.
 */
@NullMarked
package dev.spine.command.ardma;

import org.jspecify.annotations.NullMarked;
