/**
 * {@code spine filter}: judges, explains and compiles packet filters on a desk, and tries them on captures; and the measurement of compiled
 * filters beside an interpreter.
 */
@NullMarked
package dev.spine.perf.filter;

import org.jspecify.annotations.NullMarked;
