package dev.spine.extension.runtime;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.Replaceable;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.api.State;
import dev.spine.extension.runtime.load.LoadParameters;
import dev.spine.extension.runtime.quota.ActivationLedger;
import dev.spine.extension.runtime.quota.Quota;
import dev.spine.extension.runtime.quota.QuotaLedger;
import dev.spine.extension.runtime.verify.ExtensionException;
import dev.spine.extension.runtime.verify.TrappedException;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Which version of its code an instance runs, and how one takes over from another: between two messages, on trial, with a way back. Belongs
 * to the card's agent.
 */
final class ExtensionVersions {
    /** What becomes of a new version that cannot start. */
    private interface Refusal {
        /** It has taken the other one's place, and has failed by this. */
        void refused(VersionTrial begun, String why);
    }

    private final ExtensionInstance instance;
    private final ExtensionInstance.Card card;
    private final Holdings holdings;
    private ExtensionVersion current;
    private @Nullable VersionTrial trial;
    private String rollBack = "";
    private long rollBacks;
    /** Versions that were on trial and have failed: what they have asked for is nobody's any more. */
    private final BitSet discarded = new BitSet();
    private int generations = 1;

    ExtensionVersions(ExtensionInstance instance, Holdings holdings, ExtensionVersion first) {
        this.instance = instance;
        this.card = instance.card();
        this.holdings = holdings;
        this.current = first;
    }

    /** {@return the version that runs} */
    ExtensionVersion current() {
        return current;
    }

    /** {@return whether there is a replacement that does not hold yet} */
    boolean isOnTrial() {
        return trial != null;
    }

    /** {@return the replacement that does not hold yet, or null} */
    @Nullable VersionTrial trial() {
        return trial;
    }

    /** {@return how often a version has failed on trial} */
    long rollBacks() {
        return rollBacks;
    }

    /** {@return what the last one has failed by} */
    String rollBack() {
        return rollBack;
    }

    /** The instance ends: no version of it has handlers any more. */
    void end() {
        VersionTrial open = trial;
        if (open != null) {
            open.before().forgetHandlers();
            endTrial();
        }
        current.forgetHandlers();
    }

    /** Puts another version in place of the one that runs, on trial; an exception when it cannot, and the one that runs goes on. */
    void replace(String name, Extension entry, ActivationLedger ledger, LoadParameters parameters) throws ExtensionException {
        takeOver(name, entry, ledger, parameters, this::rollBack);
    }

    private void takeOver(String name, Extension entry, ActivationLedger ledger, LoadParameters parameters, Refusal refusal)
        throws ExtensionException {
        VersionTrial open = trial;
        if (open != null) {
            hold(open);
        }
        State state = save(entry);
        ExtensionVersion before = current;
        QuotaLedger quotas = instance.quotas();
        VersionTrial begun = new VersionTrial(before, card.demultiplexer().take(instance), holdings.beginTrial(),
            quotas.used(Quota.HANDLERS), card.parts().nowNs() + VersionTrial.NS);
        quotas.giveAll(Quota.HANDLERS);
        ledger.goOn(before.ledger());
        current = new ExtensionVersion(instance, name, entry, ledger, parameters, ++generations);
        trial = begun;
        current.ledger().unclear();
        card.events().trialBegan(begun.endsNs());
        Throwable thrown = begin(entry, state, begun);
        holdings.endOpenTransfer();
        if (thrown != null) {
            String text = current.describe(thrown, state == null ? "start" : "restore");
            refusal.refused(begun, text);
            throw new TrappedException("the start of the new version failed: " + text + "; the old one goes on", thrown);
        }
    }

    /**
     * Puts another version in place of the one that runs, which takes its place again before anything comes to the other. Nothing tells of
     * it afterwards, whether the other could start or not: nothing was replaced, so nothing was taken back.
     */
    void rehearse(String name, Extension entry, ActivationLedger ledger, LoadParameters parameters) throws ExtensionException {
        takeOver(name, entry, ledger, parameters, (begun, _) -> goBack(begun));
        VersionTrial open = trial;
        if (open != null) {
            goBack(open);
        }
    }

    /** What the running version leaves to a new one, or null when one of them does not know how. */
    private @Nullable State save(Extension next) throws ExtensionException {
        if (!(current.entry() instanceof Replaceable replaceable) || !(next instanceof Replaceable)) {
            return null;
        }
        State state = RuntimeAccess.newState(holdings);
        Throwable thrown = current.save(replaceable, state);
        holdings.endOpenTransfer();
        if (thrown != null) {
            RuntimeAccess.close(state, buffer -> buffer);
            throw new TrappedException("the running version cannot save its state: " + current.describe(thrown, "save") + "; it goes on",
                thrown);
        }
        return state;
    }

    private @Nullable Throwable begin(Extension entry, @Nullable State state, VersionTrial begun) {
        if (state == null || !(entry instanceof Replaceable replaceable)) {
            return current.start(instance.context());
        }
        Throwable thrown = carry(state, begun);
        if (thrown == null) {
            thrown = current.restore(replaceable, instance.context(), state);
        }
        RuntimeAccess.close(state, buffer -> {
            buffer.release();
            return buffer;
        });
        return thrown;
    }

    /** Has the new version see the buffers of a state: {@return why that cannot be, or null} */
    private @Nullable Throwable carry(State state, VersionTrial begun) {
        try {
            RuntimeAccess.carry(state, buffer -> {
                Lease kept = holdings.leaseOf(buffer);
                Lease shared = holdings.share(kept);
                begun.kept().carry(kept, shared);
                return shared.buffer();
            });
            return null;
        } catch (IllegalArgumentException e) {
            return new IllegalStateException("the running version has released a buffer that its state names", e);
        }
    }

    /** The replacement holds: nothing of the version before is left. */
    void hold(VersionTrial open) {
        open.before().forgetHandlers();
        open.kept().hold(holdings);
        endTrial();
    }

    private void endTrial() {
        trial = null;
        holdings.endTrial();
        current.ledger().unclear();
        card.events().trialEnded();
    }

    /** The new version has failed on trial: it is gone, with what it keeps and what it has asked for, and the one before it goes on. */
    void rollBack(VersionTrial open, String why) {
        rollBack = why;
        rollBacks++;
        goBack(open);
        card.events().rolledBack(instance, why);
    }

    private void goBack(VersionTrial open) {
        ExtensionVersion failed = current;
        QuotaLedger quotas = instance.quotas();
        holdings.endOpenTransfer();
        holdings.releaseAllBut(open.kept());
        card.demultiplexer().removeAll(instance);
        card.demultiplexer().putBack(open.filters());
        quotas.give(Quota.TIMERS, card.parts().timers().removeAll(instance.number(), failed.generation()));
        card.events().versionLeft(instance, failed.generation());
        discarded.set(failed.generation());
        failed.forgetHandlers();
        quotas.giveAll(Quota.HANDLERS);
        quotas.enterEverywhere(Quota.HANDLERS, open.handlers());
        current = open.before();
        current.ledger().goOn(failed.ledger());
        endTrial();
    }

    /** {@return whether the end of something that a version has asked for is told to the instance} */
    boolean wants(int generation) {
        return instance.isRunning() && !discarded.get(generation);
    }
}
