package dev.spine.command.run;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import dev.spine.device.wire.WirePort;
import dev.spine.host.driver.ExternalConnection;
import dev.spine.host.driver.HostException;
import dev.spine.host.driver.IopDriver;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.IopState;
import dev.spine.i2o.table.LogicalConfigurationTable;
import dev.spine.i2o.table.StatusBlock;
import dev.spine.iop.bus.Account;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.count.Counters;
import dev.spine.iop.engine.AwaitFailedException;
import dev.spine.iop.engine.live.WatchReport;
import dev.spine.system.MemoryTable;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemDescription;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.inject.Inject;

/** Reads the state of the system: asks each IOP as a host does, and reads accounts and counters. One thread at a time. */
final class StatusView {
    private final SpineSystem system;

    @Inject
    StatusView(SpineSystem system) {
        this.system = system;
    }

    /** {@return the state} Who holds what of a card's memory tells of extensions of all users. */
    synchronized Map<String, Object> read(boolean withHolders) {
        return ImmutableMap.of(
            "system", system.description().name(),
            "engine", system.engine().name(),
            "upMs", system.engine().nowNs() / 1_000_000L,
            "iops", system.iops().keySet().stream().map(iop -> iop(iop, withHolders)).toList(),
            "accounts", accounts(),
            "wires", wires());
    }

    /** {@return every counter of every part, agent by agent} Any thread. */
    Map<String, Object> counters() {
        List<Object> agents = new ArrayList<>();
        system.counters().forEach((agent, parts) -> {
            Map<String, Object> counts = new LinkedHashMap<>();
            parts.forEach((part, counters) -> counts.put(part, counters.byLabel()));
            agents.add(Map.of("agent", agent, "parts", counts));
        });
        return Map.of("agents", agents);
    }

    /** {@return what was seen of extensions that hang}; the latest findings name extensions of all users. */
    Map<String, Object> watchdog(boolean withNames) {
        WatchReport report = system.watched();
        return ImmutableMap.of("hungActivations", report.hungActivations(), "failedCards", report.failedAgents(),
            "abandonedThreads", report.abandonedThreads(), "last", withNames ? report.last() : List.of());
    }

    private Map<String, Object> iop(String name, boolean withHolders) {
        Map<String, Object> members = new LinkedHashMap<>();
        IopDriver driver = system.driver(name);
        members.put("name", name);
        members.put("id", system.tasks().call(() -> system.driver().iopId(driver)));
        try {
            StatusBlock status = system.await("the status of " + name, () -> system.driver().status(driver));
            members.put("state", IopState.name(status.iopState()));
            members.put("devices", devices(system.await("the devices of " + name, () -> system.driver().configuration(driver))));
            members.put("connections",
                connections(system.await("the connections of " + name, () -> system.driver().connections(driver))));
            members.put("queues", queues(driver, status));
        } catch (HostException | AwaitFailedException e) {
            members.put("state", "does not answer: " + e.getMessage());
        }
        MemoryTable memory = MemoryTable.of(system.memory(name));
        members.put("memory", withHolders ? memory.json() : memory.sums());
        members.put("counters", counted(system.iop(name).kernel().counters()));
        return members;
    }

    private static List<Object> devices(LogicalConfigurationTable configuration) {
        return configuration.entries().stream().<Object>map(entry -> ImmutableMap.of(
            "tid", entry.localTid(),
            "class", DeviceClass.name(entry.classId().deviceClass()),
            "user", entry.userTid(),
            "parent", entry.parentTid(),
            "identity", entry.identityTag().toString())).toList();
    }

    private static List<Object> connections(List<ExternalConnection> connections) {
        return connections.stream().<Object>map(connection -> ImmutableMap.of(
            "alias", connection.aliasTid(),
            "tid", connection.remoteTid(),
            "iop", connection.remoteIopId(),
            "askedForHere", connection.createdHere())).toList();
    }

    private Map<String, Object> queues(IopDriver driver, StatusBlock status) {
        return ImmutableMap.of(
            "inboundFrames", status.currentInboundFrames(),
            "inboundFrameBytes", status.inboundFrameWords() * Integer.BYTES,
            "outboundFrames", status.maxOutboundFrames(),
            "requestsOfTheHost", system.tasks().call(driver::contextsInUse));
    }

    /** Those that have counted something. */
    private static Map<String, Long> counted(Counters<?> counters) {
        return Maps.filterValues(counters.byLabel(), count -> count != 0);
    }

    private List<Object> accounts() {
        List<Object> accounts = new ArrayList<>();
        accounts.add(account("host", system.bus().account(BusAgent.host()).snapshot()));
        system.iops().forEach((name, iop) -> accounts.add(account(name, system.bus().account(iop.dma().busAgent()).snapshot())));
        return accounts;
    }

    private static Map<String, Object> account(String busAgent, Account.Snapshot snapshot) {
        return ImmutableMap.of(
            "busAgent", busAgent,
            "dataBytes", snapshot.dataBytes(),
            "controlBytes", snapshot.controlBytes(),
            "hostMemoryBytes", snapshot.hostMemoryBytes(),
            "transfers", snapshot.transfers(),
            "refusedTransfers", snapshot.refusedTransfers());
    }

    private List<Object> wires() {
        List<Object> wires = new ArrayList<>();
        for (SystemDescription.PlacedWire placed : system.description().wires()) {
            int port = 0;
            for (WirePort one : system.wire(placed.spec().name()).ports()) {
                wires.add(ImmutableMap.of(
                    "wire", placed.spec().name(),
                    "port", port++,
                    "received", one.received().frames(),
                    "dropped", one.received().drops(),
                    "sent", one.sent().frames()));
            }
        }
        return wires;
    }
}
