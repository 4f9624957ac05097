/**
 * {@code spine plan}: says before a transfer what it will do ({@code dev.spine.perf.plan}).
 */
@NullMarked
package dev.spine.command.plan;

import org.jspecify.annotations.NullMarked;
