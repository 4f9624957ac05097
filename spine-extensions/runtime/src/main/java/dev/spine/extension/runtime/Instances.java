package dev.spine.extension.runtime;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.metered.MeterAccount;
import dev.spine.extension.runtime.limits.CardLimits;
import dev.spine.extension.runtime.load.AcceptedImages;
import dev.spine.extension.runtime.load.ExtensionClassLoader;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.load.LoadParameters;
import dev.spine.extension.runtime.quota.ActivationLedger;
import dev.spine.extension.runtime.quota.LoadPace;
import dev.spine.extension.runtime.quota.OwnerLedger;
import dev.spine.extension.runtime.quota.OwnerLimits;
import dev.spine.extension.runtime.quota.Owners;
import dev.spine.extension.runtime.quota.Quota;
import dev.spine.extension.runtime.quota.QuotaLedger;
import dev.spine.extension.runtime.quota.ThrottledException;
import dev.spine.extension.runtime.verify.ExtensionException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The instances on a card, and how they come, are replaced and go. Belongs to the card's agent. */
final class Instances {
    private static final long NOT_LOADED = Long.MIN_VALUE;

    private final RuntimeModule runtime;
    private final @Nullable ExtensionInstance[] instances = new ExtensionInstance[CardLimits.MAX_INSTANCES + 1];
    private final Owners owners = new Owners();
    /** When each instance was loaded or replaced last; {@link #NOT_LOADED} before its start has gone well. */
    private final long[] loadedNs = new long[CardLimits.MAX_INSTANCES + 1];
    private int trials;
    /** When the first trial ends, or an earlier time at which one has ended. */
    private long nextTrialEnd = Long.MAX_VALUE;
    private long droppedByGone;
    private long failedByGone;
    private int transfersLeft = RuntimeModule.MAX_TRANSFERS - 2 - FrameMessages.PULLS;

    Instances(RuntimeModule runtime) {
        this.runtime = runtime;
        Arrays.fill(loadedNs, NOT_LOADED);
    }

    @Nullable ExtensionInstance get(int number) {
        return number > 0 && number < instances.length ? instances[number] : null;
    }

    /** {@return an instance that an owner may name, or null; the node itself may name every one} */
    @Nullable ExtensionInstance get(int number, int owner) {
        ExtensionInstance instance = get(number);
        return instance != null && (owner == 0 || instance.options().owner() == owner) ? instance : null;
    }

    Owners owners() {
        return owners;
    }

    /** {@return activations that have failed and were not repeated by the version before} */
    long failedActivations() {
        long failed = failedByGone;
        for (ExtensionInstance instance : instances) {
            failed += instance == null ? 0 : instance.failedActivations();
        }
        return failed;
    }

    /** {@return messages and packets that came to an instance and that no handler of it got} */
    long dropped() {
        long dropped = droppedByGone;
        for (ExtensionInstance instance : instances) {
            dropped += instance == null ? 0 : instance.dropped();
        }
        return dropped;
    }

    /** Counts the heap of the other extensions of an owner, so that garbage of theirs does not count as held. */
    void countOthers(ExtensionInstance instance) {
        for (ExtensionInstance other : instances) {
            if (other != null && other != instance && other.isRunning() && other.options().owner() == instance.options().owner()) {
                other.version().count();
            }
        }
    }

    /** The ledger of an instance to come, entered with its owner; an exception when the card or the owner can have no more of them. */
    QuotaLedger openLedger(int owner) throws ExtensionException {
        freeNumber();
        QuotaLedger quotas = new QuotaLedger(owners.of(owner, runtime.nowNs()).quotas()).limit(Quota.INSTANCES, 1)
            .limit(Quota.FUEL_PER_SECOND, runtime.limits().code().fuelPerSecond()).limit(Quota.HEAP, runtime.limits().code().heldHeap())
            .limit(Quota.BUFFERS, runtime.limits().keptBuffers()).limit(Quota.MEMORY, runtime.limits().card().memoryBytes())
            .limit(Quota.DMA_PER_SECOND, runtime.limits().card().dmaPerSecond())
            .limit(Quota.MESSAGES_PER_SECOND, runtime.limits().card().messagesPerSecond())
            .limit(Quota.TIMERS, runtime.limits().timers()).limit(Quota.HANDLERS, runtime.limits().card().handlers());
        if (!quotas.take(Quota.INSTANCES, 1)) {
            throw new ExtensionException("owner " + Integer.toUnsignedString(owner) + " has as many extensions as it may: unload one"
                + " first");
        }
        try {
            requireFuel(quotas);
        } catch (ExtensionException e) {
            closeLedger(quotas);
            throw e;
        }
        return quotas;
    }

    /** {@return the lowest number that no instance has} */
    private int freeNumber() throws ExtensionException {
        int number = 1;
        while (number <= CardLimits.MAX_INSTANCES && instances[number] != null) {
            number++;
        }
        if (number > CardLimits.MAX_INSTANCES || transfersLeft < runtime.limits().transfers()) {
            throw new ExtensionException("the card runs as many extensions as it can: unload one first");
        }
        return number;
    }

    /** Gives back what a ledger holds for as long as its instance is there. */
    void closeLedger(QuotaLedger quotas) {
        quotas.giveAll(Quota.INSTANCES);
        quotas.giveAll(Quota.HEAP);
        owners.forget(runtime.nowNs());
    }

    /** Sets what an owner may use. Of one that begins anew nothing is left, what it has loaded before included. */
    void limit(int owner, OwnerLimits limits) throws ExtensionException {
        if (owners.limit(owner, limits, runtime.nowNs())) {
            runtime.loads().accepted().forget(owner);
        }
    }

    // --- who fails too fast, or has too much verified

    /** An exception while extensions of an owner may not be loaded or replaced, because they fail too fast or start for too long. */
    void requirePace(int owner) throws ThrottledException {
        OwnerLedger ledger = owners.find(owner);
        if (ledger != null) {
            ledger.pace().require(runtime.nowNs());
            ledger.starting().require(runtime.nowNs());
        }
    }

    /** A load or a replacement of an owner has failed. The node itself loads what it is told to by whoever runs it, and does not wait. */
    void failed(int owner) {
        if (owner != 0) {
            owners.of(owner, runtime.nowNs()).pace().failed(runtime.nowNs());
        }
    }

    /** An exception while no image may be verified for an owner, because it has had too much verified. */
    void requireVerifying(int owner) throws ThrottledException {
        OwnerLedger ledger = owners.find(owner);
        if (ledger != null) {
            ledger.verifying().require(runtime.nowNs());
        }
    }

    /** An image was verified for an owner, and that took so long. The node itself has verified what whoever runs it says. */
    void verified(int owner, long ns) {
        if (owner != 0) {
            owners.of(owner, runtime.nowNs()).verifying().took(ns, runtime.nowNs());
        }
    }

    long processorNs() {
        return runtime.processorNs();
    }

    /** Something of an owner was linked and started, or was not in the end, and that took so long of the card's thread. */
    void started(int owner, long ns) {
        if (owner != 0) {
            owners.of(owner, runtime.nowNs()).starting().took(ns, runtime.nowNs());
        }
    }

    /** An instance has failed: {@return whether it had started}; otherwise the load fails by that. */
    boolean onFailure(ExtensionInstance instance) {
        long since = loadedNs[instance.number()];
        if (since != NOT_LOADED && runtime.nowNs() - since < LoadPace.SOON_NS) {
            failed(instance.owner());
        }
        return since != NOT_LOADED;
    }

    // --- life

    /** Defines the classes of an image and makes its entry. */
    private Extension link(AcceptedImages.Accepted image, int number, ActivationLedger ledger) throws ExtensionException {
        ActivationWatch watching = runtime.watch();
        ExtensionClassLoader loader = new ExtensionClassLoader(number, image.name(), image.metered(), ledger.account());
        if (watching != null) {
            ledger.account().listen((file, line) -> watching.line(number, file, line));
        }
        ledger.beginStart();
        Extension entry = loader.instantiate(image.entryClass());
        ledger.end();
        Error hung = runtime.guests().comeBack(number);
        if (hung != null) {
            throw new ExtensionException("the constructor " + hung.getMessage());
        }
        return entry;
    }

    /** Constructors and starts take fuel, too: nobody gets more than his by loading. */
    void requireFuel(QuotaLedger quotas) throws ExtensionException {
        if (!quotas.mayBegin(Quota.FUEL_PER_SECOND, runtime.nowNs())) {
            throw new ExtensionException("the fuel of this second, of this extension or of its owner, is used up: try again");
        }
    }

    /** Links an image and starts it; an exception, and its ledger is closed, when that fails. */
    ExtensionInstance start(AcceptedImages.Accepted image, LoadOptions options, QuotaLedger quotas) throws ExtensionException {
        ExtensionInstance instance;
        try {
            // Since the ledger was opened others may have come.
            int number = freeNumber();
            requireFuel(quotas);
            ActivationLedger ledger = new ActivationLedger(new MeterAccount(), runtime.limits().code(), quotas);
            instance = new ExtensionInstance(runtime, number, image.name(), options, quotas, link(image, number, ledger), ledger);
        } catch (ExtensionException e) {
            closeLedger(quotas);
            throw e;
        }
        runtime.port();
        instance.turn().restUntil(owners.of(instance.owner(), runtime.nowNs()).restsUntilNs());
        instances[instance.number()] = instance;
        transfersLeft -= runtime.limits().transfers();
        try {
            instance.start();
        } catch (ExtensionException e) {
            remove(instance);
            throw e;
        }
        loadedNs[instance.number()] = runtime.nowNs();
        return instance;
    }

    /**
     * Replaces the code of an instance, between two messages.
     *
     * @throws ExtensionException when the new version fails to start: the old one goes on
     */
    void replace(ExtensionInstance instance, AcceptedImages.Accepted image, LoadParameters parameters) throws ExtensionException {
        requireFuel(instance.quotas());
        ActivationLedger ledger = new ActivationLedger(new MeterAccount(), runtime.limits().code(), instance.quotas());
        instance.versions().replace(image.name(), link(image, instance.number(), ledger), ledger, parameters);
        loadedNs[instance.number()] = runtime.nowNs();
    }

    /**
     * Replaces the code of an instance and takes it back at once.
     *
     * @throws ExtensionException when the new version fails to start
     */
    void rehearse(ExtensionInstance instance, AcceptedImages.Accepted image, LoadParameters parameters) throws ExtensionException {
        requireFuel(instance.quotas());
        ActivationLedger ledger = new ActivationLedger(new MeterAccount(), runtime.limits().code(), instance.quotas());
        instance.versions().rehearse(image.name(), link(image, instance.number(), ledger), ledger, parameters);
    }

    /** A replacement is on trial until this time at most. */
    void trialBegun(long endsNs) {
        trials++;
        nextTrialEnd = Math.min(nextTrialEnd, endsNs);
    }

    void trialEnded() {
        trials--;
    }

    /** Ends the trials that have lasted long enough. */
    int expireTrials() {
        if (trials == 0) {
            return 0;
        }
        int work = 0;
        long now = runtime.nowNs();
        if (nextTrialEnd <= now) {
            nextTrialEnd = Long.MAX_VALUE;
            for (ExtensionInstance instance : instances) {
                VersionTrial trial = instance == null ? null : instance.versions().trial();
                if (instance != null && trial != null && trial.endsNs() <= now) {
                    instance.versions().hold(trial);
                    work++;
                } else if (trial != null) {
                    nextTrialEnd = Math.min(nextTrialEnd, trial.endsNs());
                }
            }
        }
        if (trials > 0) {
            runtime.wakeAt(nextTrialEnd);
        }
        return work;
    }

    /** Takes an instance that has ended and is drained off the card. */
    void remove(ExtensionInstance instance) {
        instances[instance.number()] = null;
        loadedNs[instance.number()] = NOT_LOADED;
        runtime.dispatcher().forget(instance);
        transfersLeft += runtime.limits().transfers();
        droppedByGone += instance.dropped();
        failedByGone += instance.failedActivations();
        owners.of(instance.owner(), runtime.nowNs()).left(instance.turn());
        closeLedger(instance.quotas());
    }

    /** The IOP is reset: all leave. */
    void reset() {
        for (ExtensionInstance instance : instances) {
            if (instance != null) {
                instance.stop();
                remove(instance);
            }
        }
        owners.reset();
    }
}
