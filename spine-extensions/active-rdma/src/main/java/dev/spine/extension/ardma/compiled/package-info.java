/**
 * What a routine that was compiled stands on. A class that the server's host makes of a routine extends {@link
 * dev.spine.extension.ardma.compiled.CompiledRoutine} and is an extension of its own, which the server calls as a service, {@link
 * dev.spine.extension.ardma.compiled.CompiledForm}. It has the fast ways alone: whatever is not straight, a fault among it, it leaves to
 * the machine that interprets, at the instruction where it is. The card's agent.
 */
@NullMarked
package dev.spine.extension.ardma.compiled;

import org.jspecify.annotations.NullMarked;
