package dev.spine.extension.router;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;

/**
 * Forwards IP packets from card to card. Loaded onto each network card of a router by its host side, which says what the card is to know:
 * {@link RouterProtocol}.
 *
 * <p>A packet comes to {@link Ipv4Path} or {@link Ipv6Path}, which check it, find its next hop and write it with its new header into a
 * batch of the card by which it leaves ({@link PeerDeparture}); there {@link WireExit} puts it onto the wire. What is for the host or
 * unusual passes to where it would go without this extension: by the LAN class to the host's network stack.
 */
public final class RouterExtension implements Extension {
    /** The name under which {@link Forwarding} is offered, in version 1. */
    public static final String FORWARDING = "dev.spine.extension.router.Forwarding";

    /** Loaded by the runtime. */
    public RouterExtension() {}

    @Override
    public void start(ExtensionContext context) {
        new CardRouter(context, RouterParameters.of(context)).install();
    }
}
