/**
 * The object graph of a system, by Dagger: {@link SystemModules} has a line for each kind that comes with Spine,
 * {@link SpineComponent} hands out what builds a system of them.
 */
@NullMarked
package dev.spine.system.graph;

import org.jspecify.annotations.NullMarked;
