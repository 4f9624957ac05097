package dev.spine.extension.harness;

import dev.spine.extension.runtime.report.InstanceReport;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One extension on a simulated card. Used by the test's own thread. */
public final class LoadedExtension {
    private final SimulatedRuntime runtime;
    private final String name;
    private final int number;
    private int keptBuffers;
    private boolean failureSeen;
    private boolean unloaded;

    LoadedExtension(SimulatedRuntime runtime, String name, int number) {
        this.runtime = runtime;
        this.name = name;
        this.number = number;
        acceptHoldings();
    }

    /** {@return its number on its card} */
    public int number() {
        return number;
    }

    /** {@return its name} */
    public String name() {
        return name;
    }

    /**
     * Sends a small message from the host. It arrives when the test waits or settles next.
     *
     * @param handler the handler's number, 1 to 255
     * @param words at most 12 user words
     */
    public void send(int handler, int... words) {
        runtime.client().send(number, handler, words);
    }

    /**
     * Sends a bulk message from the host: the card fetches the bytes, then the handler runs.
     *
     * @param handler the handler's number, 1 to 255
     * @param data its data, 1 byte to 1 MiB
     * @param words at most 12 user words
     */
    public void sendBulk(int handler, byte[] data, int... words) {
        runtime.sendBulk(number, handler, data, words);
    }

    /**
     * {@return the instance as it stands}
     *
     * @throws IllegalStateException when it was unloaded
     */
    public InstanceReport report() {
        InstanceReport report = runtime.report(number);
        if (report == null) {
            throw new IllegalStateException(name + " was unloaded");
        }
        return report;
    }

    /**
     * Waits until the instance is as wanted.
     *
     * @param what for the message of a failure, completing "waiting for"
     * @param condition on the instance as it stands
     * @throws AssertionError when that never happens; it says how the instance stands instead
     */
    public void await(String what, Predicate<InstanceReport> condition) {
        runtime.await(number, what, condition);
    }

    /**
     * {@return a counter of the extension; 0 as long as it has none of that name}
     *
     * @param counter its name
     */
    public long counter(String counter) {
        Long value = report().counters().get(counter);
        return value == null ? 0 : value;
    }

    /**
     * Waits until a counter has reached a value.
     *
     * @param counter its name
     * @param atLeast the value
     * @throws AssertionError when it never does
     */
    public void awaitCounter(String counter, long atLeast) {
        await("counter '" + counter + "' to reach " + atLeast, report -> report.counters().getOrDefault(counter, 0L) >= atLeast);
    }

    /** {@return the last lines of its log, oldest first, each with the card's time} */
    public List<String> log() {
        return report().log();
    }

    /** {@return units of fuel that its last activation has used} */
    public int lastFuel() {
        return report().lastFuel();
    }

    /** {@return what it has failed by, in one line; empty when it runs. A failure that a test never asks for fails the test} */
    public String failure() {
        failureSeen = true;
        return report().failure();
    }

    /** Says that what the extension holds now is meant to stay: the check at the end tells only of what is held beyond it. */
    public void acceptHoldings() {
        keptBuffers = report().keptBuffers();
    }

    /** Unloads the extension. */
    public void unload() {
        unloaded = true;
        runtime.client().unload(number);
    }

    /** Adds what speaks against the end of a test. */
    void addComplaints(List<String> lines) {
        InstanceReport report = unloaded ? null : runtime.report(number);
        if (report == null) {
            return;
        }
        if (!report.running()) {
            if (!failureSeen) {
                lines.add(name + " was stopped: " + report.failure());
            }
            return;
        }
        if (report.keptBuffers() > keptBuffers) {
            lines.add(name + " keeps " + (report.keptBuffers() - keptBuffers) + " buffers more than after its start (" + report.blocks()
                + " are memory that it allocated or bulk data): release them, or say acceptHoldings()");
        }
        if (report.inFlight() > 0) {
            lines.add(name + " has " + report.inFlight() + " transfers or requests under way that do not end");
        }
    }

    /** {@return whether it is on its card} */
    boolean isLoaded() {
        return !unloaded && runtime.report(number) != null;
    }

    /** {@return why it does not run, or null} */
    @Nullable String stopped() {
        InstanceReport report = unloaded ? null : runtime.report(number);
        return report == null || report.running() ? null : report.failure();
    }
}
