package dev.spine.extension.ardma.host;

/** The three places at which a routine runs. */
public enum Form {
    /** The server's host offers it. */
    PROCEDURE {
        @Override
        RemoteRoutine of(RemoteServer server, String name, byte[] routine) {
            return server.procedure(name);
        }
    },
    /** The client reaches the server's areas from afar. */
    DIRECT {
        @Override
        RemoteRoutine of(RemoteServer server, String name, byte[] routine) {
            return server.direct(routine);
        }
    },
    /** The client has sent it. */
    ACTIVE {
        @Override
        RemoteRoutine of(RemoteServer server, String name, byte[] routine) {
            long hash = server.install(routine);
            return (reader, areas, arguments) -> server.call(hash, reader, areas, arguments);
        }
    };

    /** A routine there; a procedure is offered under the name. */
    abstract RemoteRoutine of(RemoteServer server, String name, byte[] routine);
}
