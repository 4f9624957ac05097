/**
 * The tools that make routines: {@link dev.spine.extension.ardma.host.tool.RoutineBuilder} for code that is generated while a program runs,
 * which the other tools use, too; {@link dev.spine.extension.ardma.host.tool.Assembler} for text, and {@link
 * dev.spine.extension.ardma.host.tool.Disassembler} back to text. Numbers and limits are those of {@link
 * dev.spine.extension.ardma.routine.RoutineFormat}.
 */
@NullMarked
package dev.spine.extension.ardma.host.tool;

import org.jspecify.annotations.NullMarked;
