package dev.spine.extension.runtime;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The ledgers of all owners that have extensions on the card, or limits of their own. Belongs to the card's agent. */
final class Owners {
    /** The most owners with limits of their own. */
    static final int MAX_OWNERS = 1024;

    private final Map<Integer, OwnerLedger> ledgers = new LinkedHashMap<>();

    /** {@return the ledger of an owner} */
    OwnerLedger of(int owner) {
        return ledgers.computeIfAbsent(owner, OwnerLedger::new);
    }

    void limit(int owner, OwnerLimits limits) throws ExtensionException {
        if (ledgers.size() >= MAX_OWNERS && !ledgers.containsKey(owner)) {
            throw new ExtensionException("the card keeps the limits of " + MAX_OWNERS + " owners, and no more");
        }
        of(owner).limit(limits);
    }

    /** An extension has left: its owner is forgotten with its last one, unless the host has set its limits. */
    void forget(int owner) {
        OwnerLedger ledger = ledgers.get(owner);
        if (ledger != null && ledger.isForgettable()) {
            ledgers.remove(owner);
        }
    }

    List<OwnerLedger> all() {
        return List.copyOf(ledgers.values());
    }

    /** The IOP is reset: the host says again what each owner may use. */
    void reset() {
        ledgers.clear();
    }
}
