/**
 * {@code spine profile}: lists machine profiles, shows their numbers with their sources, and what it costs to reach the parts of a machine.
 */
@NullMarked
package dev.spine.command.profile;

import org.jspecify.annotations.NullMarked;
