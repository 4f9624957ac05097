package dev.spine.extension.harness;

import dev.spine.extension.api.Message;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.runtime.RuntimeModule;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.report.InstanceReport;
import dev.spine.host.driver.HostMemory;
import dev.spine.host.driver.IopDriver;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.Iop;
import dev.spine.iop.bus.Region;
import dev.spine.iop.count.Counters;
import dev.spine.iop.engine.AwaitFailedException;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.Tasks;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The runtime of one card, with the host's client of it, and the messages that its extensions have sent to the host. */
final class SimulatedRuntime {
    private static final int HOST_HANDLERS = 256;

    private final RuntimeModule module;
    private final Iop iop;
    private final IopDriver driver;
    private final int tid;
    private final HostMemory memory;
    private final Tasks hostTasks;
    private final Tasks cardTasks;
    private final ActivationTrace trace;
    private final boolean traced;
    private final List<HostMessage> messages = new ArrayList<>();
    private final List<LoadedExtension> loaded = new ArrayList<>();
    private @Nullable RuntimeClient client;
    private int memoryAtFirst;
    private int framesAtFirst;

    SimulatedRuntime(RuntimeModule module, Iop iop, IopDriver driver, int tid, HostMemory memory, Engine engine, Tasks hostTasks,
        CardPlan plan) {
        this.module = module;
        this.iop = iop;
        this.driver = driver;
        this.tid = tid;
        this.memory = memory;
        this.hostTasks = hostTasks;
        this.cardTasks = engine.tasks(iop);
        this.trace = new ActivationTrace(plan.listener());
        this.traced = plan.traced();
    }

    /** The node was booted. */
    void open() {
        RuntimeClient made = new RuntimeClient(driver, tid, memory, hostTasks);
        client = made;
        if (traced) {
            cardTasks.run(() -> module.observe(trace));
        }
        for (int handler = 0; handler < HOST_HANDLERS; handler++) {
            hostTasks.await("a free frame of the card", driver::hasFreeFrame);
            made.listen(handler, this::onHostMessage);
        }
        // One more conversation with the runtime, so that it has dealt with all before.
        made.list();
        framesAtFirst = cardTasks.call(() -> iop.function().link().inbound().ownedByTarget());
        memoryAtFirst = cardTasks.call(module::memoryInUse);
    }

    private void onHostMessage(MessageFrame message) {
        int control = message.wordOrZero(3);
        List<Integer> words = new ArrayList<>(Message.WORDS);
        for (int i = 0; i < Message.WORDS; i++) {
            words.add(message.wordOrZero(RuntimeProtocol.FIRST_USER_WORD + i));
        }
        messages.add(new HostMessage(control >>> 24, control >>> 16 & 0xFF, control >>> 8 & 0xFF, words));
    }

    RuntimeClient client() {
        return Objects.requireNonNull(client, "the card is booted first");
    }

    int tid() {
        return tid;
    }

    IopDriver driver() {
        return driver;
    }

    LoadedExtension load(String name, byte[] image) {
        LoadedExtension extension = new LoadedExtension(this, name, client().load(image));
        loaded.add(extension);
        return extension;
    }

    List<LoadedExtension> loaded() {
        return loaded;
    }

    @Nullable InstanceReport report(int number) {
        return cardTasks.call(() -> module.report(number));
    }

    void await(int number, String what, Predicate<InstanceReport> condition) {
        try {
            cardTasks.await(what, () -> {
                InstanceReport report = module.report(number);
                return report == null || !report.running() || condition.test(report);
            });
        } catch (AwaitFailedException e) {
            throw new AssertionError(e.getMessage() + "; the extension stands at " + report(number), e);
        }
        InstanceReport report = report(number);
        if (report == null || !condition.test(report)) {
            throw new AssertionError("waiting for " + what + " ended: " + (report == null ? "the extension was unloaded"
                : report.name() + " was stopped: " + report.failure()));
        }
    }

    void sendBulk(int number, int handler, byte[] data, int[] words) {
        // The card does not say when it has fetched the data, so the host's copy stays for as long as the card does.
        Region region = hostTasks.call(() -> memory.allocate("bulk data", data.length));
        MemorySegment.copy(data, 0, region.memory(), ValueLayout.JAVA_BYTE, 0, data.length);
        hostTasks.await("a free frame of the card", driver::hasFreeFrame);
        hostTasks.run(() -> client().trySendBulk(number, handler, region.base(), data.length, words));
    }

    /** {@return the messages to the host since the last call} */
    List<HostMessage> takeMessages() {
        return hostTasks.call(() -> {
            List<HostMessage> taken = List.copyOf(messages);
            messages.clear();
            return taken;
        });
    }

    HostMessage awaitMessage(int handler) {
        String what = "a message to handler " + handler + " of the host";
        try {
            hostTasks.await(what, () -> messages.stream().anyMatch(message -> message.handler() == handler));
        } catch (AwaitFailedException e) {
            throw new AssertionError(e.getMessage() + "; " + stoppedOnes(), e);
        }
        return hostTasks.call(() -> {
            HostMessage first = messages.stream().filter(message -> message.handler() == handler).findFirst().orElseThrow();
            messages.remove(first);
            return first;
        });
    }

    private String stoppedOnes() {
        for (LoadedExtension extension : loaded) {
            String why = extension.stopped();
            if (why != null) {
                return extension.name() + " was stopped: " + why;
            }
        }
        return "no extension was stopped";
    }

    /** {@return a number that changes whenever something happens, negative while something is on its way} */
    long progress() {
        long sum = hostTasks.call(messages::size);
        boolean inFlight = false;
        for (LoadedExtension extension : loaded) {
            InstanceReport report = extension.isLoaded() ? report(extension.number()) : null;
            sum += report == null ? 0 : report.activations() + report.dropped();
            inFlight |= report != null && report.inFlight() > 0;
        }
        sum += cardTasks.call(module::undeliverable);
        return inFlight || !cardTasks.call(this::hasReturnedFrames) ? -1 - sum : sum;
    }

    /** The executive keeps a request or two, such as the one that asks for changes of the configuration. */
    private boolean hasReturnedFrames() {
        return iop.function().link().inbound().ownedByTarget() <= framesAtFirst;
    }

    List<Activation> activations() {
        return cardTasks.call(trace::activations);
    }

    String traceText() {
        return cardTasks.call(trace::text);
    }

    /** Looks at what extensions hold, unloads them, and looks at what the runtime has left. */
    void addLeaks(List<String> lines) {
        loaded.forEach(extension -> extension.addComplaints(lines));
        for (LoadedExtension extension : loaded) {
            if (extension.isLoaded()) {
                extension.unload();
            }
        }
        int left = cardTasks.call(module::memoryInUse) - memoryAtFirst;
        if (left != 0) {
            lines.add(left + " bytes of the card's memory are lent after every extension has gone");
        }
        if (!cardTasks.call(this::hasReturnedFrames)) {
            lines.add("the card has not returned every frame of the host");
        }
    }

    /** What the parts of the IOP count, by their names. */
    SortedMap<String, Counters<?>> counters() {
        return iop.kernel().agent().counters();
    }
}
