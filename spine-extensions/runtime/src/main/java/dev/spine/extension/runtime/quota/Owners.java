package dev.spine.extension.runtime.quota;

import dev.spine.extension.runtime.verify.ExtensionException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The ledgers of all owners that have extensions on the card, or limits of their own. Belongs to the card's agent. */
public final class Owners {
    /** The most owners with limits of their own. */
    static final int MAX_OWNERS = 1024;

    private final Map<Integer, OwnerLedger> ledgers = new LinkedHashMap<>();

    /** {@return the ledger of an owner} */
    public OwnerLedger of(int owner, long nowNs) {
        OwnerLedger known = ledgers.get(owner);
        if (known != null) {
            return known;
        }
        forget(nowNs);
        OwnerLedger ledger = new OwnerLedger(owner);
        ledgers.put(owner, ledger);
        return ledger;
    }

    /** {@return the ledger of an owner, or null when nothing is known of it} */
    public @Nullable OwnerLedger find(int owner) {
        return ledgers.get(owner);
    }

    /**
     * Sets what an owner may use. One of which nothing is left begins anew, as its number may be somebody else's from now on.
     *
     * @return whether it begins anew
     */
    public boolean limit(int owner, OwnerLimits limits, long nowNs) throws ExtensionException {
        if (ledgers.size() >= MAX_OWNERS && !ledgers.containsKey(owner)) {
            throw new ExtensionException("the card keeps the limits of " + MAX_OWNERS + " owners, and no more");
        }
        OwnerLedger known = ledgers.get(owner);
        boolean begins = known == null || known.isOver(nowNs);
        if (begins) {
            ledgers.remove(owner);
        }
        of(owner, nowNs).limit(limits);
        return begins;
    }

    /**
     * Forgets the owners whose last extension has left, unless the host has set their limits, or what they have used or failed by lately
     * must be remembered: nobody gets more than his by leaving and coming back.
     */
    public void forget(long nowNs) {
        ledgers.values().removeIf(ledger -> ledger.isForgettable(nowNs));
    }

    /** {@return the ledgers of all owners} */
    public List<OwnerLedger> all() {
        return List.copyOf(ledgers.values());
    }

    /** The IOP is reset: the host says again what each owner may use. */
    public void reset() {
        ledgers.clear();
    }
}
