package dev.spine.extension.ardma.server;

import dev.spine.extension.api.Message;
import dev.spine.extension.ardma.ArdmaProtocol;
import org.jspecify.annotations.Nullable;

/** The names by which the own host offers routines. A client is told the hash behind a name, and calls the routine by that. */
final class Procedures {
    /** The most names. */
    static final int MAX = 24;

    private final RoutineStore store;
    private final @Nullable Offer[] offers = new Offer[MAX];
    private int[] announced = new int[0];

    /** A name, and the hash of the routine behind it. */
    private static final class Offer {
        private final int[] name;
        private final long hash;

        Offer(int[] name, long hash) {
            this.name = name;
            this.hash = hash;
        }

        private boolean hasName(int[] other) {
            for (int i = 0; i < name.length; i++) {
                if (name[i] != other[i]) {
                    return false;
                }
            }
            return true;
        }
    }

    Procedures(RoutineStore store) {
        this.store = store;
    }

    private int placeOf(int[] name) {
        for (int i = 0; i < MAX; i++) {
            Offer offer = offers[i];
            if (offer != null && offer.hasName(name)) {
                return i;
            }
        }
        return -1;
    }

    private int freePlace() {
        for (int i = 0; i < MAX; i++) {
            if (offers[i] == null) {
                return i;
            }
        }
        return -1;
    }

    /** Remembers the name of the routine that is looked at next: {@return a status} */
    int announce(int[] name) {
        if (name[0] == 0) {
            return ArdmaProtocol.MALFORMED;
        }
        if (placeOf(name) >= 0) {
            return ArdmaProtocol.NAME_TAKEN;
        }
        announced = name;
        return freePlace() < 0 ? ArdmaProtocol.TOO_MANY : ArdmaProtocol.DONE;
    }

    /** The routine whose name was announced is kept. */
    void add(long hash) {
        offers[freePlace()] = new Offer(announced, hash);
    }

    /** Answers a client that asks for a name. */
    void lookUp(Request request, Message message) {
        int place = placeOf(AreaTable.name(message, ArdmaProtocol.FIRST_WORD));
        Offer found = place < 0 ? null : offers[place];
        if (found == null) {
            request.answer(ArdmaProtocol.NO_PROCEDURE);
        } else {
            request.put(2, found.hash);
        }
    }

    /** Ends an offer; what runs goes on to its end: {@return a status} */
    int withdraw(int[] name, Session by) {
        int place = placeOf(name);
        Offer gone = place < 0 ? null : offers[place];
        if (gone == null) {
            return ArdmaProtocol.NO_PROCEDURE;
        }
        offers[place] = null;
        boolean hasOtherName = false;
        for (Offer other : offers) {
            hasOtherName |= other != null && other.hash == gone.hash;
        }
        if (!hasOtherName) {
            store.forget(gone.hash, by);
        }
        return ArdmaProtocol.DONE;
    }
}
