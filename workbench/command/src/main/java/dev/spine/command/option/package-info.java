/**
 * Options that verbs have in common.
 */
@NullMarked
package dev.spine.command.option;

import org.jspecify.annotations.NullMarked;
