/**
 * From a system file to a running system: reads SYSTEM.toml, checks it, and wires engine, bus, host, IOPs, devices and wires.
 *
 * <p>The way: {@link SystemFile} reads a {@link SystemDescription}; each
 * {@link DeviceKind} and {@link WireKind} reads its own keys. The kinds are maps that Dagger
 * gives ({@link dev.spine.system.graph.SystemModules}); a new kind is its own class and a method there. Kinds from outside join through
 * {@link java.util.ServiceLoader}, as a {@link KindProvider}.
 *
 * <p>A test boots a file in five lines:
 *
 * <pre>{@code
 * SpineComponent spine = SpineComponent.create();
 * SystemDescription description = spine.systemFile().read(file);
 * try (SpineSystem system = EngineChoice.MODELLED.build(spine.systemFactory(), description)) {
 *     assertEquals(List.of(), system.boot().failures());
 * }
 * }</pre>
 *
 * <p>Every mistake in a file is one {@link dev.spine.system.file.SystemFileException}: file, line, column, what is wrong and what to do.
 */
@NullMarked
package dev.spine.system;

import org.jspecify.annotations.NullMarked;
