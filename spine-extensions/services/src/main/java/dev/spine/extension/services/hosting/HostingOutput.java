package dev.spine.extension.services.hosting;

import dev.spine.extension.api.Buffer;

/** Where frames of the service go. */
interface HostingOutput {
    /** {@return whether the router has taken a frame for a server; if not, that is counted} */
    boolean toServer(Buffer frame, int bytes);

    /** {@return whether the card's wire has taken a frame for a client} */
    boolean toClient(Buffer frame, int bytes);

    /** Has {@link Hosting#goOn} called for a connection when the router's call is over. */
    void goOnLater(int connection);
}
