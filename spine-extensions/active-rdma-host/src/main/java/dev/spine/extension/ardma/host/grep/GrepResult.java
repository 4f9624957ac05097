package dev.spine.extension.ardma.host.grep;

/**
 * What a search was. Any thread.
 *
 * @param form what it was done by, which is {@link GrepForm#TABLE} when the automaton has more than 256 states
 * @param lines how many match
 * @param bytes that went over the wire for it, those of messages' heads left out: the routine, what it has emitted, what was read
 * @param calls of routines
 */
public record GrepResult(GrepForm form, long lines, long bytes, int calls) {
}
