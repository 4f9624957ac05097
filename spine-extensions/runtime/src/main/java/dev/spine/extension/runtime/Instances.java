package dev.spine.extension.runtime;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.metered.MeterAccount;
import dev.spine.extension.runtime.limits.CardLimits;
import dev.spine.extension.runtime.limits.CodeLimits;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.load.AcceptedImages;
import dev.spine.extension.runtime.load.ExtensionClassLoader;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.load.LoadParameters;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.parts.CarriedOver;
import dev.spine.extension.runtime.parts.RuntimeParts;
import dev.spine.extension.runtime.quota.ActivationLedger;
import dev.spine.extension.runtime.quota.HeapCount;
import dev.spine.extension.runtime.quota.LoadPace;
import dev.spine.extension.runtime.quota.OwnerLedger;
import dev.spine.extension.runtime.quota.OwnerLimits;
import dev.spine.extension.runtime.quota.Owners;
import dev.spine.extension.runtime.quota.Quota;
import dev.spine.extension.runtime.quota.QuotaLedger;
import dev.spine.extension.runtime.quota.ThrottledException;
import dev.spine.extension.runtime.verify.ExtensionException;
import dev.spine.extension.runtime.watch.ActivationWatch;
import dev.spine.iop.bus.MemoryLedger;
import java.util.Arrays;

/** How instances come to a card, are replaced, fail and go. Belongs to the card's agent. */
final class Instances implements InstanceEvents {
    private static final long NOT_LOADED = Long.MIN_VALUE;

    private final RuntimeParts parts;
    private final CarriedOver carried;
    private final InstanceLimits limits;
    private final InstanceTable table;
    private final CardContext.Card contexts;
    private final ExtensionInstance.Card card;
    private final AcceptedImages accepted;
    private final Owners owners;
    /** When each instance was loaded or replaced last; {@link #NOT_LOADED} before its start has gone well. */
    private final long[] loadedNs = new long[CardLimits.MAX_INSTANCES + 1];
    /** Bytes of the images of instances, by number. */
    private final int[] imageBytes = new int[CardLimits.MAX_INSTANCES + 1];
    private final MemoryLedger memory;
    private int trials;
    /** When the first trial ends, or an earlier time at which one has ended. */
    private long nextTrialEnd = Long.MAX_VALUE;
    private int transfersLeft = CarriedOver.MAX_TRANSFERS - 2 - FrameMessages.PULLS;

    Instances(InstanceTable table, Demultiplexer demultiplexer, CardContext.Card contexts, AcceptedImages accepted) {
        this.parts = contexts.parts();
        this.carried = parts.carried();
        this.limits = parts.limits();
        this.memory = parts.environment().bus().memory(parts.environment().busAgent());
        this.table = table;
        this.contexts = contexts;
        this.card = new ExtensionInstance.Card(parts, contexts.dispatcher().local(), demultiplexer, this);
        this.accepted = accepted;
        this.owners = parts.owners();
        Arrays.fill(loadedNs, NOT_LOADED);
    }

    /** {@return activations that have failed and were not repeated by the version before} */
    long failedActivations() {
        long failed = carried.failed();
        for (ExtensionInstance instance : table.all()) {
            failed += instance.failedActivations();
        }
        return failed;
    }

    /** {@return messages and packets that came to an instance and that no handler of it got} */
    long dropped() {
        long dropped = carried.dropped();
        for (ExtensionInstance instance : table.all()) {
            dropped += instance.dropped();
        }
        return dropped;
    }

    /** The ledger of an instance to come, entered with its owner; an exception when the card or the owner can have no more of them. */
    QuotaLedger openLedger(int owner) throws ExtensionException {
        freeNumber();
        QuotaLedger quotas = new QuotaLedger(owners.of(owner, parts.nowNs()).quotas()).limit(Quota.INSTANCES, 1)
            .limit(Quota.FUEL_PER_SECOND, limits.code().fuelPerSecond()).limit(Quota.HEAP, limits.code().heldHeap())
            .limit(Quota.BUFFERS, limits.keptBuffers()).limit(Quota.MEMORY, limits.card().memoryBytes())
            .limit(Quota.DMA_PER_SECOND, limits.card().dmaPerSecond())
            .limit(Quota.MESSAGES_PER_SECOND, limits.card().messagesPerSecond())
            .limit(Quota.TIMERS, limits.timers()).limit(Quota.HANDLERS, limits.card().handlers());
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

    private int freeNumber() throws ExtensionException {
        int number = table.freeNumber();
        if (number == 0 || transfersLeft < limits.transfers()) {
            throw new ExtensionException("the card runs as many extensions as it can: unload one first");
        }
        return number;
    }

    /** Gives back what a ledger holds for as long as its instance is there. */
    void closeLedger(QuotaLedger quotas) {
        quotas.giveAll(Quota.INSTANCES);
        quotas.giveAll(Quota.HEAP);
        owners.forget(parts.nowNs());
    }

    /** Sets what an owner may use. Of one that begins anew nothing is left, what it has loaded before included. */
    void limit(int owner, OwnerLimits allowed) throws ExtensionException {
        if (owners.limit(owner, allowed, parts.nowNs())) {
            accepted.forget(owner);
        }
    }

    // --- who fails too fast, or has too much verified

    /** An exception while extensions of an owner may not be loaded or replaced, because they fail too fast or start for too long. */
    void requirePace(int owner) throws ThrottledException {
        OwnerLedger ledger = owners.find(owner);
        if (ledger != null) {
            ledger.pace().require(parts.nowNs());
            ledger.starting().require(parts.nowNs());
        }
    }

    /** A load or a replacement of an owner has failed. The node itself loads what it is told to by whoever runs it, and does not wait. */
    void failed(int owner) {
        if (owner != 0) {
            owners.of(owner, parts.nowNs()).pace().failed(parts.nowNs());
        }
    }

    /** An exception while no image may be verified for an owner, because it has had too much verified. */
    void requireVerifying(int owner) throws ThrottledException {
        OwnerLedger ledger = owners.find(owner);
        if (ledger != null) {
            ledger.verifying().require(parts.nowNs());
        }
    }

    /** An image was verified for an owner, and that took so long. The node itself has verified what whoever runs it says. */
    void verified(int owner, long ns) {
        if (owner != 0) {
            owners.of(owner, parts.nowNs()).verifying().took(ns, parts.nowNs());
        }
    }

    long processorNs() {
        return parts.agent().processorNs();
    }

    /** Something of an owner was linked and started, or was not in the end, and that took so long of the card's thread. */
    void started(int owner, long ns) {
        if (owner != 0) {
            owners.of(owner, parts.nowNs()).starting().took(ns, parts.nowNs());
        }
    }

    // --- life

    /** Defines the classes of an image and makes its entry. */
    private Extension link(AcceptedImages.Accepted image, int number, ActivationLedger ledger) throws ExtensionException {
        ActivationWatch watching = parts.carried().watch();
        ExtensionClassLoader loader = new ExtensionClassLoader(number, image.name(), image.metered(), ledger.account());
        if (watching != null) {
            ledger.account().listen((file, line) -> watching.line(number, file, line));
        }
        ledger.beginStart();
        Extension entry = loader.instantiate(image.entryClass());
        ledger.end();
        Error hung = parts.guests().comeBack(number);
        if (hung != null) {
            throw new ExtensionException("the constructor " + hung.getMessage());
        }
        return entry;
    }

    /** Constructors and starts take fuel, too: nobody gets more than his by loading. */
    void requireFuel(QuotaLedger quotas) throws ExtensionException {
        if (!quotas.mayBegin(Quota.FUEL_PER_SECOND, parts.nowNs())) {
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
            ActivationLedger ledger = ledger(codeLimits(image, 0), quotas);
            instance = new ExtensionInstance(card, number, image.name(), options, quotas, link(image, number, ledger), ledger);
        } catch (ExtensionException e) {
            closeLedger(quotas);
            throw e;
        }
        parts.port().get();
        instance.turn().restUntil(owners.of(instance.owner(), parts.nowNs()).restsUntilNs());
        table.add(instance);
        transfersLeft -= limits.transfers();
        int number = instance.number();
        imageBytes[number] = image.jar().length;
        memory.hold(holderOf(number, "image"), () -> imageBytes[number]);
        memory.hold(holderOf(number, "heap"), () -> quotas.used(Quota.HEAP));
        try {
            instance.start();
        } catch (ExtensionException e) {
            remove(instance);
            throw e;
        }
        loadedNs[number] = parts.nowNs();
        return instance;
    }

    private ActivationLedger ledger(CodeLimits code, QuotaLedger quotas) {
        return new ActivationLedger(new MeterAccount(), code, quotas, memory.limit() == MemoryLedger.UNLIMITED ? null : memory::left);
    }

    private String holderOf(int number, String what) {
        return parts.environment().name() + " " + what + " of extension " + number;
    }

    /** What code may use whose image the card's memory has room for, an exception when it has none: the rest is the most for its heap. */
    private CodeLimits codeLimits(AcceptedImages.Accepted image, long replacedBytes) throws ExtensionException {
        CodeLimits code = limits.code();
        if (memory.limit() == MemoryLedger.UNLIMITED) {
            return code;
        }
        long left = Math.max(0, memory.left() + replacedBytes);
        int bytes = image.jar().length;
        if (left <= bytes) {
            throw new ExtensionException(memory.refuse("the card's memory of " + memory.limit() + " bytes has " + left
                + " left, and the image takes " + bytes
                + ": unload another extension, or give the card more memory or smaller buffers. It holds"));
        }
        return new CodeLimits(code.fuel(), code.startFuel(), code.fuelPerSecond(), code.heap(), Math.min(code.heldHeap(), left - bytes),
            code.stack());
    }

    private CodeLimits codeLimits(AcceptedImages.Accepted image, ExtensionInstance replaced) throws ExtensionException {
        return codeLimits(image, imageBytes[replaced.number()] + replaced.quotas().used(Quota.HEAP));
    }

    /**
     * Replaces the code of an instance, between two messages.
     *
     * @throws ExtensionException when the new version fails to start: the old one goes on
     */
    void replace(ExtensionInstance instance, AcceptedImages.Accepted image, LoadParameters parameters) throws ExtensionException {
        requireFuel(instance.quotas());
        ActivationLedger ledger = ledger(codeLimits(image, instance), instance.quotas());
        instance.versions().replace(image.name(), link(image, instance.number(), ledger), ledger, parameters);
        imageBytes[instance.number()] = image.jar().length;
        loadedNs[instance.number()] = parts.nowNs();
    }

    /**
     * Replaces the code of an instance and takes it back at once.
     *
     * @throws ExtensionException when the new version fails to start
     */
    void rehearse(ExtensionInstance instance, AcceptedImages.Accepted image, LoadParameters parameters) throws ExtensionException {
        requireFuel(instance.quotas());
        ActivationLedger ledger = ledger(codeLimits(image, instance), instance.quotas());
        instance.versions().rehearse(image.name(), link(image, instance.number(), ledger), ledger, parameters);
    }

    /** Ends the trials that have lasted long enough. */
    int expireTrials() {
        if (trials == 0) {
            return 0;
        }
        int work = 0;
        long now = parts.nowNs();
        if (nextTrialEnd <= now) {
            nextTrialEnd = Long.MAX_VALUE;
            for (ExtensionInstance instance : table.all()) {
                VersionTrial trial = instance.versions().trial();
                if (trial != null && trial.endsNs() <= now) {
                    instance.versions().hold(trial);
                    work++;
                } else if (trial != null) {
                    nextTrialEnd = Math.min(nextTrialEnd, trial.endsNs());
                }
            }
        }
        if (trials > 0) {
            parts.agent().wakeAt(nextTrialEnd);
        }
        return work;
    }

    /** Takes an instance that has ended and is drained off the card. */
    void remove(ExtensionInstance instance) {
        table.remove(instance);
        release(instance);
        loadedNs[instance.number()] = NOT_LOADED;
        contexts.dispatcher().forget(instance.number());
        transfersLeft += limits.transfers();
        carried.gone(instance.dropped(), instance.failedActivations());
        owners.of(instance.owner(), parts.nowNs()).left(instance.turn());
        closeLedger(instance.quotas());
    }

    private void release(ExtensionInstance instance) {
        memory.release(holderOf(instance.number(), "image"));
        memory.release(holderOf(instance.number(), "heap"));
    }

    /** Their thread was given up: the card holds nothing of them any more. */
    void leave() {
        table.all().forEach(this::release);
    }

    /** Somebody has unloaded an instance that ran. */
    void unloaded(ExtensionInstance instance) {
        parts.environment().report(RuntimeProtocol.EVENT_STOPPED, instance.number(), RuntimeProtocol.STOPPED_BY_UNLOAD, instance.serial());
    }

    /** The IOP is reset: all leave. */
    void reset() {
        // One may leave because another does.
        for (int number = 1; number <= CardLimits.MAX_INSTANCES; number++) {
            ExtensionInstance instance = table.get(number);
            if (instance != null) {
                instance.stop();
                remove(instance);
            }
        }
        owners.reset();
    }

    // --- what instances tell

    @Override
    public ExtensionInstance.Context contextOf(ExtensionInstance instance) {
        return new CardContext(instance, contexts);
    }

    @Override
    public void ended(ExtensionInstance instance) {
        card.demultiplexer().removeAll(instance);
        parts.timers().removeAll(instance.number());
        parts.background().removeAll(instance);
        parts.burstEnd().remove(instance);
        contexts.dispatcher().end(instance.number());
        contexts.surfaces().removeAll(instance);
        contexts.stores().removeAll(instance);
        instance.context().end();
    }

    @Override
    public void failed(ExtensionInstance instance, String why) {
        long since = loadedNs[instance.number()];
        if (since != NOT_LOADED) {
            // Otherwise the load fails by that.
            if (parts.nowNs() - since < LoadPace.SOON_NS) {
                failed(instance.owner());
            }
            parts.environment().report(RuntimeProtocol.EVENT_STOPPED, instance.number(), RuntimeProtocol.STOPPED_BY_FAILURE,
                instance.serial());
        }
        carried.lastFailure("extension " + instance.name() + " was stopped: " + why);
    }

    @Override
    public void trialBegan(long endsNs) {
        trials++;
        nextTrialEnd = Math.min(nextTrialEnd, endsNs);
    }

    @Override
    public void trialEnded() {
        contexts.services().endStale();
        trials--;
    }

    @Override
    public void versionLeft(ExtensionInstance instance, int generation) {
        contexts.dispatcher().memory().exports().endAll(instance.number(), generation);
    }

    @Override
    public void rolledBack(ExtensionInstance instance, String why) {
        failed(instance.owner());
        carried.lastFailure("the new version of extension " + instance.name() + " was taken back: " + why);
    }

    @Override
    public void revoked(Lease lease) {
        contexts.dispatcher().host().cancel(lease);
    }

    @Override
    public void countOthers(ExtensionInstance instance) {
        countOthers(instance, false);
    }

    @Override
    public void countAllOthers(ExtensionInstance instance) {
        countOthers(instance, true);
    }

    private void countOthers(ExtensionInstance instance, boolean ofAllOwners) {
        for (ExtensionInstance other : table.all()) {
            if (other != instance && other.isRunning() && (ofAllOwners || other.owner() == instance.owner())) {
                other.version().count();
            }
        }
    }

    @Override
    public String fullMemory() {
        return memory.refuse("left more in use than the card's memory of " + memory.limit() + " bytes has room for. It holds")
            .replaceAll("\n *", "; ");
    }

    @Override
    public void countOffers(ExtensionInstance instance, HeapCount count) {
        contexts.services().count(instance, count);
    }
}
