/**
 * {@code spine filter}: checks, explains and compiles packet filters offline, and tries them on captures.
 */
@NullMarked
package dev.spine.command.filter;

import org.jspecify.annotations.NullMarked;
