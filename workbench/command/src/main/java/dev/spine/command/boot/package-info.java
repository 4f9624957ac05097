/**
 * {@code spine boot}: brings a system into operation, shows what the host learned of each IOP, and takes it out of operation again.
 *
 * <p>The command decides, {@link BootTables} writes for people and {@link BootJson} for programs.
 * Both show the same {@link BootResult}.
 */
@NullMarked
package dev.spine.command.boot;

import org.jspecify.annotations.NullMarked;
