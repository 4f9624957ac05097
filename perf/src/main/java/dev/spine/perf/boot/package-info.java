/**
 * {@code spine boot}: brings a system into operation, shows what the host learned of each IOP, and takes it out of operation again.
 *
 * <p>The command decides, {@link dev.spine.perf.boot.BootTables} writes for people and {@link dev.spine.perf.boot.BootJson} for programs.
 * Both show the same {@link dev.spine.perf.boot.BootResult}.
 */
@NullMarked
package dev.spine.perf.boot;

import org.jspecify.annotations.NullMarked;
