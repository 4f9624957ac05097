package dev.spine.extension.ardma.host;

/**
 * What a run has returned. Any thread.
 *
 * @param value an int with its sign, a long, or 0
 * @param steps how many it has made
 * @param emitted how many bytes went to the stream
 */
public record CallResult(long value, long steps, long emitted) {
}
