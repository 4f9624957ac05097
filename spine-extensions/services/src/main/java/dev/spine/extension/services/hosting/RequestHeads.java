package dev.spine.extension.services.hosting;

import dev.spine.extension.services.connection.Records;
import org.jspecify.annotations.Nullable;

/**
 * The places for first requests. One client has at most half of them, so that one that sends its requests slowly leaves some for
 * others.
 */
final class RequestHeads {
    private final RequestHead[] heads;
    private final int[] clients;
    private final int mostOfOne;
    private int used;

    /**
     * Places, all free.
     *
     * @param count how many, at least 1
     * @param bytes of each
     */
    RequestHeads(int count, int bytes) {
        heads = new RequestHead[count];
        clients = new int[count];
        mostOfOne = (count + 1) / 2;
        for (int i = 0; i < count; i++) {
            heads[i] = new RequestHead(i * bytes);
            heads[i].connection = Records.NONE;
        }
    }

    int count() {
        return heads.length;
    }

    RequestHead get(int place) {
        return heads[place];
    }

    int used() {
        return used;
    }

    /** {@return whether there is a place for a client} */
    boolean hasPlace(int client) {
        int ofClient = 0;
        for (int i = 0; i < clients.length; i++) {
            if (heads[i].connection != Records.NONE && clients[i] == client) {
                ofClient++;
            }
        }
        return used < clients.length && ofClient < mostOfOne;
    }

    /** {@return a place for a connection, empty; null when there is none} */
    @Nullable RequestHead take(int connection, int client, int nowMs) {
        for (int i = 0; i < heads.length; i++) {
            if (heads[i].connection == Records.NONE) {
                heads[i].begin(connection, nowMs);
                clients[i] = client;
                used++;
                return heads[i];
            }
        }
        return null;
    }

    /** {@return the place of a connection, or null} */
    @Nullable RequestHead of(int connection) {
        if (used == 0) {
            return null;
        }
        for (int i = 0; i < heads.length; i++) {
            if (heads[i].connection == connection) {
                return heads[i];
            }
        }
        return null;
    }

    /** Frees the place of a connection, if it has one. */
    void free(int connection) {
        RequestHead head = of(connection);
        if (head != null) {
            head.connection = Records.NONE;
            used--;
        }
    }

    /** {@return a connection whose request has been waited for longer than a time, or {@link Records#NONE}} */
    int slower(int nowMs, int patienceMs) {
        for (int i = 0; i < heads.length; i++) {
            if (heads[i].connection != Records.NONE && nowMs - heads[i].sinceMs >= patienceMs) {
                return heads[i].connection;
            }
        }
        return Records.NONE;
    }
}
