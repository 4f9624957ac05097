/**
 * The papers' figures beside what the model gives for their machines.
 *
 * <p>{@link PublishedFigures} are data: what the papers say, each with its source, in
 * {@code published.toml}. {@link Experiments} say how each is asked of the model.
 * {@link Fit} finds the one number of the profile that nobody published and that all the others depend on, the
 * cost of an extension's instruction, so that the router gives its published rate; every other figure is a prediction.
 * {@code spine reproduce} prints them.
 */
@NullMarked
package dev.spine.perf.reproduce;

import org.jspecify.annotations.NullMarked;
