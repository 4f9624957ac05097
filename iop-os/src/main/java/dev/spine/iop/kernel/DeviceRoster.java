package dev.spine.iop.kernel;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.IopState;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.table.HardwareResourceTable;
import dev.spine.iop.kernel.IopCounters.Counter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The device modules of an IOP: which there are, which have work of their own, what they offer each other and which adapters they control;
 * how they come and go. Belongs to the IOP's agent.
 */
final class DeviceRoster {
    private final IopKernel kernel;
    private final TidTable tids;
    private final Map<Class<?>, Object> services = new HashMap<>();
    private final List<HardwareResourceTable.Entry> adapters = new ArrayList<>();
    private final List<DeviceSlot> destroyed = new ArrayList<>();
    /** The modules that have work of their own; those that only answer need no turn. */
    private DeviceModule[] workers = {};
    private Consumer<DeviceSlot> leave = _ -> { };
    /** Modules that were replaced because their thread was given up. */
    private final List<DeviceModule> replaced = new ArrayList<>();
    private boolean halted;

    DeviceRoster(IopKernel kernel, TidTable tids) {
        this.kernel = kernel;
        this.tids = tids;
    }

    DeviceModule[] workers() {
        return workers;
    }

    /** Attaches the module of a slot that is in the table; on a card in operation it takes part at once. */
    void install(DeviceSlot slot) {
        DeviceModule module = slot.module();
        if (hasWorkOfItsOwn(module)) {
            workers = Arrays.copyOf(workers, workers.length + 1);
            workers[workers.length - 1] = module;
        }
        module.attach(new SlotContext(kernel, slot));
        kernel.changed(slot);
        if (kernel.state() == IopState.OPERATIONAL) {
            module.enable();
        }
    }

    /** Whether a module has its own {@link DeviceModule#doWork}: asked once, so that idle turns cost nothing in every cycle. */
    private static boolean hasWorkOfItsOwn(DeviceModule module) {
        try {
            return !module.getClass().getMethod("doWork", int.class).getDeclaringClass().equals(DeviceModule.class);
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(module + " is no device module", e);
        }
    }

    /** Resets a device and answers its requests as terminated by their target, those of its event queue too; returns how many. */
    int terminate(DeviceSlot slot) {
        slot.module().reset();
        slot.hold(false);
        List<KernelRequest> ended = new ArrayList<>();
        kernel.forEachInWork(request -> {
            // What is still in the event queue has not been delivered; it is taken below.
            if (request.frame().target() == slot.tid() && request.isDelivered()) {
                ended.add(request);
            }
        });
        RequestQueue deferred = slot.eventQueue().takeIf(_ -> true);
        for (KernelRequest request = deferred.take(); request != null; request = deferred.take()) {
            ended.add(request);
        }
        for (KernelRequest request : ended) {
            kernel.counters().increment(Counter.TERMINATED_REQUESTS);
            request.abort(RequestStatus.PROCESS_ABORT_DIRTY, DetailedStatus.DEVICE_RESET);
        }
        return ended.size();
    }

    /** Answers the requests in a device's event queue that an initiator aborts; returns how many transactions they were. */
    int abortDeferred(DeviceSlot slot, AbortSelection selection) {
        DeviceModule module = slot.module();
        RequestQueue aborted = slot.eventQueue().takeIf(request -> module.selectsWaiting(selection, request));
        int count = 0;
        for (KernelRequest request = aborted.take(); request != null; request = aborted.take()) {
            count += module.abortWaiting(request);
        }
        return count;
    }

    /** The card's thread was given up: modules that it may still be in are replaced, and none but the executive has a turn. */
    void halt() {
        halted = true;
        for (DeviceSlot slot : tids.devices()) {
            DeviceModule before = slot.module();
            DeviceModule next = before.renewed();
            if (next != before) {
                replaced.add(before);
                slot.module(next);
                next.attach(new SlotContext(kernel, slot));
            }
        }
        workers = tids.devices().stream().filter(slot -> slot.tid() == Tid.EXECUTIVE).map(DeviceSlot::module)
            .toArray(DeviceModule[]::new);
    }

    boolean isHalted() {
        return halted;
    }

    /** The card was reset: all have turns again. */
    void resume() {
        if (halted) {
            halted = false;
            workers = tids.devices().stream().map(DeviceSlot::module).filter(DeviceRoster::hasWorkOfItsOwn).toArray(DeviceModule[]::new);
        }
    }

    /** The thread that was given up has ended. */
    void threadEnded() {
        List<DeviceModule> all = List.copyOf(replaced);
        replaced.clear();
        all.forEach(DeviceModule::threadEnded);
    }

    void remove(DeviceSlot slot) {
        terminate(slot);
        DeviceModule module = slot.module();
        module.detach();
        workers = Arrays.stream(workers).filter(other -> other != module).toArray(DeviceModule[]::new);
        adapters.replaceAll(entry -> entry.controllingTid() == slot.tid() ? entry.controlledBy(Tid.NONE) : entry);
        tids.remove(slot.tid());
        leave.accept(slot);
    }

    void onLeave(Consumer<DeviceSlot> clearing) {
        leave = clearing;
    }

    void destroy(DeviceSlot slot) {
        remove(slot);
        destroyed.add(slot);
    }

    void reload() {
        List<DeviceSlot> back = List.copyOf(destroyed);
        destroyed.clear();
        for (DeviceSlot slot : back) {
            if (tids.device(slot.tid()) == null) {
                tids.put(slot);
                install(slot);
            } else {
                install(tids.add(slot.module()));
            }
        }
    }

    List<HardwareResourceTable.Entry> adapters() {
        return Collections.unmodifiableList(adapters);
    }

    /** A module controls the adapter at an address; one that is known there changes hands. */
    void controls(DeviceSlot slot, long memoryBase) {
        HardwareResourceTable.Entry entry = HardwareResourceTable.Entry.local(adapters.size() + 1, slot.tid(), (int) memoryBase);
        for (int i = 0; i < adapters.size(); i++) {
            HardwareResourceTable.Entry known = adapters.get(i);
            if (known.busInformation().equals(entry.busInformation())) {
                adapters.set(i, known.controlledBy(slot.tid()));
                return;
            }
        }
        adapters.add(entry);
    }

    <T> void publish(Class<T> type, T service) {
        services.put(type, service);
    }

    <T> @Nullable T service(Class<T> type) {
        return type.cast(services.get(type));
    }
}
