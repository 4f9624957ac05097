/**
 * What a comparison of paths and engines prints and reports: tables, words, a page, a picture of the screen. A table is
 * printed when it is known, words first; what the words of tables mean is in one place, which the command prints and a document repeats.
 */
@NullMarked
package dev.spine.perf.compare;

import org.jspecify.annotations.NullMarked;
