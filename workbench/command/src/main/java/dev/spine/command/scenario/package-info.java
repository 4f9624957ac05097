/**
 * What can run under somebody's eyes by its name: the boot of a system, a workload on a path. {@code spine trace} and {@code spine debug}
 * take the same names.
 */
@NullMarked
package dev.spine.command.scenario;

import org.jspecify.annotations.NullMarked;
