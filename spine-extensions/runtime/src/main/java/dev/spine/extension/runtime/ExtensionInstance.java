package dev.spine.extension.runtime;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.api.ServiceException;
import dev.spine.extension.runtime.load.FailureText;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.memory.CardMemory;
import dev.spine.extension.runtime.message.BackgroundWork;
import dev.spine.extension.runtime.parts.RuntimeParts;
import dev.spine.extension.runtime.quota.ActivationLedger;
import dev.spine.extension.runtime.quota.OwnerLedger;
import dev.spine.extension.runtime.quota.ProcessorShare;
import dev.spine.extension.runtime.quota.Quota;
import dev.spine.extension.runtime.quota.QuotaLedger;
import dev.spine.extension.runtime.report.Drops;
import dev.spine.extension.runtime.report.FailureRecord;
import dev.spine.extension.runtime.report.InstanceCounters;
import dev.spine.extension.runtime.report.InstanceLog;
import dev.spine.extension.runtime.service.CallFrame;
import dev.spine.extension.runtime.service.ExporterSide;
import dev.spine.extension.runtime.verify.ExtensionException;
import dev.spine.extension.runtime.verify.TrappedException;
import dev.spine.iop.engine.Op;
import dev.spine.iop.packet.Packet;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One loaded extension: its life, and what the card has for it. Its code is called by its {@link ExtensionVersion} and asks its
 * {@link Context}; what it holds is in its {@link Holdings}. Belongs to the card's agent.
 *
 * <p>A handler that throws stops the instance: nothing of it runs again, its surfaces are no longer used, what it holds is returned, and
 * its counters and the failure stay for inspection until it is unloaded.
 */
final class ExtensionInstance implements Resident {
    /**
     * What instances share.
     *
     * @param parts of the runtime
     * @param local where messages and reports wait for them
     * @param demultiplexer has their packet handlers
     * @param events what they tell their card
     */
    record Card(RuntimeParts parts, LocalRoutes local, Demultiplexer demultiplexer, InstanceEvents events) {}

    /** What the code of an instance asks for things. */
    interface Context extends ExtensionContext {
        /** {@return how often the extension was told to wait with a message} */
        long held();

        /** The instance has ended: it offers and uses no services any more. */
        void end();
    }

    private final Card card;
    private final RuntimeParts parts;
    private final int number;
    private final LoadOptions options;
    private final QuotaLedger quotas;
    private final int serial;
    private final Holdings holdings;
    private final Context context;
    private final ProcessorShare.Turn turn;
    private final InstanceCounters counters = new InstanceCounters();
    private final InstanceLog log = new InstanceLog();
    private final ExtensionVersions versions;
    private @Nullable FailureRecord failure;
    /** What the running activation has done that cannot be undone. */
    private int effects;
    private boolean ended;
    private long activations;
    private long failedActivations;
    private final Drops drops = new Drops();

    ExtensionInstance(Card card, int number, String name, LoadOptions options, QuotaLedger quotas, Extension entry,
        ActivationLedger ledger) {
        this.card = card;
        this.parts = card.parts();
        this.turn = options.owner() == 0 ? parts.processorShare().newTurnOfNode() : parts.processorShare().newTurn();
        this.number = number;
        this.options = options;
        this.quotas = quotas;
        this.serial = parts.carried().nextSerial();
        this.holdings = new Holdings(this, parts, card.local(), quotas, packet -> card.demultiplexer().isFirst(this, packet),
            card.events()::revoked);
        this.context = card.events().contextOf(this);
        this.versions = new ExtensionVersions(this, holdings,
            new ExtensionVersion(this, name, entry, ledger, options.parameters(), 1));
    }

    Card card() {
        return card;
    }

    RuntimeParts parts() {
        return parts;
    }

    @Override
    public int number() {
        return number;
    }

    /** {@return whether a version that was replaced goes on if the one that runs fails on trial} */
    boolean mayComeBack(@Nullable ExtensionVersion replaced) {
        VersionTrial open = versions.trial();
        return open != null && open.before() == replaced;
    }

    @Override
    public int owner() {
        return options.owner();
    }

    /** {@return whether it may take packets before the extensions of users: it is the node's own, or an administrator's} */
    boolean mayComeFirst() {
        return !isBounded();
    }

    @Override
    public boolean isBounded() {
        OwnerLedger ledger = parts.owners().find(owner());
        return ledger == null || ledger.isBounded();
    }

    @Override
    public int serial() {
        return serial;
    }

    @Override
    public String name() {
        return version().name();
    }

    Context context() {
        return context;
    }

    @Override
    public int generation() {
        return version().generation();
    }

    @Override
    public boolean wants(int generation) {
        return versions.wants(generation);
    }

    @Override
    public Holdings holdings() {
        return holdings;
    }

    /** {@return whose it is, and whether it ends with its owner's connection} */
    LoadOptions options() {
        return options;
    }

    QuotaLedger quotas() {
        return quotas;
    }

    ExtensionVersions versions() {
        return versions;
    }

    ExtensionVersion version() {
        return versions.current();
    }

    @Nullable Throwable failure() {
        FailureRecord record = failure;
        return record == null ? null : record.why();
    }

    private String failureText() {
        FailureRecord record = failure;
        return record == null ? "" : record.text();
    }

    @Override
    public boolean isRunning() {
        return failure == null && !ended;
    }

    void start() throws ExtensionException {
        Throwable thrown = version().start(context);
        if (thrown != null) {
            fail(thrown, "start");
            throw new TrappedException("start of " + name() + " failed: " + failureText(), thrown);
        }
        holdings.endOpenTransfer();
    }

    /** Ends the instance: no handler of it runs again, and everything that it holds returns, now or when transfers in flight have ended. */
    void stop() {
        if (isRunning()) {
            Throwable thrown = version().stop();
            if (thrown != null) {
                record(thrown, "stop");
            }
        }
        endEverything();
    }

    private void endEverything() {
        ended = true;
        version().ledger().unclear();
        versions.end();
        card.events().ended(this);
        holdings.end();
        quotas.giveAll(Quota.TIMERS);
        quotas.giveAll(Quota.HANDLERS);
        quotas.giveAll(Quota.HEAP);
    }

    private void fail(Throwable why, String what) {
        record(why, what);
        endEverything();
        card.events().failed(this, failureText());
    }

    private void record(Throwable why, String what) {
        List<String> kept = FailureRecord.fields(version().entry());
        kept.add(FailureRecord.message(version().message()));
        kept.add("held " + holdings.leasesInUse() + " leases, " + quotas.used(Quota.BUFFERS) + " kept buffers, "
            + quotas.used(Quota.MEMORY) + " bytes of memory, " + quotas.used(Quota.TIMERS) + " timers, " + holdings.inFlight()
            + " transfers under way");
        failure = new FailureRecord(why, version().describe(why, what), FailureText.stackOf(FailureText.causeOf(why)), kept);
    }

    /** {@return whether nothing of the instance is in flight any more} */
    boolean isDrained() {
        return holdings.isDrained();
    }

    // --- activations

    /**
     * A packet for one of this instance's handlers at a time; it is this instance's from here on.
     *
     * @return whether the handler has passed it on: then it is also the caller's again
     */
    boolean onPacket(Installation<?> installation, Packet packet) {
        boolean fuelled = mayBegin();
        Lease lease = fuelled ? holdings.takeLease() : null;
        if (lease == null) {
            drops.count(fuelled ? Drops.Reason.NO_LEASE : Drops.Reason.NO_FUEL);
            parts.environment().countLost();
            packet.release(parts.agent());
            return false;
        }
        lease.take(packet);
        RuntimeAccess.bringPacket(version().message(), lease.buffer());
        VersionTrial open = versions.isOnTrial() ? versions.trial() : null;
        if (activate(installation) && open != null) {
            Installation<?> before = open.filters().find(packet);
            if (before == null) {
                drops.count(Drops.Reason.NO_HANDLER);
            } else {
                lease.point();
                RuntimeAccess.bringPacket(version().message(), lease.buffer());
                activate(before);
            }
        }
        boolean passed = isRunning() && RuntimeAccess.takePassed(version().message());
        if (passed) {
            packet.share();
        }
        Holdings.endView(lease);
        holdings.makeReady();
        return passed;
    }

    /**
     * {@return whether a packet may go a short way at a reading of the clock: the instance runs, nothing is on trial, nobody watches, the
     * others let it, and the second has fuel left}. That is noted until the clock or anything of it changes, but not while the instance
     * rests: another may become active at the same reading, so each packet has to ask. Long activations of one who has the card for
     * himself go the short way, too: on the long way their code comes to lie so deep that the compiler does not put all of it together.
     */
    boolean isClear(long nowNs) {
        if (!isRunning() || versions.isOnTrial() || parts.carried().isWatched() || !turn.mayBegin(nowNs) || !quotas.hasFuel(nowNs)) {
            return false;
        }
        turn.ended(0, nowNs);
        version().ledger().clear(nowNs);
        if (!turn.isRested(nowNs)) {
            version().ledger().unclear();
        }
        return true;
    }

    @Override
    public boolean hasHandler(int handler) {
        return isRunning() && version().handler(handler) != null;
    }

    private boolean mayBegin() {
        long now = parts.nowNs();
        return turn.mayBegin(now) && version().ledger().mayBegin(now);
    }

    ProcessorShare.Turn turn() {
        return turn;
    }

    @Override
    public long restsUntilNs() {
        return turn.restsUntilNs();
    }

    /** {@return whether its messages may be handled now, or dropped; while not they wait} */
    @Override
    public boolean mayActivate() {
        return !isRunning() || mayBegin();
    }

    @Override
    public boolean onMessage(MessageSlot slot) {
        Installation<?> installation = version().handler(slot.handler);
        Lease lease = slot.lease;
        if (!isRunning() || installation == null || !mayBegin()) {
            drops.count(!slot.isMessage ? Drops.Reason.REPORT : !isRunning() ? Drops.Reason.STOPPED
                : installation == null ? Drops.Reason.NO_HANDLER : Drops.Reason.NO_FUEL);
            if (lease != null) {
                lease.release();
            }
            return false;
        }
        byte @Nullable [] data = !versions.isOnTrial() || lease == null ? null : lease.bytes();
        point(slot, lease);
        if (activate(installation)) {
            Installation<?> before = version().handler(slot.handler);
            if (before == null) {
                drops.count(slot.isMessage ? Drops.Reason.NO_HANDLER : Drops.Reason.REPORT);
            } else {
                if (lease != null && data != null) {
                    lease.point();
                    lease.bytes(data);
                }
                point(slot, lease);
                activate(before);
            }
        }
        if (lease != null) {
            Holdings.endView(lease);
        }
        return true;
    }

    private void point(MessageSlot slot, @Nullable Lease lease) {
        Message message = version().message();
        System.arraycopy(slot.words, 0, RuntimeAccess.words(message), 0, Message.WORDS);
        RuntimeAccess.set(message, slot.kind, slot.source, slot.user, lease == null ? null : lease.buffer(), slot.surface,
            slot.store);
        RuntimeAccess.came(message, slot.way);
        RuntimeAccess.cameBack(message, slot.reason);
        RuntimeAccess.bring(message, slot.region);
    }

    /**
     * Runs a handler of the present version.
     *
     * @return whether that has failed on trial and done nothing that cannot be undone, so that the version before it, which is back now,
     *     gets the same message
     */
    private boolean activate(Installation<?> installation) {
        return activate(installation, Integer.MAX_VALUE);
    }

    /** One activation more has begun. */
    void countActivation() {
        activations++;
    }

    private boolean activate(Installation<?> installation, int fuel) {
        parts.agent().charge(Op.HANDLER);
        countActivation();
        ExtensionVersion running = version();
        int before = effects;
        turn.begins();
        Throwable thrown = running.run(installation, fuel);
        chargeTime();
        turn.ended(running.ledger().lastFuel(), parts.nowNs());
        boolean again = (thrown != null || versions.isOnTrial()) && examine(running, installation, thrown, effects == before);
        running.emptyMessage();
        holdings.endOpenTransfer();
        return again;
    }

    /** An activation was one of a version on trial, or it has failed: {@return whether the version before repeats it} */
    boolean examine(ExtensionVersion running, Installation<?> installation, @Nullable Throwable thrown, boolean withoutEffect) {
        boolean again = false;
        VersionTrial open = versions.trial();
        if (thrown != null && open != null) {
            again = withoutEffect;
            versions.rollBack(open, running.describe(thrown, installation.title()));
        } else if (thrown != null) {
            fail(thrown, installation.title());
        } else if (open != null && open.pass()) {
            versions.hold(open);
        }
        failedActivations += thrown != null && !again ? 1 : 0;
        return again;
    }

    /** Nothing else waits on the card: a turn of what the extension has asked to do then. */
    @Override
    public void onBackground(int handler, int turn) {
        Installation<?> installation = version().handler(handler);
        if (!isRunning() || installation == null) {
            return;
        }
        Message message = version().message();
        Arrays.fill(RuntimeAccess.words(message), 0);
        RuntimeAccess.words(message)[0] = turn;
        RuntimeAccess.set(message, Message.Kind.BACKGROUND, Route.NOWHERE, 0, null, null);
        activate(installation, BackgroundWork.FUEL);
    }

    /**
     * A call of a service of this instance, paid for by its caller.
     *
     * @param type its interface
     * @param fuel the most units of the call
     * @param side calls the implementation
     * @param method which
     * @param frame the parameters, and then the result
     * @param heap how many bytes the parameters take
     * @return null when it has gone well, otherwise what the caller is told: the service has declined, or it has failed and is stopped
     */
    @Nullable String serve(String type, int fuel, ExporterSide side, int method, CallFrame frame, int heap) {
        parts.agent().charge(Op.HANDLER);
        activations++;
        ExtensionVersion running = version();
        Throwable thrown = running.serve(fuel, side, method, frame, heap);
        chargeTime();
        holdings.endOpenTransfer();
        if (thrown == null) {
            return null;
        }
        if (thrown instanceof ServiceException declined) {
            return FailureText.oneLine(String.valueOf(declined.getMessage()));
        }
        String title = "service " + type;
        VersionTrial open = versions.trial();
        if (open != null) {
            versions.rollBack(open, running.describe(thrown, title));
        } else {
            fail(thrown, title);
        }
        return type + " has failed, and its extension was stopped";
    }

    /**
     * Charges the processor for what the code has executed so far. Called before each effect of an activation, so that it leaves when the
     * code before it has taken its time. What an activation has had an effect of is not repeated.
     */
    @Override
    public void chargeWork() {
        effects++;
        chargeTime();
    }

    /** Charges the processor for what the code has executed so far, before it is told what time it is. */
    void chargeTime() {
        parts.guests().requireThread();
        if (parts.agent().isModelled()) {
            parts.agent().charge(Op.UNIT, version().ledger().takeUncharged());
        }
    }

    /** One more handler; an exception says when the quota is used up. */
    void takeHandler() {
        if (!quotas.take(Quota.HANDLERS, 1)) {
            throw new IllegalStateException("the quota of handlers, of this extension or of its owner, is used up");
        }
    }

    @Override
    public @Nullable Lease leaseFor(CardMemory.Block block) {
        return isRunning() ? holdings.leaseFor(block) : null;
    }

    // --- what is known of it

    long dropped() {
        return drops.total();
    }

    Drops drops() {
        return drops;
    }

    /** What the extension has said. */
    InstanceLog log() {
        return log;
    }

    InstanceCounters counters() {
        return counters;
    }

    /** {@return how it has failed, or null} */
    @Nullable FailureRecord failureRecord() {
        return failure;
    }

    ClassLoader space() {
        return version().space();
    }

    ActivationLedger ledger() {
        return version().ledger();
    }

    /** {@return activations that have failed and were not repeated by the version before} */
    long failedActivations() {
        return failedActivations;
    }

    @Override
    public long activations() {
        return activations;
    }
}
