package dev.spine.extension.services.hosting;

/**
 * The first bytes of a connection, in a place of the card's memory, and what is known of the connection until a server has it. All places
 * are made at the start and used again and again.
 */
final class RequestHead {
    /** Where its bytes begin in the memory of all of them. */
    final int base;
    /** The connection, or {@link dev.spine.extension.services.connection.Records#NONE} when the place is free. */
    int connection;
    /** Bytes that are there. */
    int bytes;
    /** How far they have been looked at, and where the line begins in which that is. */
    int scanned;
    int lineAt;
    /** Number of the client's first segment, and of the card's answer. */
    int clientFirst;
    int cardFirst;
    /** The window that the client offers. */
    int window;
    /** Hardware addresses of the client's frames: whom they come from. */
    long clientMac;
    int sinceMs;
    /** Bytes of which the client has been told that they are there: it does not repeat those. */
    int acknowledged;
    /** When the server was last told something. */
    int saidMs;
    /** How often the server was asked without an answer. */
    int asked;

    RequestHead(int base) {
        this.base = base;
    }

    void begin(int forConnection, int nowMs) {
        connection = forConnection;
        bytes = 0;
        scanned = 0;
        lineAt = 0;
        sinceMs = nowMs;
        asked = 0;
        acknowledged = 0;
    }
}
