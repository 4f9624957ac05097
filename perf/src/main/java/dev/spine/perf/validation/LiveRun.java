package dev.spine.perf.validation;

/**
 * What a path did live in one run. Immutable.
 *
 * @param unitsPerSecond of its best pass
 * @param threadNs for which its thread had a processor for a unit, in the best pass of that
 * @param lost units that did not arrive
 */
public record LiveRun(double unitsPerSecond, double threadNs, long lost) {}
