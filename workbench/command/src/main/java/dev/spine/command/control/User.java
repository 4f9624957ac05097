package dev.spine.command.control;

import java.util.concurrent.locks.ReentrantLock;

/** What the connections of one user share. */
final class User {
    /** Held while a line of this user is read and carried out: one at a time, so that many connections get no more than one. */
    private final ReentrantLock turn = new ReentrantLock(true);
    private final Pacer pacer;
    /** Guarded by the server. */
    private int connections;

    User(Pacer pacer) {
        this.pacer = pacer;
    }

    ReentrantLock turn() {
        return turn;
    }

    /** Called by who has the turn. */
    Pacer pacer() {
        return pacer;
    }

    int connections() {
        return connections;
    }

    void connected() {
        connections++;
    }

    void disconnected() {
        connections--;
    }
}
