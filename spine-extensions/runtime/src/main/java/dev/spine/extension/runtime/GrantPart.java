package dev.spine.extension.runtime;

import dev.spine.extension.api.HostRegion;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.api.Surface;
import dev.spine.iop.bus.GrantTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A surface or a region of the host's memory in the hands of one instance, with what was made of it: what a revocation has to reach. Held
 * by each transfer that goes there. Belongs to the card's agent.
 */
final class GrantPart {
    private final Holdings holdings;
    private final @Nullable GrantPart whole;
    private final @Nullable Surface surface;
    private final @Nullable HostRegion region;
    private final List<GrantPart> parts = new ArrayList<>();
    private int transfers;
    private boolean revoked;
    private boolean ended;
    private int handler;
    private int number;

    private GrantPart(Holdings holdings, @Nullable GrantPart whole, @Nullable Surface surface, @Nullable HostRegion region) {
        this.holdings = holdings;
        this.whole = whole;
        this.surface = surface;
        this.region = region;
        if (surface != null) {
            RuntimeAccess.attach(surface, this);
        }
        if (region != null) {
            RuntimeAccess.attach(region, this);
        }
        if (whole != null) {
            whole.parts.add(this);
        }
        holdings.partMade(this);
    }

    /** A surface as its display granted it, or a part of one. */
    static GrantPart of(Holdings holdings, @Nullable GrantPart whole, Surface surface) {
        return new GrantPart(holdings, whole, surface, null);
    }

    /** A region as the host granted it, or a part of one. */
    static GrantPart of(Holdings holdings, @Nullable GrantPart whole, HostRegion region) {
        return new GrantPart(holdings, whole, null, region);
    }

    Holdings holdings() {
        return holdings;
    }

    /** {@return whether it was made of another one, and not granted from outside} */
    boolean isPart() {
        return whole != null;
    }

    /** {@return the token of the grant behind it} */
    long grant() {
        return surface != null ? RuntimeAccess.grant(surface) : region != null ? RuntimeAccess.grant(region) : GrantTable.NONE;
    }

    /** {@return this; an exception says so when it was revoked} */
    GrantPart usable() {
        if (revoked) {
            throw new IllegalStateException("this " + (surface != null ? "surface" : "region")
                + " was revoked by who gave it, or by this extension: ask for a new one");
        }
        return this;
    }

    /** A transfer goes there. */
    void hold() {
        transfers++;
    }

    /** A transfer that went there has ended. */
    void release() {
        transfers--;
        endIfUnused();
    }

    /** Revokes it with a report of its end. */
    void revoke(int reportTo, int reportNumber) {
        handler = reportTo;
        number = reportNumber;
        revoke();
    }

    /** Revokes what was made of it and it. What is in flight ends; then it is gone. */
    void revoke() {
        for (GrantPart part : List.copyOf(parts)) {
            part.revoke();
        }
        revoked = true;
        invalidate();
        holdings.cancelTransfers(this);
        endIfUnused();
    }

    /** The grant behind it is no more: nothing with it will succeed. */
    void grantEnded() {
        GrantPart root = this;
        for (GrantPart up = root.whole; up != null; up = root.whole) {
            root = up;
        }
        root.invalidateAll();
    }

    private void invalidateAll() {
        invalidate();
        parts.forEach(GrantPart::invalidateAll);
    }

    private void invalidate() {
        if (surface != null) {
            RuntimeAccess.invalidate(surface);
        }
        if (region != null) {
            RuntimeAccess.invalidate(region);
        }
    }

    private void endIfUnused() {
        if (!revoked || ended || transfers > 0 || !parts.isEmpty()) {
            return;
        }
        ended = true;
        holdings.partEnded(this);
        if (handler > 0) {
            holdings.reportRevoked(handler, number);
        }
        if (whole != null) {
            whole.parts.remove(this);
            whole.endIfUnused();
        }
    }
}
