package dev.spine.command.run;

import dev.spine.command.control.ControlCounters;
import dev.spine.command.control.ControlLimits;
import dev.spine.command.control.ControlServer;
import dev.spine.command.control.ControlSocket;
import dev.spine.command.control.Refusal;
import dev.spine.command.control.RequestException;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.capture.CaptureWire;
import dev.spine.device.wire.capture.Pace;
import dev.spine.device.wire.capture.ReplayOrder;
import dev.spine.host.driver.HostException;
import dev.spine.iop.engine.AwaitFailedException;
import dev.spine.system.ExportSpec;
import dev.spine.system.QuotaSpec;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemDescription;
import dev.spine.system.ending.Interruption;
import dev.spine.system.file.SystemFileException;
import dev.spine.system.kind.CaptureKind;
import dev.spine.system.tap.HostTaps;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
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
    private final Supplier<SystemDescription> source;
    private final Interruption interruption;
    private final Consumer<String> text;
    private final Orders orders = new Orders();
    private final TiedExtensions tied = new TiedExtensions();
    private final DiskExports exports;
    private final HostTaps taps;
    /** Held while the file is read again, so that two who ask for it do not do it at once. */
    private final ReentrantLock reloading = new ReentrantLock();
    private SystemDescription description;

    /**
     * A run.
     *
     * @param system built, not started; closed by the caller
     * @param socket where clients come; closed with the run
     * @param source reads the file again
     * @param interruption ends it
     * @param text hears what happens, a line each
     */
    SystemRun(SpineSystem system, ControlSocket socket, Supplier<SystemDescription> source, Interruption interruption,
        Consumer<String> text) {
        this.system = system;
        this.socket = socket;
        this.source = source;
        this.interruption = interruption;
        this.text = text;
        this.exports = new DiskExports(system, interruption);
        this.taps = new HostTaps(system);
        this.description = system.description();
    }

    /** {@return what can be told to it from outside} */
    Orders orders() {
        return orders;
    }

    /** Runs until the end is ordered, or the process is asked to end. */
    void run() {
        system.boot().orThrow();
        text.accept(description.name() + ": " + system.iops().size() + (system.iops().size() == 1 ? " IOP" : " IOPs")
            + " in operation, live engine: " + String.join(", ", system.iops().keySet()));
        KernelPlace kernel = KernelPlace.of(system);
        Cards cards = Cards.of(system, kernel == null ? null : kernel.runtime());
        OwnerBook owners = new OwnerBook(cards, description.service().quota().extensions());
        FileExtensions files = new FileExtensions(cards, tied);
        files.load(description).forEach(text);
        exports.open(description.service().exports(ExportSpec.Nbd.class)).forEach(text);
        openTaps();
        system.monitors().forEach(monitor -> text.accept("shown at " + monitor.describe()));
        Serving serving = new Serving(cards, owners, files);
        try (ControlServer server = serving.server) {
            replay();
            server.start();
            text.accept("control socket " + socket.path());
            text.accept("running; Ctrl-C or spine stop ends it");
            serve(serving);
            server.quiesce();
            end(cards, kernel);
            ControlCounters counters = server.counters();
            text.accept(String.format(Locale.ROOT, "ended: %,d clients, %,d requests, %,d refused",
                counters.get(ControlCounters.Counter.CONNECTIONS), counters.get(ControlCounters.Counter.REQUESTS),
                counters.get(ControlCounters.Counter.REFUSED)));
        }
    }

    /** What clients can order of this run. */
    private final class Serving implements RunService.RunControl {
        private final Cards cards;
        private final OwnerBook owners;
        private final FileExtensions files;
        private final ControlServer server;

        Serving(Cards cards, OwnerBook owners, FileExtensions files) {
            this.cards = cards;
            this.owners = owners;
            this.files = files;
            QuotaSpec quota = description.service().quota();
            this.server = new ControlServer(socket, ControlLimits.STANDARD.withConnectionsOfUser(quota.connections())
                .withRequestsPerSecond(quota.requestsPerSecond()),
                new RunService(new StatusView(system), cards, owners, tied, this), text);
        }

        @Override
        public Changes reload() throws RequestException {
            reloading.lock();
            try {
                SystemDescription next = source.get();
                Changes changes = files.follow(next);
                QuotaSpec quota = next.service().quota();
                QuotaSpec old = description.service().quota();
                if (!quota.extensions().equals(old.extensions())) {
                    changes.attempt("the quota", () -> {
                        owners.limit(quota.extensions());
                        return "changed the quota of all users";
                    });
                }
                if (quota.connections() != old.connections() || quota.requestsPerSecond() != old.requestsPerSecond()) {
                    changes.needsRestart("connections and requests-per-second of [quota]");
                }
                if (!next.service().outline().equals(description.service().outline())) {
                    changes.needsRestart("what the file says about the system, its wires, IOPs, devices or exports");
                }
                description = next;
                return changes;
            } catch (SystemFileException e) {
                throw new RequestException(Refusal.FAILED, "nothing was changed: " + e.getMessage());
            } finally {
                reloading.unlock();
            }
        }

        @Override
        public Changes reset(String iop) throws RequestException {
            if (!system.iops().containsKey(iop)) {
                throw new RequestException(Refusal.NONE, "there is no IOP \"" + iop + "\"; there are " + String.join(", ",
                    system.iops().keySet()));
            }
            reloading.lock();
            try {
                system.await("the reset of " + iop, () -> system.driver().restart(system.driver(iop)));
                text.accept(iop + " was reset");
                for (CardRuntime runtime : cards.all()) {
                    if (runtime.iop().equals(iop)) {
                        tied.forget(runtime);
                        owners.limitAnew(runtime);
                    }
                }
                return files.follow(description);
            } catch (HostException | AwaitFailedException e) {
                throw new RequestException(Refusal.FAILED, "the reset was refused or has failed: " + e.getMessage());
            } finally {
                reloading.unlock();
            }
        }

        @Override
        public void stop() {
            interruption.limit();
            orders.give(Orders.Order.STOP);
        }

        @Override
        public Map<String, Object> counters() {
            Map<String, Object> members = server.counters().members();
            members.put("connected", server.connected());
            return members;
        }
    }

    /** A card that cannot be shown ends the run, and leaves no interface of another. */
    private void openTaps() {
        try {
            taps.open(description.service().exports(ExportSpec.HostTap.class)).forEach(text);
        } catch (SystemFileException e) {
            taps.close();
            throw e;
        }
    }

    private void serve(Serving serving) {
        while (!interruption.isRequested()) {
            Orders.Order order = orders.take(LOOK_MS);
            if (order == Orders.Order.STOP) {
                return;
            }
            if (order == Orders.Order.RELOAD) {
                tellReload(serving);
            }
            // Nobody else would hear of an agent that failed.
            system.tasks().run(() -> { });
        }
    }

    private void tellReload(Serving serving) {
        try {
            serving.reload().lines().forEach(text);
        } catch (RequestException e) {
            text.accept(String.valueOf(e.getMessage()));
        }
    }

    /** Captures play from the start on, unless the file says otherwise. */
    private void replay() {
        for (SystemDescription.PlacedWire placed : description.wires()) {
            Wire wire = system.wire(placed.spec().name());
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

    private void end(Cards cards, @Nullable KernelPlace kernel) {
        for (SystemDescription.PlacedWire placed : system.description().wires()) {
            if (system.wire(placed.spec().name()) instanceof CaptureWire capture) {
                order(capture, ReplayOrder.STOP);
            }
        }
        exports.close();
        taps.close();
        for (CardRuntime runtime : cards.all()) {
            end(runtime);
        }
        if (kernel != null) {
            kernel.close();
        }
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
