package dev.spine.extension.services.connection;

/**
 * How far a connection is. When the table is full, the longest unused one of the first stage that has any gives way, in the order of this
 * list; an established TCP connection never does.
 */
public enum Stage {
    /** TCP that was reset, or ended by both sides. */
    CLOSED,
    /** A query of ICMP. */
    QUERY,
    /** TCP whose handshake is not complete. */
    OPENING,
    /** UDP. */
    DATAGRAM,
    /** TCP after its handshake; nobody takes its place. */
    ESTABLISHED
}
