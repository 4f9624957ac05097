/**
 * Remote grep: lines of an area that match a pattern, with their numbers. {@link dev.spine.extension.ardma.host.grep.GrepPattern} reads an
 * extended regular expression, {@link dev.spine.extension.ardma.host.grep.RemoteGrep} looks for it in one of four forms.
 *
 * <p>A pattern becomes an automaton over classes of bytes: its parts as places ({@code Nfa}), sets of those as states ({@code Subsets}),
 * and the least number of them ({@code Smallest}). It has at most 1,000 states before, and 60,000 bytes as a table; a pattern beyond is
 * refused. It is made at the client: a server only runs what comes out. {@code LineSearch} is lifted and is the same in all routines:
 * numbers, begins and ends of lines, limits. Its method {@code scan} is replaced: by a table's interpreter, by a walk of the automaton,
 * by a search for a literal.
 */
@NullMarked
package dev.spine.extension.ardma.host.grep;

import org.jspecify.annotations.NullMarked;
