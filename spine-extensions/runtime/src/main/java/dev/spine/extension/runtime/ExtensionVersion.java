package dev.spine.extension.runtime;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Handler;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.QuotaError;
import dev.spine.extension.api.Replaceable;
import dev.spine.extension.api.RuntimeAccess;
import dev.spine.extension.api.State;
import dev.spine.extension.runtime.demux.FilterTable;
import dev.spine.extension.runtime.load.FailureText;
import dev.spine.extension.runtime.load.LoadParameters;
import dev.spine.extension.runtime.quota.ActivationLedger;
import dev.spine.extension.runtime.quota.HeapCount;
import dev.spine.extension.runtime.quota.Quota;
import dev.spine.extension.runtime.service.CallFrame;
import dev.spine.extension.runtime.service.ExporterSide;
import dev.spine.extension.runtime.watch.ActivationWatch;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The code of an instance: its entry, its handlers, and the one place where it is called. Whatever comes out of that code ends here and is
 * returned as what the version has failed by. Belongs to the card's agent.
 */
final class ExtensionVersion {
    /** Handlers have numbers from 1 to this less one. */
    static final int HANDLERS = 256;
    /** The most packet handlers of one extension. */
    static final int MAX_FILTERS = 64;
    /** The most packet handlers of a card: half of an activation's fuel pays for a change of them. */
    static final int MAX_FILTERS_OF_CARD = 2_048;
    /** What arranging the filters of a card again takes for each of them, as fuel. */
    static final int UNITS_OF_ARRANGING = 250;
    /** What going through the filters of a card takes for each of them, as fuel. */
    static final int UNITS_OF_LOOKING = 10;
    /** The most ways of their own that packet handlers of one version get: the first ones that have had enough packets. */
    static final int PATHS = 8;

    private final ExtensionInstance instance;
    private final String name;
    private final Extension entry;
    private final ActivationLedger ledger;
    private final LoadParameters parameters;
    private final int generation;
    private int filters;
    private int paths;
    /** Whether the running activation has paid for arranging the card's filters again. */
    private boolean arrangingPaid;
    private final Message message = RuntimeAccess.newMessage();
    private final @Nullable Installation<?>[] handlers = new Installation<?>[HANDLERS];

    ExtensionVersion(ExtensionInstance instance, String name, Extension entry, ActivationLedger ledger, LoadParameters parameters,
        int generation) {
        this.instance = instance;
        this.name = name;
        this.entry = entry;
        this.ledger = ledger;
        this.parameters = parameters;
        this.generation = generation;
    }

    /** {@return the name in its image} */
    String name() {
        return name;
    }

    ActivationLedger ledger() {
        return ledger;
    }

    LoadParameters parameters() {
        return parameters;
    }

    /** {@return 1 for the version that was loaded, one more for each that was to replace it} */
    int generation() {
        return generation;
    }

    Extension entry() {
        return entry;
    }

    /** The namespace of its classes, which goes when nothing refers to it any more. */
    ClassLoader space() {
        return entry.getClass().getClassLoader();
    }

    /** The message that activations get; filled before {@link #run}. */
    Message message() {
        return message;
    }

    // --- handlers

    <C> void install(int number, C context, Handler<C> handler) {
        if (number < 1 || number >= HANDLERS || handlers[number] != null) {
            throw new IllegalArgumentException("handler " + number + " is taken or not within 1 to 255");
        }
        instance.takeHandler();
        handlers[number] = new Installation<>(instance, number, context, handler);
    }

    /** Installs a packet handler. */
    <C> void install(int order, PacketFilter filter, C context, Handler<C> handler) {
        if (filters == MAX_FILTERS) {
            throw new IllegalStateException("an extension has at most " + MAX_FILTERS + " packet handlers");
        }
        if (order < 0 && !instance.mayComeFirst()) {
            throw new IllegalArgumentException("priority numbers below 0 are the operator's: take one from 0 to " + FilterTable.LAST);
        }
        payForFilters();
        requirePlace();
        instance.takeHandler();
        try {
            instance.card().demultiplexer().add(order, filter, new Installation<>(instance, 0, context, handler));
        } catch (IllegalArgumentException e) {
            instance.quotas().give(Quota.HANDLERS, 1);
            throw e;
        }
        filters++;
    }

    /** {@return a way of its own to one of this version's packet handlers, or null when it has enough of them} */
    @Nullable PacketPath pathTo(Installation<?> installation) {
        return paths++ < PATHS ? PacketPaths.to(installation) : null;
    }

    /** An exception when the card has as many packet handlers as it can, or the owner as many as leave some for others. */
    private void requirePlace() {
        Demultiplexer all = instance.card().demultiplexer();
        int left = MAX_FILTERS_OF_CARD - all.size();
        int own = instance.isBounded() ? all.countOf(instance.owner()) : 0;
        if (left <= 0 || own >= Math.max(1, left)) {
            throw new IllegalStateException("the card has " + all.size() + " packet handlers of at most " + MAX_FILTERS_OF_CARD
                + (left <= 0 ? "" : ", and " + own + " of them are of this owner, which leaves too few for others") + ": remove one");
        }
    }

    /** Removes packet handlers. */
    void remove(PacketFilter filter, Object context) {
        payForFilters();
        int removed = instance.card().demultiplexer().remove(instance, filter, context);
        filters -= removed;
        instance.quotas().give(Quota.HANDLERS, removed);
    }

    /**
     * Charges for a change of filters. The table is gone through at each change, and arranged when the next packet comes: an activation
     * pays for that with its first change.
     */
    private void payForFilters() {
        int each = arrangingPaid ? UNITS_OF_LOOKING : UNITS_OF_ARRANGING + UNITS_OF_LOOKING;
        arrangingPaid = true;
        ledger.unclear();
        ledger.account().charge(each * instance.card().demultiplexer().size());
    }

    @Nullable Installation<?> handler(int number) {
        return handlers[number];
    }

    void forgetHandlers() {
        Arrays.fill(handlers, null);
    }

    // --- where the extension's code is called

    /** {@return what the version has failed to start by, or null} */
    @Nullable Throwable start(ExtensionContext context) {
        Throwable thrown = null;
        ActivationWatch watch = begin("start", null);
        ExtensionContext given = watch == null ? context : watch.around(instance.number(), context);
        ledger.beginStart();
        try {
            entry.start(given);
        } catch (Throwable e) {
            thrown = e;
        }
        return end(watch, "start", settle(thrown));
    }

    /** Has the version write down what the next one shall go on with: {@return what it has failed by, or null} */
    @Nullable Throwable save(Replaceable replaceable, State state) {
        Throwable thrown = null;
        ActivationWatch watch = begin("save", null);
        ledger.beginStart();
        try {
            replaceable.save(state);
        } catch (Throwable e) {
            thrown = e;
        }
        return end(watch, "save", settle(thrown));
    }

    /** {@return what the version has failed to take over by, or null} */
    @Nullable Throwable restore(Replaceable replaceable, ExtensionContext context, State state) {
        Throwable thrown = null;
        ActivationWatch watch = begin("restore", null);
        ExtensionContext given = watch == null ? context : watch.around(instance.number(), context);
        ledger.beginStart();
        try {
            replaceable.restore(given, state);
        } catch (Throwable e) {
            thrown = e;
        }
        return end(watch, "restore", settle(thrown));
    }

    /** {@return what the version has failed to stop by, or null} */
    @Nullable Throwable stop() {
        Throwable thrown = null;
        ActivationWatch watch = begin("stop", null);
        ledger.begin();
        try {
            entry.stop();
        } catch (Throwable e) {
            thrown = e;
        }
        return end(watch, "stop", settle(thrown));
    }

    /** Runs a handler for {@link #message}: {@return what it has failed by, or null} */
    @Nullable Throwable run(Installation<?> installation) {
        return run(installation, Integer.MAX_VALUE);
    }

    /** As {@link #run(Installation)}, with at most so much fuel. */
    @Nullable Throwable run(Installation<?> installation, int fuel) {
        Throwable thrown = null;
        ActivationWatch watch = instance.parts().carried().isWatched() ? begin(installation.title(), message) : null;
        ledger.begin(fuel);
        try {
            installation.run(message);
        } catch (Throwable e) {
            thrown = e;
        }
        Throwable settled = settle(thrown);
        // The title is made for an observer only: nothing is allocated otherwise.
        return watch == null ? settled : end(watch, installation.title(), settled);
    }

    /** A call of a service, in the activation of its caller: {@return what the version has failed by or declines by, or null} */
    @Nullable Throwable serve(int fuel, ExporterSide side, int method, CallFrame frame, int heap) {
        Throwable thrown = null;
        ledger.beginCall(fuel);
        try {
            ledger.account().allocate(heap);
            side.call(method, frame);
            frame.characters();
        } catch (Throwable e) {
            thrown = e;
        }
        ledger.endCall();
        arrangingPaid = false;
        Error ended = endedBy();
        if (ended != null) {
            return ended;
        }
        return thrown == null && ledger.mustCount() ? countHeap() : thrown;
    }

    /** {@return what ends the activation whatever its code has thrown: it took too long, or has used up a quota; or null} */
    private @Nullable Error endedBy() {
        Error hung = instance.parts().guests().comeBack(instance.number());
        return hung != null ? hung : ledger.exhausted();
    }

    private @Nullable ActivationWatch begin(String what, @Nullable Message about) {
        ActivationWatch watch = instance.parts().carried().watch();
        if (watch != null) {
            watch.begin(instance.number(), what, about);
        }
        return watch;
    }

    private @Nullable Throwable end(@Nullable ActivationWatch watch, String what, @Nullable Throwable failure) {
        if (watch != null) {
            watch.end(instance.number(), ledger, failure == null ? null : describe(failure, what));
        }
        return failure;
    }

    /** The activation is over: who kept the message finds it empty. */
    void emptyMessage() {
        RuntimeAccess.empty(message);
    }

    /** {@return a failure in one line; a throwable's text may be the extension's own code, which is metered like the rest} */
    String describe(Throwable why, String what) {
        ledger.beginText();
        String text = FailureText.of(what, FailureText.causeOf(why));
        ledger.endText();
        instance.parts().guests().requireThread();
        return text;
    }

    /** The extension's code has come back: {@return what it has failed by, or null}. */
    private @Nullable Throwable settle(@Nullable Throwable thrown) {
        ledger.end();
        return examine(thrown);
    }

    /** An activation has ended, by something that was thrown or without: {@return what the version has failed by, or null} */
    @Nullable Throwable examine(@Nullable Throwable thrown) {
        if (arrangingPaid) {
            arrangingPaid = false;
        }
        Error ended = endedBy();
        if (ended != null) {
            return ended;
        }
        return thrown == null && ledger.mustCount() ? countHeap() : thrown;
    }

    /** Counts what the version holds: {@return how that is too much, or null} */
    private @Nullable Throwable countHeap() {
        String problem = count();
        if (problem == null && instance.quotas().ownerExceeds(Quota.HEAP)) {
            // What the others of this owner have left behind may be garbage that nobody has counted yet.
            instance.card().events().countOthers(instance);
            if (instance.quotas().ownerExceeds(Quota.HEAP)) {
                instance.quotas().countRefused(Quota.HEAP);
                problem = "and the other extensions of its owner left more than their bytes of heap in use";
            }
        }
        if (problem == null && ledger.exceedsCard()) {
            instance.card().events().countAllOthers(instance);
            if (ledger.exceedsCard()) {
                instance.quotas().countRefused(Quota.HEAP);
                problem = instance.card().events().fullMemory();
            }
        }
        return problem == null ? null : new QuotaError(problem);
    }

    /** Counts what the version holds and enters it in the ledger: {@return how it is too much, or null} */
    @Nullable String count() {
        HeapCount count = new HeapCount(space());
        count.root(entry);
        for (Installation<?> installation : handlers) {
            if (installation != null) {
                installation.count(count);
            }
        }
        instance.card().demultiplexer().count(instance, count);
        instance.card().events().countOffers(instance, count);
        return ledger.count(count);
    }
}
