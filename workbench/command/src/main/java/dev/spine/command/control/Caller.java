package dev.spine.command.control;

/** One connection of a client, as the service sees it; no two are equal. Any thread. */
public interface Caller {
    /** {@return who is at the other end} */
    Peer peer();

    /**
     * Lets the connection stay open without requests: something lives as long as it does. Called within a request of it.
     */
    void keep();

    /**
     * {@return where events for this client go; the first is sent behind the reply of the request within which this is first called} The
     * connection stays open without requests then.
     */
    EventQueue events();
}
