package dev.spine.command.disk;

import dev.spine.device.disk.DiskModule;
import dev.spine.host.block.BlockOsm;
import dev.spine.host.block.BlockSettings;
import dev.spine.host.driver.HostException;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.nbd.NbdCounters;
import dev.spine.host.nbd.NbdCounters.Counter;
import dev.spine.host.nbd.NbdExport;
import dev.spine.host.nbd.NbdServer;
import dev.spine.host.nbd.NbdSettings;
import dev.spine.iop.engine.AwaitFailedException;
import dev.spine.iop.engine.live.IdlePolicy;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemFactory.PlacedModule;
import dev.spine.system.ending.Interruption;
import dev.spine.system.file.ByteSize;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Boots a system, serves its disks, and ends in order. Used by the command's thread; the system runs on the live engine. */
final class DiskService {
    /** The thread sleeps in the server's selector as soon as there is nothing to do, for as long as a timer allows. */
    static final IdlePolicy IDLE = new IdlePolicy(20, 0, 50_000_000, 50_000_000);

    private static final long POLL_NS = 20_000_000;
    private static final long PROGRESS_NS = 500_000_000;
    private static final long ANSWER_LIMIT_NS = 2_000_000_000L;
    private static final double NS_PER_SECOND = 1e9;
    private static final double MIB = 1 << 20;

    /** No disk has the name that the person gave; the message is one line. */
    static final class UnknownExportException extends RuntimeException {
        private static final long serialVersionUID = 1;

        UnknownExportException(String message) {
            super(message);
        }
    }

    private final SpineSystem system;
    private final DiskSystem disks;
    private final FileAccess access;
    private final Interruption interruption;
    private final DiskConsole console;
    private final List<BlockOsm> osms = new ArrayList<>();
    private final List<NbdExport> exports = new ArrayList<>();

    /**
     * A service.
     *
     * @param system built, not started
     * @param disks what it is made of
     * @param access what clients may do
     * @param interruption ends it
     * @param console where the URIs are printed
     */
    DiskService(SpineSystem system, DiskSystem disks, FileAccess access, Interruption interruption, DiskConsole console) {
        this.system = system;
        this.disks = disks;
        this.access = access;
        this.interruption = interruption;
        this.console = console;
    }

    /**
     * Serves until it is interrupted.
     *
     * @param socket where to listen, or null
     * @param address where to listen, or null
     * @param nameless the export that clients get who name none, or null
     * @return what was served
     */
    DiskReport serve(@Nullable Path socket, @Nullable InetSocketAddress address, @Nullable String nameless) {
        system.boot().orThrow();
        attach();
        if (nameless != null && exports.stream().noneMatch(export -> export.name().equals(nameless))) {
            throw new UnknownExportException("--default-export " + nameless + ": there is no such disk; there are "
                + exports.stream().map(NbdExport::name).toList());
        }
        NbdServer server = system.tasks().call(this::server);
        if (nameless != null) {
            server.serveNameless(nameless);
        }
        List<ListeningSocket> places = new ArrayList<>();
        if (socket != null) {
            places.add(interruption.opens(() -> ListeningSocket.listen(server, socket)));
        }
        if (address != null) {
            places.add(ListeningSocket.listen(server, address));
        }
        LiveEngine engine = (LiveEngine) system.engine();
        system.tasks().run(() -> {
            engine.sleepIn(system.host(), server);
            server.start();
        });
        announce(places);
        long startNs = engine.nowNs();
        waitForTheEnd(server, engine);
        console.progress().clear();
        long endNs = engine.nowNs();
        end(server, engine);
        console.sayWarnings();
        places.forEach(ListeningSocket::close);
        int requests = osms.stream().mapToInt(BlockOsm::inFlight).sum();
        osms.forEach(osm -> system.await("the release of " + osm, osm::detach));
        system.await("the shutdown", system.driver()::shutdown);
        int contexts = 0;
        for (String iop : system.iops().keySet()) {
            contexts += system.driver(iop).contextsInUse();
        }
        return new DiskReport(server.counters(), (endNs - startNs) / NS_PER_SECOND, requests, contexts);
    }

    private void attach() {
        for (String iop : system.iops().keySet()) {
            for (Map.Entry<String, PlacedModule> device : system.devices(iop).entrySet()) {
                if (device.getValue().module() instanceof DiskModule disk) {
                    IopDriver driver = system.driver(iop);
                    BlockOsm osm = system.tasks().call(() -> new BlockOsm(system.host(), system.driver(), system.hostMemory(), driver,
                        device.getValue().tid(), BlockSettings.STANDARD));
                    system.await("disk " + device.getKey(), osm::attach);
                    osms.add(osm);
                    exports.add(new NbdExport(disks.exportName(device.getKey()), "disk of IOP " + iop, osm,
                        access == FileAccess.READ_ONLY ? NbdExport.Access.READ_ONLY : NbdExport.Access.AS_DEVICE,
                        disk::extentAt));
                }
            }
        }
        if (exports.isEmpty()) {
            throw new HostException("there is no disk in this system: give an IOP a device of kind \"disk\" (docs/system-files.md)");
        }
    }

    private NbdServer server() {
        try {
            return new NbdServer(system.host(), system.hostMemory(), exports, NbdSettings.STANDARD);
        } catch (IOException e) {
            throw new HostException("the operating system gives no selector: " + e.getMessage());
        }
    }

    private void announce(List<ListeningSocket> places) {
        for (NbdExport export : exports) {
            for (ListeningSocket place : places) {
                console.say(String.format(Locale.ROOT, "%s  %s, %s%s", place.uri(export.name()), export.name(),
                    ByteSize.show(export.device().info().capacityBytes()), access == FileAccess.READ_ONLY ? ", read-only" : ""));
            }
        }
    }

    private void waitForTheEnd(NbdServer server, LiveEngine engine) {
        long shownNs = engine.nowNs();
        long before = 0;
        boolean notified = false;
        while (!interruption.isRequested()) {
            LockSupport.parkNanos(POLL_NS);
            console.sayWarnings();
            long nowNs = engine.nowNs();
            if (nowNs - shownNs >= PROGRESS_NS) {
                // Nobody else would hear of an agent that failed.
                NbdCounters counters = system.tasks().call(server::counters);
                long moved = counters.get(Counter.BYTES_READ) + counters.get(Counter.BYTES_WRITTEN);
                console.progress().show(String.format(Locale.ROOT, "%d clients, %,d reads, %,d writes, %,d flushes, %,.1f MiB/s",
                    server.connected(), counters.get(Counter.READS), counters.get(Counter.WRITES), counters.get(Counter.FLUSHES),
                    (moved - before) / MIB / ((nowNs - shownNs) / NS_PER_SECOND)));
                if (!notified && counters.get(Counter.ACCEPTS_FAILED) > 0) {
                    notified = true;
                    console.say("clients wait: this process has no descriptor for them; allow it more files (ulimit -n)");
                }
                shownNs = nowNs;
                before = moved;
            }
        }
    }

    private void end(NbdServer server, LiveEngine engine) {
        system.tasks().run(server::shutDown);
        long limitNs = engine.nowNs() + ANSWER_LIMIT_NS;
        try {
            // A client that does not read its answers is not waited for.
            system.tasks().await("the answers to clients", () -> server.isAnswered() || engine.nowNs() > limitNs);
        } finally {
            system.tasks().run(() -> {
                engine.sleepIn(system.host(), null);
                server.close();
            });
        }
        try {
            system.tasks().await("the disks", server::isQuiet);
        } catch (AwaitFailedException e) {
            throw new HostException("a disk does not answer: " + e.getMessage());
        }
    }
}
