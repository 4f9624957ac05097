/** Runs of routines as a server on a card makes them, without the server. */
@NullMarked
package dev.spine.extension.benchmarks.ardma;

import org.jspecify.annotations.NullMarked;
