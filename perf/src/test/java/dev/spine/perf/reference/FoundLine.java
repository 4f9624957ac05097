package dev.spine.perf.reference;

/**
 * A line as one of the readers of RFC 4175 found it.
 *
 * @param line which line of the picture
 * @param column its first pixel
 * @param bytes its bytes
 * @param at where they begin, from the MAC header on
 */
public record FoundLine(int line, int column, int bytes, int at) {}
