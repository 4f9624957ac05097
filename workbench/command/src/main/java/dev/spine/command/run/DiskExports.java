package dev.spine.command.run;

import dev.spine.command.disk.ListeningSocket;
import dev.spine.device.disk.DiskModule;
import dev.spine.host.block.BlockOsm;
import dev.spine.host.block.BlockSettings;
import dev.spine.host.driver.HostException;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.nbd.NbdExport;
import dev.spine.host.nbd.NbdServer;
import dev.spine.host.nbd.NbdSettings;
import dev.spine.iop.engine.AwaitFailedException;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.system.ExportSpec;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemFactory.PlacedModule;
import dev.spine.system.ending.Interruption;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Serves the disks of a running system over NBD, under the names IOP.DEVICE, at each place that the file names. One thread. */
final class DiskExports {
    private static final long ANSWER_LIMIT_NS = 2_000_000_000L;

    private final SpineSystem system;
    private final List<BlockOsm> osms = new ArrayList<>();
    private final Interruption interruption;
    private final List<ListeningSocket> listening = new ArrayList<>();
    private @Nullable NbdServer server;

    DiskExports(SpineSystem system, Interruption interruption) {
        this.system = system;
        this.interruption = interruption;
    }

    /**
     * Begins to serve; does nothing when there is no place.
     *
     * @param places where
     * @return a line for each disk at each place
     */
    List<String> open(List<ExportSpec.Nbd> places) {
        List<String> lines = new ArrayList<>();
        if (places.isEmpty()) {
            return lines;
        }
        List<NbdExport> exports = attach();
        if (exports.isEmpty()) {
            throw places.getFirst().position().wrong("there is no disk to serve: give an IOP a device of kind \"disk\"");
        }
        NbdServer made = system.tasks().call(() -> serverOf(exports));
        server = made;
        for (ExportSpec.Nbd place : places) {
            ListeningSocket at = listen(made, place);
            listening.add(at);
            exports.forEach(export -> lines.add(at.uri(export.name()) + " serves " + export.name()));
        }
        LiveEngine engine = (LiveEngine) system.engine();
        system.tasks().run(() -> {
            engine.sleepIn(system.host(), made);
            made.start();
        });
        return lines;
    }

    private ListeningSocket listen(NbdServer made, ExportSpec.Nbd place) {
        try {
            Path socket = place.socket();
            if (socket != null) {
                return interruption.opens(() -> ListeningSocket.listen(made, socket));
            }
            InetSocketAddress address = place.address();
            if (address == null) {
                throw place.position().wrong("an export has a socket or a port: name one");
            }
            return ListeningSocket.listen(made, address);
        } catch (ListeningSocket.TakenException e) {
            throw place.position().wrong("the export cannot be served: " + e.getMessage());
        }
    }

    private List<NbdExport> attach() {
        List<NbdExport> exports = new ArrayList<>();
        for (String iop : system.iops().keySet()) {
            for (Map.Entry<String, PlacedModule> device : system.devices(iop).entrySet()) {
                if (device.getValue().module() instanceof DiskModule disk) {
                    IopDriver driver = system.driver(iop);
                    BlockOsm osm = system.tasks().call(() -> new BlockOsm(system.host(), system.driver(), system.hostMemory(), driver,
                        device.getValue().tid(), BlockSettings.STANDARD));
                    system.await("disk " + device.getKey(), osm::attach);
                    osms.add(osm);
                    exports.add(new NbdExport(iop + "." + device.getKey(), "disk of IOP " + iop, osm, NbdExport.Access.AS_DEVICE,
                        disk::extentAt));
                }
            }
        }
        return exports;
    }

    private NbdServer serverOf(List<NbdExport> exports) {
        try {
            return new NbdServer(system.host(), system.hostMemory(), exports, NbdSettings.STANDARD);
        } catch (IOException e) {
            throw new HostException("the operating system gives no selector: " + e.getMessage());
        }
    }

    /** Answers what is in flight, ends the clients, and leaves no socket. */
    void close() {
        NbdServer serving = server;
        if (serving == null) {
            return;
        }
        server = null;
        LiveEngine engine = (LiveEngine) system.engine();
        system.tasks().run(serving::shutDown);
        long limitNs = engine.nowNs() + ANSWER_LIMIT_NS;
        try {
            // A client that does not read its answers is not waited for.
            system.tasks().await("the answers to clients", () -> serving.isAnswered() || engine.nowNs() > limitNs);
        } finally {
            system.tasks().run(() -> {
                engine.sleepIn(system.host(), null);
                serving.close();
            });
            listening.forEach(ListeningSocket::close);
        }
        try {
            system.tasks().await("the disks", serving::isQuiet);
        } catch (AwaitFailedException e) {
            throw new HostException("a disk does not answer: " + e.getMessage());
        }
        osms.forEach(osm -> system.await("the release of " + osm, osm::detach));
    }
}
