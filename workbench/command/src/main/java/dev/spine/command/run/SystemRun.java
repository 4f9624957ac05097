package dev.spine.command.run;

import dev.spine.command.control.ControlCounters;
import dev.spine.command.control.ControlServer;
import dev.spine.command.control.ControlSocket;
import dev.spine.command.control.RequestException;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.capture.CaptureWire;
import dev.spine.device.wire.capture.Pace;
import dev.spine.device.wire.capture.ReplayOrder;
import dev.spine.host.driver.HostException;
import dev.spine.system.ExportSpec;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemDescription;
import dev.spine.system.ending.Interruption;
import dev.spine.system.file.SystemFileException;
import dev.spine.system.kind.CaptureKind;
import dev.spine.system.tap.HostTaps;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One run of a system: boots it, loads what its file asks for, serves it until it is told to end, and takes everything away again. Used by
 * the command's thread; clients come on threads of their own.
 */
final class SystemRun {
    private static final long LOOK_MS = 100;

    private final SpineSystem system;
    private final ControlSocket socket;
    private final Interruption interruption;
    private final Consumer<String> text;
    private final Orders orders = new Orders();
    private final DiskExports exports;
    private final HostTaps taps;
    private final RunComponent graph;

    /**
     * A run.
     *
     * @param system built, not started; closed by the caller
     * @param socket where clients come; closed with the run
     * @param source reads the file again
     * @param interruption ends it
     * @param text is notified of what happens, a line each
     */
    SystemRun(SpineSystem system, ControlSocket socket, Supplier<SystemDescription> source, Interruption interruption,
        Consumer<String> text) {
        this.system = system;
        this.socket = socket;
        this.interruption = interruption;
        this.text = text;
        this.exports = new DiskExports(system, interruption);
        this.taps = new HostTaps(system);
        this.graph = DaggerRunComponent.factory().create(system, socket, source, interruption, text, orders);
    }

    /** {@return what can be told to it from outside} */
    Orders orders() {
        return orders;
    }

    /** Runs until the end is ordered, or the process is asked to end. */
    void run() {
        system.boot().orThrow();
        SystemDescription description = system.description();
        text.accept(description.name() + ": " + system.iops().size() + (system.iops().size() == 1 ? " IOP" : " IOPs")
            + " in operation, live engine: " + String.join(", ", system.iops().keySet()));
        graph.files().load(description).forEach(text);
        exports.open(description.service().exports(ExportSpec.Nbd.class)).forEach(text);
        openTaps(description);
        system.monitors().forEach(monitor -> text.accept("shown at " + monitor.describe()));
        try (ControlServer server = graph.server()) {
            replay(description);
            server.start();
            text.accept("control socket " + socket.path());
            text.accept("running; Ctrl-C or spine stop ends it");
            serve();
            server.quiesce();
            end();
            ControlCounters counters = server.counters();
            text.accept(String.format(Locale.ROOT, "ended: %,d clients, %,d requests, %,d refused",
                counters.get(ControlCounters.Counter.CONNECTIONS), counters.get(ControlCounters.Counter.REQUESTS),
                counters.get(ControlCounters.Counter.REFUSED)));
        } finally {
            graph.programs().stopWatching();
        }
    }

    /** A card that cannot be shown ends the run, and leaves no interface of another. */
    private void openTaps(SystemDescription description) {
        try {
            taps.open(description.service().exports(ExportSpec.HostTap.class)).forEach(text);
        } catch (SystemFileException e) {
            taps.close();
            throw e;
        }
    }

    private void serve() {
        while (!interruption.isRequested()) {
            Orders.Order order = orders.take(LOOK_MS);
            if (order == Orders.Order.STOP) {
                return;
            }
            if (order == Orders.Order.RELOAD) {
                notifyReload();
            }
            graph.routines().compileWanted();
            // Nobody else would hear of an agent that failed.
            system.tasks().run(() -> { });
        }
    }

    private void notifyReload() {
        try {
            graph.control().reload().lines().forEach(text);
        } catch (RequestException e) {
            text.accept(String.valueOf(e.getMessage()));
        }
    }

    /** Captures play from the start on, unless the file says otherwise. */
    private void replay(SystemDescription description) {
        for (SystemDescription.PlacedWire placed : description.wires()) {
            Wire wire = system.wire(placed.spec().name()).carrier();
            if (wire instanceof CaptureWire capture && placed.spec() instanceof CaptureKind.Spec spec) {
                Pace pace = paceOf(spec.replay());
                if (pace != null) {
                    order(capture, ReplayOrder.endless(pace));
                }
            }
        }
    }

    private static @Nullable Pace paceOf(CaptureKind.Replay replay) {
        return switch (replay) {
            case RECORDED -> new Pace.AsRecorded();
            case FAST -> new Pace.AsBuffersReturn();
            case NONE -> null;
        };
    }

    private void order(CaptureWire wire, ReplayOrder order) {
        system.tasks().run(() -> system.host().context().deliver(wire.orders(), order));
    }

    private void end() {
        for (SystemDescription.PlacedWire placed : system.description().wires()) {
            if (system.wire(placed.spec().name()).carrier() instanceof CaptureWire capture) {
                order(capture, ReplayOrder.STOP);
            }
        }
        exports.close();
        taps.close();
        graph.programs().close();
        for (CardRuntime runtime : graph.cards().all()) {
            end(runtime);
        }
        graph.kernel().ifPresent(KernelEnvironment::close);
        List<String> ended = system.await("the shutdown", system.driver()::shutdown);
        if (ended.size() < system.iops().size()) {
            throw new HostException("of " + system.iops().size() + " IOPs only these shut down in order: " + String.join(", ", ended));
        }
    }

    private void end(CardRuntime runtime) {
        try {
            runtime.end();
        } catch (RequestException e) {
            // The IOP's reset takes what is left.
            text.accept(String.valueOf(e.getMessage()));
        }
    }
}
