package dev.spine.extension.ardma.host.grep;

/** Where a pattern is looked for, and by what. All print the same. Any thread. */
public enum GrepForm {
    /** At the client, which reads the whole text. */
    READ,
    /**
     * By a procedure that the server's host offers ({@link RemoteGrep#procedure}): it knows nothing of expressions, and sends the lines
     * with bytes that each match has. The client looks which of them match. When a pattern has no such bytes, it sends all lines.
     */
    FIXED,
    /** By a routine that interprets the pattern's automaton, a table in its data. */
    TABLE,
    /** By a routine that is the pattern's automaton: a table that it walks. One of too many states is {@link #TABLE}. */
    GENERATED
}
