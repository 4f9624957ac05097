/**
 * {@code spine filter}: judges, explains and compiles packet filters on a desk, and tries them on captures.
 */
@NullMarked
package dev.spine.command.filter;

import org.jspecify.annotations.NullMarked;
