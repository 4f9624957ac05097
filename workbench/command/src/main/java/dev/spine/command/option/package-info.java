/**
 * Options that verbs have in common, and files that they read.
 */
@NullMarked
package dev.spine.command.option;

import org.jspecify.annotations.NullMarked;
