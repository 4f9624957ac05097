package dev.spine.command.route.service;

import dev.spine.extension.host.ExtensionRefusedException;
import dev.spine.extension.host.LoadedInstance;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.host.driver.HostException;
import dev.spine.iop.engine.AwaitFailedException;
import dev.spine.system.NetworkServiceKind;
import dev.spine.system.file.SystemFileException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An extension beside a card's router: loaded, replaced, unloaded, and loaded again when it has stopped. The command's thread, but for
 * {@link #read}.
 */
final class LoadedService {
    /** What has run that long is no longer in a row of failures. */
    private static final long STEADY_NS = TimeUnit.MINUTES.toNanos(1);
    private static final String FAILED = "failed";
    /** In front of what an extension says itself when it cannot start with its parameters. */
    private static final Pattern WAY = Pattern.compile(
        "^(refused: )*((start of \\S+|the start of the new version) failed: )?(java\\.lang\\.Illegal(Argument|State)Exception: )?");

    /** Behind it, of one that would have taken the place of another. */
    private static final String OLD_GOES_ON = "; the old one goes on";

    /**
     * A replacement of which nobody knows whether the card has made it, or will: the card did not answer.
     *
     * @param version which one ran before
     * @param sinceNs when it was asked for
     */
    private record Doubt(int version, long sinceNs) {}

    private final RuntimeClient runtime;
    private volatile PlannedExtension extension;
    /** Null while it does not run. When its card was reset, its number is another's soon: the router's, for example. */
    private volatile @Nullable LoadedInstance instance;
    private final AtomicLong stops = new AtomicLong();
    private @Nullable Doubt doubt;
    private final FlowRegistry flows = new FlowRegistry();
    private volatile @Nullable FlowAnswers desk;
    private final RetryPause loading = new RetryPause();
    private final RetryPause settling = new RetryPause();
    private long loadedAtNs;
    /** What is wrong with it, as it was told last; null when nothing is. */
    private @Nullable String trouble;

    private LoadedService(RuntimeClient runtime, PlannedExtension extension) {
        this.runtime = runtime;
        this.extension = extension;
    }

    /**
     * Loads one.
     *
     * @throws SystemFileException the card has refused it; the message names the place where it is described
     * @throws HostException the card does not answer
     */
    static LoadedService load(RuntimeClient runtime, PlannedExtension extension) {
        LoadedService loaded = new LoadedService(runtime, extension);
        loaded.load();
        return loaded;
    }

    private void load() {
        LoadedInstance made;
        try {
            made = runtime.loadInstance(extension.image().bytes(), extension.options());
        } catch (ExtensionRefusedException e) {
            throw refused(extension, e);
        }
        boolean isHeard = false;
        try {
            listen(made);
            isHeard = true;
        } finally {
            if (!isHeard) {
                takeBack(made);
            }
        }
        instance = made;
        doubt = null;
        loadedAtNs = System.nanoTime();
    }

    /** What nobody hears is not left on the card. */
    private void takeBack(LoadedInstance made) {
        try {
            runtime.unload(made.number());
        } catch (ExtensionRefusedException | HostException | AwaitFailedException _) {
            // Why it is taken back is what is told.
        }
    }

    /** Accounting tells the host what it has counted. */
    private void listen(LoadedInstance made) {
        closeDesk();
        if (extension.key().kind().equals(NetworkServiceKind.ACCOUNTING.word())) {
            desk = FlowAnswers.open(runtime, made.number(), extension, flows);
        }
    }

    private void closeDesk() {
        FlowAnswers old = desk;
        desk = null;
        if (old != null) {
            old.close();
        }
    }

    /** Has accounting tell the host all that it has counted by now. */
    void gather() {
        FlowAnswers open = desk;
        Map<String, Long> counters = read(new SilentCards()).counters();
        if (open != null && counters != null) {
            open.gather(counters);
        }
    }

    private static RuntimeException refused(PlannedExtension extension, ExtensionRefusedException refusal) {
        return extension.position().wrong(extension.key() + " is refused: " + firstLine(String.valueOf(refusal.getMessage())));
    }

    /** {@return what is said in one line, without the way by which it came} */
    private static String firstLine(String message) {
        String line = message.lines().filter(each -> !each.isBlank()).findFirst().orElse("without a reason").strip();
        String reason = WAY.matcher(line).replaceFirst("");
        return reason.endsWith(OLD_GOES_ON) ? reason.substring(0, reason.length() - OLD_GOES_ON.length()) : reason;
    }

    PlannedExtension extension() {
        return extension;
    }

    RuntimeClient runtime() {
        return runtime;
    }

    /** {@return whether it is known to do what a description asks for} */
    boolean does(PlannedExtension next) {
        return doubt == null && extension.asksForTheSame(next);
    }

    /** {@return whether it has run when it was looked at last} */
    boolean isRunning() {
        return instance != null;
    }

    /** {@return whether its card has not said whether it has replaced it} */
    boolean isInDoubt() {
        return doubt != null;
    }

    /** It is known by another name from now on, and asks for the same. */
    void rename(PlannedExtension.Key key) {
        PlannedExtension before = extension;
        extension = new PlannedExtension(key, before.image(), before.parameters(), before.stage(), before.position());
    }

    /**
     * Asks the card whether it would {@linkplain #replace take} another description; all stays as it is.
     *
     * @throws SystemFileException it would not
     */
    void examine(PlannedExtension next) {
        LoadedInstance there = instance;
        if (there != null && isOnCard(there)) {
            try {
                runtime.rehearse(there.number(), next.image().bytes(), next.options());
            } catch (ExtensionRefusedException e) {
                throw refused(next, e);
            }
        }
    }

    /**
     * Takes another description's code and parameters between two messages, or is loaded if it does not run.
     *
     * @throws SystemFileException the card has refused it, and what was there goes on
     * @throws HostException the card does not answer: what was there goes on as far as anybody knows, and {@link #look} finds out
     */
    void replace(PlannedExtension next) {
        PlannedExtension before = extension;
        LoadedInstance there = instance;
        InstanceStatus status = there == null ? null : onCard(there);
        if (there != null && status != null) {
            Doubt earlier = doubt;
            try {
                doubt = new Doubt(earlier == null ? status.version() : earlier.version(), System.nanoTime());
                runtime.replace(there.number(), next.image().bytes(), next.options());
            } catch (ExtensionRefusedException e) {
                doubt = earlier;
                throw refused(next, e);
            }
            doubt = null;
            extension = next;
            listen(there);
            return;
        }
        instance = null;
        extension = next;
        boolean loaded = false;
        try {
            load();
            loaded = true;
        } finally {
            if (!loaded) {
                extension = before;
            }
        }
    }

    /**
     * Takes it from its card.
     *
     * @throws ExtensionRefusedException nobody has it, or a device does not give back what it uses of it
     */
    void unload() {
        LoadedInstance old = instance;
        instance = null;
        try {
            closeDesk();
        } finally {
            if (old != null && isOnCard(old)) {
                runtime.unload(old.number());
            }
        }
    }

    /** {@return whether it has its number still, be it that it has failed} */
    private boolean isOnCard(LoadedInstance asked) {
        return onCard(asked) != null;
    }

    private @Nullable InstanceStatus onCard(LoadedInstance asked) {
        return runtime.list().stream().filter(status -> isOf(asked, status)).findAny().orElse(null);
    }

    private static boolean isOf(LoadedInstance asked, InstanceStatus status) {
        return status.instance() == asked.number() && status.life() == asked.life();
    }

    /** Loads it again if it has stopped, later the more often it has; tells both. */
    void look(Map<Integer, InstanceStatus> present, long nowNs, Consumer<String> text) {
        LoadedInstance there = instance;
        if (there == null) {
            if (loading.isOver(nowNs)) {
                long began = System.nanoTime();
                try {
                    load();
                } finally {
                    // A card that never answers takes longer than the longest pause.
                    loading.begin(nowNs + System.nanoTime() - began);
                }
                trouble = null;
                text.accept(extension.key() + " runs again");
            }
            return;
        }
        InstanceStatus status = present.get(there.number());
        boolean isThere = status != null && isOf(there, status);
        if (status != null && isThere && !status.state().equals(FAILED)) {
            if (nowNs - loadedAtNs >= STEADY_NS) {
                loading.reset();
            }
            settleDoubt(status, nowNs, text);
            return;
        }
        // Before the card is asked: it may refuse to answer, and this is one stop.
        instance = null;
        stops.incrementAndGet();
        loading.begin(nowNs);
        trouble = null;
        text.accept(extension.key() + " has stopped, and until it runs again " + (extension.stage() == 0 ? "packets pass by it"
            : "nothing leaves by that card") + ": " + (isThere ? why(there) : "it is not on the card any more"));
        if (isThere) {
            // What has failed stays on the card until it is unloaded.
            runtime.unload(there.number());
        }
    }

    /**
     * Tells that it cannot be looked after: once, and again when the reason is another one, or when it was well in between. What cannot be
     * mended from here would be told each second otherwise.
     */
    void notifyTrouble(String what, Consumer<String> text) {
        if (!what.equals(trouble)) {
            trouble = what;
            text.accept(what);
        }
    }

    /**
     * The card answers again: what it did not say is seen. A replacement that it has still to make may come within a minute. What the card
     * does not take back is asked of it again, later each time: each try verifies an image there.
     */
    private void settleDoubt(InstanceStatus status, long nowNs, Consumer<String> text) {
        Doubt open = doubt;
        if (open == null) {
            settling.reset();
            trouble = null;
            return;
        }
        if (status.version() == open.version()) {
            if (nowNs - open.sinceNs() >= STEADY_NS) {
                doubt = null;
                text.accept(extension.key() + " was not replaced, and has what it knew");
            }
        } else if (settling.isOver(nowNs)) {
            long began = System.nanoTime();
            try {
                replace(extension);
                text.accept(extension.key() + " was replaced while its card did not answer; it is as before again, with empty tables");
            } catch (SystemFileException e) {
                notifyTrouble(extension.key() + " was replaced while its card did not answer, which is not taken back, and version "
                    + status.version() + " goes on: " + e.getMessage(), text);
            } finally {
                settling.begin(nowNs + System.nanoTime() - began);
            }
        }
    }

    private String why(LoadedInstance failed) {
        try {
            return firstLine(runtime.inspect(failed.number(), 0).failure());
        } catch (ExtensionRefusedException | HostException | AwaitFailedException e) {
            return "the card does not say why (" + e.getMessage() + ")";
        }
    }

    /**
     * {@return what it has counted; any thread}
     *
     * @param silent its card is not asked when it is one of them
     */
    ServiceReading read(SilentCards silent) {
        Map<String, Long> counters = null;
        AccountingReading accounting = null;
        LoadedInstance there = instance;
        String card = extension.key().card();
        if (there != null && silent.mayAsk(card)) {
            try {
                InstanceStatus status = runtime.inspect(there.number(), 0);
                silent.hasAnswered(card);
                if (isOf(there, status)) {
                    counters = status.counters();
                    FlowAnswers open = desk;
                    accounting = open == null ? null : open.read();
                }
            } catch (ExtensionRefusedException _) {
                // It is not there: nothing of it is shown.
                silent.hasAnswered(card);
            } catch (HostException | AwaitFailedException _) {
                silent.isSilent(card);
            }
        }
        return new ServiceReading(extension.key().name(), extension.key().kind(), card, stops.get(), counters, accounting);
    }
}
