package dev.spine.extension.runtime;

import dev.spine.extension.runtime.load.AcceptedImages;
import dev.spine.extension.runtime.load.ImageVerifier;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.load.LoadParameters;
import dev.spine.extension.runtime.load.VerifiedImage;
import dev.spine.extension.runtime.meter.Metering;
import dev.spine.extension.runtime.meter.Probes;
import dev.spine.extension.runtime.parts.RuntimeParts;
import dev.spine.extension.runtime.quota.QuotaLedger;
import dev.spine.extension.runtime.quota.ThrottledException;
import dev.spine.extension.runtime.verify.ExtensionException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The loads and replacements of a place, from the bytes of an image until its code runs: what can be refused without looking at the image
 * is refused first; an image that is not known is verified, at once or beside the messages; then its classes are defined and started here.
 * Belongs to the agent of the place.
 */
final class Loads {
    /** The most images of one place that are verified, or wait for that, at a time: their bytes are in memory. */
    static final int MAX_IN_FLIGHT = 16;
    /** When to ask again while as many images wait as may: a few have been verified by then. */
    static final int AGAIN_MS = 20;

    /** Who has asked for a load or a replacement, and is notified once what became of it. On the agent of the place. */
    interface Answer {
        /**
         * The code runs.
         *
         * @param instance where
         * @param text that in words
         */
        void done(ExtensionInstance instance, String text);

        /** It was refused; a {@link ThrottledException} when it may be asked for again. */
        void refused(ExtensionException why);

        /** Whoever it was for has left while it was in flight. */
        void abandoned();
    }

    private final RuntimeParts parts;
    private final InstanceTable table;
    private final Instances instances;
    private final ImageVerifier verifier;
    private final ImageVerifier atOnce = ImageVerifier.atOnce();
    private final AcceptedImages accepted;
    private final Map<VerifiedImage, Loading> inFlight = new LinkedHashMap<>();

    Loads(RuntimeParts parts, InstanceTable table, Instances instances, AcceptedImages accepted) {
        this.parts = parts;
        this.table = table;
        this.instances = instances;
        this.accepted = accepted;
        this.verifier = parts.environment().verifier();
    }

    AcceptedImages accepted() {
        return accepted;
    }

    /** {@return how many images are in flight} */
    int inFlight() {
        return inFlight.size();
    }

    /** {@return whether an image that an owner has asked for is in flight: what it asks for later comes after that} */
    boolean isInFlight(int requester) {
        for (VerifiedImage image : inFlight.keySet()) {
            if (image.requester() == requester) {
                return true;
            }
        }
        return false;
    }

    // --- how they begin

    /** Has an extension loaded; the answer comes at once when the image is known, otherwise when it is verified. */
    void load(byte[] jar, LoadOptions options, Answer answer) {
        begin(new NewInstance(options, answer), jar, verifier);
    }

    /** Has the code of an instance replaced, as {@link #load}; without parameters it keeps those that it has then. */
    void replace(ExtensionInstance instance, byte[] jar, int requester, @Nullable LoadParameters parameters, Answer answer) {
        begin(new NewVersion(instance, requester, parameters, answer), jar, verifier);
    }

    /** Has the code of an instance replaced and at once taken back. */
    void rehearse(ExtensionInstance instance, byte[] jar, int requester, @Nullable LoadParameters parameters, Answer answer) {
        begin(new Rehearsal(instance, requester, parameters, answer), jar, verifier);
    }

    /** Loads an extension on the agent, whatever the verifier of the place. */
    ExtensionInstance load(byte[] jar, LoadOptions options) throws ExtensionException {
        Kept answer = new Kept();
        begin(new NewInstance(options, answer), jar, atOnce);
        return answer.get();
    }

    /** Replaces the code of an instance on the agent, whatever the verifier of the place. */
    void replace(ExtensionInstance instance, byte[] jar, int requester, @Nullable LoadParameters parameters) throws ExtensionException {
        Kept answer = new Kept();
        begin(new NewVersion(instance, requester, parameters, answer), jar, atOnce);
        answer.get();
    }

    private void begin(Loading loading, byte[] jar, ImageVerifier by) {
        try {
            loading.open();
        } catch (ExtensionException e) {
            loading.countFailure();
            loading.answer.refused(e);
            return;
        }
        // What is not metered is not kept: it is the exception, and its bytes are those of the same image metered.
        boolean isKept = loading.metering == Metering.METERED;
        AcceptedImages.Accepted known = isKept ? accepted.find(loading.requester, jar) : null;
        if (known != null) {
            finish(loading, known);
            return;
        }
        VerifiedImage image = new VerifiedImage(loading.requester, jar,
            new Probes(parts.carried().watch() != null, parts.agent().isModelled()), loading.metering);
        try {
            instances.requireVerifying(loading.requester);
            switch (inFlight.size() == MAX_IN_FLIGHT ? ImageVerifier.Admission.FULL : by.begin(image)) {
                case VERIFIED -> finish(loading, image);
                case IN_FLIGHT -> inFlight.put(image, loading);
                case FULL -> throw new ThrottledException("as many images wait to be verified as may: try again in " + AGAIN_MS + " ms");
            }
        } catch (ThrottledException e) {
            loading.close();
            loading.answer.refused(e);
        }
    }

    // --- how they end

    /** Goes on with one image that was verified meanwhile: {@return how much was done} */
    int finishOne() {
        for (VerifiedImage image = verifier.poll(); image != null; image = verifier.poll()) {
            // After a reset nobody knows what was in flight before.
            Loading loading = inFlight.remove(image);
            if (loading != null) {
                finish(loading, image);
                return 1;
            }
        }
        return 0;
    }

    private void finish(Loading loading, VerifiedImage image) {
        instances.verified(loading.requester, image.tookNs());
        if (loading.isAbandoned) {
            loading.close();
            return;
        }
        AcceptedImages.Accepted metered;
        try {
            metered = image.require();
        } catch (ExtensionException e) {
            loading.close();
            loading.countFailure();
            loading.answer.refused(e);
            return;
        }
        if (loading.metering == Metering.METERED) {
            accepted.keep(loading.requester, metered);
        }
        finish(loading, metered);
    }

    private void finish(Loading loading, AcceptedImages.Accepted image) {
        ExtensionInstance instance;
        long beganNs = instances.processorNs();
        try {
            instance = loading.run(image);
        } catch (ExtensionException e) {
            loading.countFailure();
            loading.answer.refused(e);
            return;
        } finally {
            instances.started(loading.requester, instances.processorNs() - beganNs);
        }
        loading.answer.done(instance, loading.text(instance));
    }

    /** An owner's connection has ended: extensions that were to end with it do not begin. */
    void endOwner(int owner) {
        accepted.forget(owner);
        inFlight.forEach((image, loading) -> {
            if (loading.isTiedTo(owner) && !loading.isAbandoned) {
                // It stays under way until the verifier has let go of it: what that takes is the owner's.
                image.abandon();
                loading.isAbandoned = true;
                loading.answer.abandoned();
            }
        });
    }

    /** The IOP is reset: nothing is answered, and what comes back is nobody's. */
    void reset() {
        inFlight.keySet().forEach(VerifiedImage::abandon);
        inFlight.clear();
        accepted.forget();
    }

    /** What is to happen with an image that was accepted. */
    private abstract static class Loading {
        final int requester;
        final Answer answer;
        final Metering metering;
        boolean isAbandoned;

        Loading(int requester, Answer answer, Metering metering) {
            this.requester = requester;
            this.answer = answer;
            this.metering = metering;
        }

        /** Takes what it needs beforehand; an exception when there is none. */
        abstract void open() throws ExtensionException;

        /** Gives back what {@link #open} has taken: nothing comes of it. */
        abstract void close();

        /** Runs the code; an exception, and everything is given back, when it does not start. */
        abstract ExtensionInstance run(AcceptedImages.Accepted image) throws ExtensionException;

        /** Enters that it was refused, if that was not entered elsewhere. */
        abstract void countFailure();

        abstract String text(ExtensionInstance instance);

        abstract boolean isTiedTo(int owner);
    }

    private final class NewInstance extends Loading {
        private final LoadOptions options;
        private @Nullable QuotaLedger quotas;

        NewInstance(LoadOptions options, Answer answer) {
            super(options.owner(), answer, options.metering());
            this.options = options;
        }

        @Override
        void open() throws ExtensionException {
            if (metering == Metering.UNMETERED && (requester != LoadOptions.OF_NODE.owner() || parts.agent().isModelled())) {
                throw new ExtensionException(parts.agent().isModelled() ? "code without meter takes no modelled time: load it metered"
                    : "code without meter is the node's own, and this is of owner " + Integer.toUnsignedString(requester)
                        + ": load it metered");
            }
            quotas = instances.openLedger(options.owner());
        }

        @Override
        void close() {
            QuotaLedger open = quotas;
            if (open != null) {
                quotas = null;
                instances.closeLedger(open);
            }
        }

        @Override
        ExtensionInstance run(AcceptedImages.Accepted image) throws ExtensionException {
            QuotaLedger open = quotas;
            if (open == null) {
                throw new IllegalStateException("open comes first");
            }
            quotas = null;
            return instances.start(image, options, open);
        }

        @Override
        void countFailure() {
            instances.failed(requester);
        }

        @Override
        String text(ExtensionInstance instance) {
            return "loaded " + instance.name() + " as instance " + instance.number();
        }

        @Override
        boolean isTiedTo(int owner) {
            return options.tied() && options.owner() == owner;
        }
    }

    /** What would become of a new version: it takes over, and gives back before anything comes to it. */
    private final class Rehearsal extends NewVersion {
        Rehearsal(ExtensionInstance instance, int requester, @Nullable LoadParameters parameters, Answer answer) {
            super(instance, requester, parameters, answer);
        }

        @Override
        void takeOver(ExtensionInstance instance, AcceptedImages.Accepted image, LoadParameters parameters) throws ExtensionException {
            instances.rehearse(instance, image, parameters);
        }

        /** Who asks first fails less: a question costs him fuel and time to verify the image, which have bounds of their own. */
        @Override
        void countFailure() {
            // Nothing has failed that was there.
        }

        @Override
        String text(ExtensionInstance kept) {
            return "the new version of " + kept.name() + " starts as instance " + kept.number() + "; the present one goes on";
        }
    }

    private class NewVersion extends Loading {
        private final ExtensionInstance instance;
        private final @Nullable LoadParameters parameters;
        private String before = "";
        private boolean isFailure = true;

        NewVersion(ExtensionInstance instance, int requester, @Nullable LoadParameters parameters, Answer answer) {
            super(requester, answer, Metering.METERED);
            this.instance = instance;
            this.parameters = parameters;
        }

        @Override
        void open() throws ExtensionException {
            instances.requireFuel(instance.quotas());
        }

        @Override
        void close() {
            // Nothing was taken.
        }

        @Override
        ExtensionInstance run(AcceptedImages.Accepted image) throws ExtensionException {
            if (!instance.isRunning() || table.get(instance.number()) != instance) {
                isFailure = false;
                throw new ExtensionException("there is no such instance that runs");
            }
            before = instance.name();
            long rollBacks = instance.versions().rollBacks();
            try {
                takeOver(instance, image, parameters == null ? instance.version().parameters() : parameters);
            } finally {
                // One that has begun and was taken back is entered already.
                isFailure = instance.versions().rollBacks() == rollBacks;
            }
            return instance;
        }

        void takeOver(ExtensionInstance replaced, AcceptedImages.Accepted image, LoadParameters with) throws ExtensionException {
            instances.replace(replaced, image, with);
        }

        @Override
        void countFailure() {
            if (isFailure) {
                instances.failed(requester);
            }
        }

        @Override
        String text(ExtensionInstance replaced) {
            return "replaced " + before + " by " + replaced.name() + " as instance " + replaced.number()
                + "; the old version comes back if the new one fails in its first " + VersionTrial.ACTIVATIONS + " activations";
        }

        @Override
        boolean isTiedTo(int owner) {
            return false;
        }
    }

    /** The answer to who waits for it on the agent. */
    private static final class Kept implements Answer {
        private @Nullable ExtensionInstance instance;
        private ExtensionException refusal = new ExtensionException("the image was not verified");

        @Override
        public void done(ExtensionInstance loaded, String text) {
            instance = loaded;
        }

        @Override
        public void refused(ExtensionException why) {
            refusal = why;
        }

        @Override
        public void abandoned() {
            // Nobody leaves within one call.
        }

        ExtensionInstance get() throws ExtensionException {
            ExtensionInstance loaded = instance;
            if (loaded == null) {
                throw refusal;
            }
            return loaded;
        }
    }
}
