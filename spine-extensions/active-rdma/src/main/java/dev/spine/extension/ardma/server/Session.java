package dev.spine.extension.ardma.server;

import dev.spine.extension.api.Route;
import dev.spine.extension.ardma.ArdmaProtocol;

/** A client that has said hello; or the own host, which offers procedures and is no client. */
final class Session {
    /** In place of a client's: the own host's. */
    static final int HOST = ArdmaProtocol.MAX_SESSIONS;

    /** By which its requests name it; what another client does not know. */
    final int id;
    final int index;
    final long address;
    final int handler;
    final Route route;
    /** By which another client, that was told it, can have this session ended; 0 for none. */
    final long fence;
    long usedNs;
    int underWay;
    int routines;
    /** Bytes of code of its routines, those that run once among them. */
    int codeBytes;
    /** For how many of its routines the host was asked for a compiled form. */
    int forms;
    /** Its machine: it runs one request at a time, so that who does not read his stream holds nobody else. */
    final Run run;

    Session(int id, int index, long address, int handler, Route route, long fence, Run run) {
        this.id = id;
        this.index = index;
        this.address = address;
        this.handler = handler;
        this.route = route;
        this.fence = fence;
        this.run = run;
    }

    /** {@return whether it is the own host} */
    boolean isHost() {
        return index == HOST;
    }

    /** {@return the bit by which sets of sessions have it} */
    int bit() {
        return 1 << index;
    }
}
