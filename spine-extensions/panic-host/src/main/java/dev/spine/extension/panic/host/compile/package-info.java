/**
 * The compiler of PDL: {@link dev.spine.extension.panic.host.compile.PdlCompiler} makes a program file, {@link
 * dev.spine.extension.panic.program}, of a program that {@link dev.spine.extension.panic.host.language.PdlText} has taken.
 */
@NullMarked
package dev.spine.extension.panic.host.compile;

import org.jspecify.annotations.NullMarked;
