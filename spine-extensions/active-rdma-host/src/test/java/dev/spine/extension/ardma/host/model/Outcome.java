package dev.spine.extension.ardma.host.model;

import dev.spine.extension.ardma.routine.Fault;

/**
 * How a run has ended.
 *
 * @param fault or none
 * @param method in which the fault is, 0 without one
 * @param offset of the instruction that has the fault, or would have been next; 0 without one
 * @param steps how many it made
 * @param result or 0
 * @param emitted bytes, in hexadecimal
 */
record Outcome(Fault fault, int method, int offset, long steps, long result, String emitted) {
}
