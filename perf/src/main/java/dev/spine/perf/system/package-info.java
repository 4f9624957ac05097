/**
 * From a system file to a running system: reads SYSTEM.toml, checks it, and wires engine, bus, host, IOPs, devices and wires.
 *
 * <p>The way: {@link dev.spine.perf.system.SystemFile} reads a {@link dev.spine.perf.system.SystemDescription}; each
 * {@link dev.spine.perf.system.DeviceKind} and {@link dev.spine.perf.system.WireKind} reads its own keys. The kinds are maps that Dagger
 * gives ({@link dev.spine.perf.system.SystemModules}); a new kind is its own class and one line there. Kinds from outside join through
 * {@link java.util.ServiceLoader}, as a {@link dev.spine.perf.system.KindProvider}.
 *
 * <p>Every mistake in a file is one {@link dev.spine.perf.system.SystemFileException}: file, line, column, what is wrong and what to do.
 */
@NullMarked
package dev.spine.perf.system;

import org.jspecify.annotations.NullMarked;
