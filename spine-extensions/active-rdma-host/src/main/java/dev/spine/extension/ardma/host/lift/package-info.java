/**
 * Routines written in Java. {@link dev.spine.extension.ardma.host.lift.RoutineLifter} reads a static method, or a lambda that captures
 * nothing, from its class file and makes a routine of it and of what it calls. {@link dev.spine.extension.ardma.host.lift.Areas} stands for
 * the operations on areas there. What cannot be lifted is said at once, as {@link dev.spine.extension.ardma.host.lift.Refusal}s with class,
 * method, line and remedy.
 */
@NullMarked
package dev.spine.extension.ardma.host.lift;

import org.jspecify.annotations.NullMarked;
