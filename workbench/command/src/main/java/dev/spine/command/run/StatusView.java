package dev.spine.command.run;

import com.google.common.collect.Maps;
import dev.spine.device.wire.WireCounters;
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
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemDescription;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javax.inject.Inject;

/** Reads the state of the system: asks each IOP as a host does, and reads accounts and counters. One thread at a time. */
final class StatusView {
    private final SpineSystem system;

    @Inject
    StatusView(SpineSystem system) {
        this.system = system;
    }

    synchronized Map<String, Object> read() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("system", system.description().name());
        members.put("engine", system.engine().name());
        members.put("upMs", system.engine().nowNs() / 1_000_000L);
        List<Object> iops = new ArrayList<>();
        for (String iop : system.iops().keySet()) {
            iops.add(iop(iop));
        }
        members.put("iops", iops);
        members.put("accounts", accounts());
        members.put("wires", wires());
        return members;
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
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("hungActivations", report.hungActivations());
        members.put("failedCards", report.failedAgents());
        members.put("abandonedThreads", report.abandonedThreads());
        members.put("last", withNames ? report.last() : List.of());
        return members;
    }

    private Map<String, Object> iop(String name) {
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
        members.put("counters", counted(system.iop(name).kernel().counters()));
        return members;
    }

    private static List<Object> devices(LogicalConfigurationTable configuration) {
        List<Object> devices = new ArrayList<>();
        for (LogicalConfigurationTable.Entry entry : configuration.entries()) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("tid", entry.localTid());
            members.put("class", DeviceClass.name(entry.classId().deviceClass()));
            members.put("user", entry.userTid());
            members.put("parent", entry.parentTid());
            members.put("identity", entry.identityTag().toString());
            devices.add(members);
        }
        return devices;
    }

    private static List<Object> connections(List<ExternalConnection> connections) {
        List<Object> list = new ArrayList<>();
        for (ExternalConnection connection : connections) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("alias", connection.aliasTid());
            members.put("tid", connection.remoteTid());
            members.put("iop", connection.remoteIopId());
            members.put("askedForHere", connection.createdHere());
            list.add(members);
        }
        return list;
    }

    private Map<String, Object> queues(IopDriver driver, StatusBlock status) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("inboundFrames", status.currentInboundFrames());
        members.put("inboundFrameBytes", status.inboundFrameWords() * Integer.BYTES);
        members.put("outboundFrames", status.maxOutboundFrames());
        members.put("requestsOfTheHost", read(driver::contextsInUse));
        return members;
    }

    private int read(Supplier<Integer> value) {
        return system.tasks().call(value);
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
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("busAgent", busAgent);
        members.put("dataBytes", snapshot.dataBytes());
        members.put("controlBytes", snapshot.controlBytes());
        members.put("hostMemoryBytes", snapshot.hostMemoryBytes());
        members.put("transfers", snapshot.transfers());
        members.put("refusedTransfers", snapshot.refusedTransfers());
        return members;
    }

    private List<Object> wires() {
        List<Object> wires = new ArrayList<>();
        for (SystemDescription.PlacedWire placed : system.description().wires()) {
            int port = 0;
            for (WirePort one : system.wire(placed.spec().name()).ports()) {
                Map<String, Object> members = new LinkedHashMap<>();
                members.put("wire", placed.spec().name());
                members.put("port", port++);
                WireCounters received = one.received();
                members.put("received", received.frames());
                members.put("dropped", received.drops());
                members.put("sent", one.sent().frames());
                wires.add(members);
            }
        }
        return wires;
    }
}
