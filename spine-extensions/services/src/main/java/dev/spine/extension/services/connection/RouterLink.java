package dev.spine.extension.services.connection;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.ServiceException;
import dev.spine.extension.router.Forwarding;
import org.jspecify.annotations.Nullable;

/** The way to the card's router, which may be loaded later than its services, or be replaced: then it is linked again. */
public final class RouterLink {
    private static final String SERVICE = "dev.spine.extension.router.Forwarding";
    private static final long RETRY_NS = 10_000_000;

    private final ExtensionContext context;
    private @Nullable Forwarding router;
    private boolean failed;
    private long failedAtNs;

    /**
     * A link that is not made yet.
     *
     * @param context of the service
     */
    public RouterLink(ExtensionContext context) {
        this.context = context;
    }

    /**
     * {@return whether the router has taken a frame; false when there is none, or it is nothing that it forwards}
     *
     * @param frame holds it
     * @param offset where its MAC header begins
     * @param bytes how many
     */
    public boolean forward(Buffer frame, int offset, int bytes) {
        Forwarding there = router;
        if (there == null) {
            there = linked();
            if (there == null) {
                return false;
            }
        }
        try {
            return there.forward(frame, offset, bytes);
        } catch (ServiceException e) {
            router = null;
            return false;
        }
    }

    /**
     * {@return whether there is a router} One that is there and has not taken a frame hands back what only the host could bring on: the
     * host's own, or for a neighbour that it has to find first. The host has nothing but the packet as it came, so it is lost.
     */
    public boolean isThere() {
        return router != null;
    }

    private @Nullable Forwarding linked() {
        long now = context.nowNs();
        if (failed && now - failedAtNs < RETRY_NS) {
            return null;
        }
        try {
            Forwarding there = context.services().link(SERVICE, 1, 1);
            router = there;
            failed = false;
            return there;
        } catch (ServiceException e) {
            failed = true;
            failedAtNs = now;
            return null;
        }
    }
}
