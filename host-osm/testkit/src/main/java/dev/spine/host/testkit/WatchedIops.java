package dev.spine.host.testkit;

import static com.google.common.base.Preconditions.checkArgument;

import dev.spine.host.driver.HostAgent;
import dev.spine.host.driver.HostPort;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.testkit.watch.Ledger;
import dev.spine.host.testkit.watch.WatchedPort;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Tid;
import dev.spine.i2o.unit.Frame;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.iop.PciFunction;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.Tasks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * How the IOPs of a test node are watched: each has its port listened to, and a ledger of who took what. Filled while the node is built,
 * then asked on the host's agent unless said otherwise.
 */
final class WatchedIops {
    /** Devices of test nodes lie below this TID. */
    private static final int LAST_TID = 0x0FF;

    private final Engine engine;
    private final HostAgent host;
    private final Map<String, Watch> watches = new LinkedHashMap<>();

    /**
     * How an IOP is watched: its port, who took what, the queue pair of its requests, the agent that holds them, what it keeps on purpose.
     */
    private record Watch(WatchedPort port, Ledger ledger, QueuePair inbound, Agent agent, IntUnaryOperator deviceClassOf,
        Predicate<Frame> keepsOnPurpose) {
        boolean hasAllFrames() {
            return inbound.freeForSender() == inbound.frameCount();
        }

        int tidOf(int deviceClass) {
            return IntStream.rangeClosed(Tid.EXECUTIVE, LAST_TID).filter(tid -> deviceClassOf.applyAsInt(tid) == deviceClass).findFirst()
                .orElse(-1);
        }
    }

    WatchedIops(Engine engine, HostAgent host) {
        this.engine = engine;
        this.host = host;
    }

    /**
     * Watches an IOP from now on.
     *
     * @param name of the IOP
     * @param function how the host reaches it
     * @param agent what holds its requests
     * @param deviceClassOf the class of a device by its TID
     * @param keepsOnPurpose which frames it may keep
     * @return the port through which the host is to use it
     */
    HostPort watch(String name, PciFunction function, Agent agent, IntUnaryOperator deviceClassOf, Predicate<Frame> keepsOnPurpose) {
        WatchedPort port = new WatchedPort(HostPort.overQueuePairs(function));
        Ledger ledger = new Ledger(() -> host.context().nowNs(), deviceClassOf);
        port.add(ledger);
        watches.put(name, new Watch(port, ledger, function.link().inbound(), agent, deviceClassOf, keepsOnPurpose));
        return port;
    }

    private Watch find(String name) {
        return TestNode.find(watches, name, "IOP");
    }

    WatchedPort port(String name) {
        return find(name).port();
    }

    QueuePair inbound(String name) {
        return find(name).inbound();
    }

    /** The class of a device, {@link DeviceClass#ANY} when there is none. */
    int deviceClass(String name, int tid) {
        return find(name).deviceClassOf().applyAsInt(tid);
    }

    /** The TID of the first device of a class, -1 when there is none. */
    int tidOn(String name, int deviceClass) {
        return find(name).tidOf(deviceClass);
    }

    /** The only IOP that has a device of a class. */
    String iopWith(int deviceClass) {
        List<String> found = watches.entrySet().stream().filter(entry -> entry.getValue().tidOf(deviceClass) >= 0).map(Map.Entry::getKey)
            .toList();
        checkArgument(found.size() == 1, "not one IOP of this node has a device of class %s but %s", DeviceClass.name(deviceClass), found);
        return found.getFirst();
    }

    /** Whether all request frames are free. */
    boolean haveAllFrames() {
        return watches.values().stream().allMatch(Watch::hasAllFrames);
    }

    /** What is taken now is meant to stay. */
    void accept(Map<String, IopDriver> drivers) {
        watches.forEach((name, watch) -> watch.ledger().accept(TestNode.find(drivers, name, "IOP")));
    }

    /** Whether nothing is missing. */
    boolean areBack(Map<String, IopDriver> drivers) {
        return watches.entrySet().stream().allMatch(entry -> entry.getValue().hasAllFrames()
            && entry.getValue().ledger().missing(TestNode.find(drivers, entry.getKey(), "IOP")).isEmpty());
    }

    /** What is missing, a line each. Called by the test's thread; {@code tasks} leads to the host's agent. */
    List<String> missing(Map<String, IopDriver> drivers, Tasks tasks) {
        List<String> lines = new ArrayList<>();
        watches.forEach((name, watch) -> {
            List<String> ofIop = new ArrayList<>(tasks.call(() -> watch.ledger().missing(TestNode.find(drivers, name, "IOP"))));
            ofIop.addAll(framesKept(watch));
            ofIop.forEach(line -> lines.add("IOP '" + name + "': " + line));
        });
        return List.copyOf(lines);
    }

    /** The request frames that an IOP holds, although it is not meant to. Asked on the IOP's own agent. */
    private List<String> framesKept(Watch watch) {
        return engine.tasks(watch.agent()).call(() -> {
            List<String> lines = new ArrayList<>();
            for (Frame frame : watch.inbound().frames()) {
                if (watch.inbound().isHeldByTarget(frame) && !watch.keepsOnPurpose().test(frame)) {
                    lines.add("request frame " + frame.index() + " did not come back from the IOP; last posted in it: "
                        + watch.ledger().lastPost(frame.index()));
                }
            }
            return lines;
        });
    }
}
