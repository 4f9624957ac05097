package dev.spine.perf.route;

import dev.spine.extension.host.ExtensionRefusedException;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.runtime.InstanceStatus;
import dev.spine.host.driver.HostException;
import dev.spine.iop.engine.AwaitFailedException;
import dev.spine.perf.system.NetworkServiceKind;
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
    private static final long FIRST_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_PAUSE_NS = TimeUnit.SECONDS.toNanos(30);
    private static final String FAILED = "failed";
    /** In front of what an extension says itself when it cannot start with its parameters. */
    private static final Pattern WAY = Pattern.compile(
        "^(refused: )*(start of \\S+ failed: )?(java\\.lang\\.Illegal(Argument|State)Exception: )?");

    private final RuntimeClient runtime;
    private volatile CardExtension extension;
    /** 0 while it does not run. */
    private volatile int instance;
    private final AtomicLong stops = new AtomicLong();
    private final FlowBook flows = new FlowBook();
    private volatile @Nullable FlowDesk desk;
    private long pauseNs = FIRST_PAUSE_NS;
    private long notBeforeNs;

    private LoadedService(RuntimeClient runtime, CardExtension extension) {
        this.runtime = runtime;
        this.extension = extension;
    }

    /**
     * Loads one.
     *
     * @throws dev.spine.perf.system.SystemFileException the card has refused it; the message names the place where it is described
     * @throws HostException the card does not answer
     */
    static LoadedService load(RuntimeClient runtime, CardExtension extension) {
        LoadedService loaded = new LoadedService(runtime, extension);
        loaded.load();
        return loaded;
    }

    private void load() {
        try {
            instance = runtime.load(extension.image().bytes(), extension.options());
        } catch (ExtensionRefusedException e) {
            throw refused(extension, e);
        }
        listen();
    }

    /** Accounting tells the host what it has counted. */
    private void listen() {
        closeDesk();
        if (extension.key().kind().equals(NetworkServiceKind.ACCOUNTING.word())) {
            desk = FlowDesk.open(runtime, instance, extension, flows);
        }
    }

    private void closeDesk() {
        FlowDesk old = desk;
        desk = null;
        if (old != null) {
            old.close();
        }
    }

    /** Has accounting tell the host all that it has counted by now. */
    void gather() {
        FlowDesk open = desk;
        Map<String, Long> counters = read().counters();
        if (open != null && counters != null) {
            open.gather(counters);
        }
    }

    private static RuntimeException refused(CardExtension extension, ExtensionRefusedException refusal) {
        return extension.place().wrong(extension.key() + " is refused: " + firstLine(String.valueOf(refusal.getMessage())));
    }

    /** {@return what is said in one line, without the way by which it came} */
    private static String firstLine(String message) {
        String line = message.lines().filter(each -> !each.isBlank()).findFirst().orElse("without a reason").strip();
        return WAY.matcher(line).replaceFirst("");
    }

    CardExtension extension() {
        return extension;
    }

    RuntimeClient runtime() {
        return runtime;
    }

    /**
     * Takes another description's code and parameters between two messages, or is loaded if it does not run.
     *
     * @throws dev.spine.perf.system.SystemFileException the card has refused it, and what was there goes on
     */
    void replace(CardExtension next) {
        CardExtension before = extension;
        if (instance != 0) {
            try {
                runtime.replace(instance, next.image().bytes(), next.options());
            } catch (ExtensionRefusedException e) {
                throw refused(next, e);
            }
            extension = next;
            listen();
            return;
        }
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
        int old = instance;
        instance = 0;
        closeDesk();
        if (old != 0) {
            runtime.unload(old);
        }
    }

    /** Loads it again if it has stopped, later the more often it has; tells both. */
    void look(Map<Integer, InstanceStatus> present, long nowNs, Consumer<String> text) {
        InstanceStatus status = present.get(instance);
        if (instance != 0 && status != null && !status.state().equals(FAILED)) {
            return;
        }
        if (instance != 0) {
            stops.incrementAndGet();
            text.accept(extension.key() + " has stopped, and until it runs again " + (extension.stage() == 0 ? "packets pass by it"
                : "nothing leaves by that card") + ": " + why(status));
            instance = 0;
            notBeforeNs = nowNs + pauseNs;
            pauseNs = Math.min(LONGEST_PAUSE_NS, pauseNs * 2);
        } else if (nowNs - notBeforeNs >= 0) {
            notBeforeNs = nowNs + pauseNs;
            pauseNs = Math.min(LONGEST_PAUSE_NS, pauseNs * 2);
            load();
            text.accept(extension.key() + " runs again");
        }
    }

    /** What has failed stays on the card until it is unloaded; why is asked before. */
    private String why(@Nullable InstanceStatus status) {
        if (status == null) {
            return "it is not on the card any more";
        }
        String failure = firstLine(runtime.inspect(instance, 0).failure());
        runtime.unload(instance);
        return failure;
    }

    /** {@return what it has counted; any thread} */
    ServiceReading read() {
        Map<String, Long> counters = null;
        AccountingReading accounting = null;
        int number = instance;
        if (number != 0) {
            try {
                counters = runtime.inspect(number, 0).counters();
                FlowDesk open = desk;
                accounting = open == null ? null : open.read();
            } catch (ExtensionRefusedException | HostException | AwaitFailedException _) {
                // It does not answer: this is what is shown.
            }
        }
        return new ServiceReading(extension.key().name(), extension.key().kind(), extension.key().card(), stops.get(), counters,
            accounting);
    }
}
