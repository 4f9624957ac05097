/**
 * {@code spine reproduce}: the papers' figures beside those of the model ({@code dev.spine.perf.reproduce}).
 */
@NullMarked
package dev.spine.command.reproduce;

import org.jspecify.annotations.NullMarked;
